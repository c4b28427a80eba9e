import {
  changesField,
  decisionField,
  type Output,
  outcomeField,
  outputFields,
  type Zod,
} from '../output/index.ts'

export function dispatchOutput(z: Zod) {
  return z.union([dispatchRowsOutput(z), cleanOutput(z)])
}

/** One row per run, with the same names as in its files. */
function dispatchRowsOutput(z: Zod) {
  const { text, maybe, count, maybeAmount } = outputFields(z)
  const changes = changesField(z)
  const decision = decisionField(z)
  return z.array(
    z.strictObject({
      run_id: text,
      agent: text,
      directory: text,
      injection_id: maybe,
      level: maybe,
      tokens: maybeAmount,
      status: outcomeField(z).shape.status,
      changes,
      duration_sec: maybeAmount,
      exit_code: maybeAmount,
      check: z
        .strictObject({ command: text, exit_code: maybeAmount })
        .nullable()
        .describe('The command of --check, which judged the run; null if the agent itself did'),
      files: count,
      added: count.describe('Lines'),
      removed: count,
      session_id: maybe.describe("The agent's own session id, if it reports one"),
      model: maybe,
      usage: z
        .strictObject({ input: count, cached: count, output: count, cost: maybeAmount })
        .nullable()
        .describe('Tokens, and cost in US dollars, as the agent reports them'),
      blocked: z.boolean().describe('A hook blocked the prompt before it reached the model'),
      denied: z.array(text).describe('Tools that the agent was not allowed to use'),
      error: maybe,
      message: text,
      notes: z.array(text),
      warnings: z.array(text),
      branch: maybe.describe('Branch that is checked out in its worktree'),
      worktree: maybe.describe('Path of its worktree, if several agents ran; null if it changed nothing'),
      decisions: z.array(decision).optional().describe('With --debug'),
    }),
  )
}

function cleanOutput(z: Zod) {
  const { text } = outputFields(z)
  return z
    .strictObject({
      project: text,
      dry_run: z.boolean(),
      worktrees: z.array(
        z.strictObject({
          run_id: text,
          worktree: text,
          branch: text,
          removed: z.boolean(),
          branch_deleted: z.boolean(),
          kept: z
            .enum(['busy', 'uncommitted', 'unheld', 'unmerged', 'failed'])
            .nullable()
            .describe('Why the worktree or the branch was kept'),
        }),
      ),
    })
    .describe('With --clean')
}

export type DispatchRow = Output<typeof dispatchRowsOutput>[number]
export type CleanResult = Output<typeof cleanOutput>
export type CleanedWorktree = CleanResult['worktrees'][number]
