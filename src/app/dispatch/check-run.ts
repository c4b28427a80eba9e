import { RedactionFailure } from '../../core/redact/index.ts'
import type { AgentAnswer, resolveRunStatus } from '../../core/session/index.ts'
import type { AgentResult } from '../../ports/index.ts'
import type { DispatchContext } from './dispatch-context.ts'
import type { DispatchRun, RunCheck } from './run-summary.ts'

type Status = ReturnType<typeof resolveRunStatus>

/**
 * Runs the user's check in the directory where the agent has worked; null if there is nothing to judge: the agent did not start, was blocked,
 * ran out of time or was interrupted. The check is one line of the user's own command line, so a shell runs it.
 */
export async function checkRun(
  { runner, runs, input, redactor }: DispatchContext,
  run: DispatchRun,
  ended: {
    readonly result: Pick<AgentResult, 'exitCode'>
    readonly status: Status
    readonly answer: AgentAnswer
  },
): Promise<RunCheck | null> {
  const { check, timeoutMs } = input
  const isJudged = ended.status === 'success' || ended.status === 'failed'
  if (check === null || !isJudged || ended.result.exitCode === null || ended.answer.verdict === 'blocked')
    return null
  const { exitCode, status } = await runner.run({
    program: '/bin/sh',
    args: ['-c', check],
    cwd: run.workspace,
    stdinFile: null,
    outputFile: runs.resolvePath(run.id, 'check.log'),
    own: { FOREWORD_RUN: run.id },
    timeoutMs,
  })
  return { command: redact(redactor, check), exit_code: status === 'timeout' ? null : exitCode }
}

function redact(redactor: DispatchContext['redactor'], text: string): string {
  try {
    return redactor.redact(text).text
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    return ''
  }
}

/** The check decides alone: an agent that ends with an error may have done the work, and one that says so may not. */
export function judgeStatus(status: Status, check: RunCheck | null): Status {
  if (check === null) return status
  return check.exit_code === 0 ? 'success' : 'failed'
}

/** Adds the reason to a run that its check failed. */
export function explainCheck(answer: AgentAnswer, check: RunCheck | null): AgentAnswer {
  if (check === null || check.exit_code === 0) return answer
  const how = check.exit_code === null ? 'did not end in time' : `ended with exit code ${check.exit_code}`
  return { ...answer, error: answer.error ?? `The check ${how}: see check.log.` }
}
