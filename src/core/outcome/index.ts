// What an agent's output says came of a run. Text in, facts out; nothing that it printed can make this throw.
export type { AgentAnswer, OutputForm } from './answer.ts'
export { emptyAnswer } from './answer.ts'
export type { PatchSize } from './patch.ts'
export { measurePatch } from './patch.ts'
export { type AgentOutput, getLastLine, readOutput, resolveRunStatus } from './read.ts'
