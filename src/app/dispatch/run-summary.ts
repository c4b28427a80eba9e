import type { Agent } from '../../agents/index.ts'
import type { Outcome, Receipt } from '../../core/receipt/index.ts'
import { type AgentAnswer, emptyAnswer } from '../../core/session/index.ts'
import type { Clock, Worktree } from '../../ports/index.ts'
import type { RenderedPacket } from '../engine/index.ts'

export interface DispatchRun {
  readonly id: string
  readonly agent: Agent
  readonly program: string
  readonly directory: string
  /** The directory in which the agent starts. */
  readonly workspace: string
  /** The run's own worktree; null if the agent works in the project itself. */
  readonly worktree: Worktree | null
  /** Null if context is off. */
  readonly injection: RunInjection | null
  readonly started: string
  readonly before: string | null
}

/** The injection of a run; its packet is null if it was refused. */
export interface RunInjection {
  readonly receipt: Receipt
  readonly record: RenderedPacket['record']
  readonly packet: Pick<RenderedPacket, 'text' | 'render' | 'seal'> | null
}

/** The judgement of the user's own command about a run. */
export interface RunCheck {
  /** Without secrets. */
  readonly command: string
  /** Null if a signal or the time limit ended it. */
  readonly exit_code: number | null
}

export interface RunEnd {
  readonly outcome: Outcome
  readonly exitCode: number | null
  readonly completed: string
  readonly after: string | null
  readonly answer: AgentAnswer
  /** Null if no check judged the run. */
  readonly check: RunCheck | null
}

/** Builds `summary.json`. */
export function buildRunSummary(run: DispatchRun, repo: string, end: RunEnd | null) {
  return {
    run_id: run.id,
    repo,
    executor: run.agent.id,
    model: end?.answer.model ?? null,
    session_id: end?.answer.session ?? null,
    started: run.started,
    completed: end?.completed ?? null,
    status: end?.outcome.status ?? 'running',
    exit_code: end?.exitCode ?? null,
    before_sha: run.before,
    after_sha: end?.after ?? null,
    changes: end?.outcome.changes ?? null,
    duration_sec: end?.outcome.seconds ?? null,
    ...(end?.check ? { check: end.check } : {}),
    workspace: run.workspace,
    branch: run.worktree?.branch ?? null,
    context_injection_id: run.injection?.receipt.injection_id ?? null,
  }
}

/** Makes the end of a run that never started. */
export function makeUnstartedEnd(
  clock: Clock,
  run: Pick<DispatchRun, 'before'>,
  status: 'failed' | 'interrupted' = 'failed',
): RunEnd {
  const outcome: Outcome = { status, changes: 'none', seconds: 0 }
  const answer: AgentAnswer = { ...emptyAnswer, error: 'It was not started.' }
  return {
    outcome,
    exitCode: null,
    completed: clock.now().toISOString(),
    after: run.before,
    answer,
    check: null,
  }
}
