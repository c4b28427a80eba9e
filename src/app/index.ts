// The use cases. Each is a function of what it needs from outside; none knows which surface called it.
export type { Project } from '../ports/index.ts'
export type { Command, CommandOption } from './commands.ts'
export { commands } from './commands.ts'
export type { Compiled } from './compile.ts'
export type { DispatchEvent, DispatchOrder, RunReport } from './dispatch.ts'
export type { Placed } from './init.ts'
export type { Injected } from './inject.ts'
export type { Scrubbed } from './scrub.ts'
