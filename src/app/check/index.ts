// Checks what a project has for coding agents: the `check` command.

export { checkProject } from './check.ts'
export type { CheckDeps, CheckInput } from './check-deps.ts'
export { type CheckFinding, type CheckResult, checkOutput } from './check-output.ts'
