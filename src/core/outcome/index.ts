// What an agent's output says came of a run. Text in, facts out; nothing that it printed can make this throw.
export type { Answer, OutputForm } from './answer.ts'
export { silent } from './answer.ts'
export type { PatchSize } from './patch.ts'
export { patchSize } from './patch.ts'
export { lastLine, type Printed, readOutput, statusOf } from './read.ts'
