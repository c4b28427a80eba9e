// Runs agents on tasks: prepare, execute, record, clean up.

export { cleanWorktrees } from './clean-worktrees.ts'
export { type DispatchEvent, type DispatchInput, dispatchTask, type RunReport } from './dispatch.ts'
export {
  type CleanedWorktree,
  type CleanResult,
  type DispatchRow,
  dispatchOutput,
} from './dispatch-output.ts'
export { addAgentArguments, makeNamedAgent, makeProgramAgent, splitCommandLine } from './program-agent.ts'
export { makeTaskRedactor, redactTask } from './redact-task.ts'
