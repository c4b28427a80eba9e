import type { Agent } from '../../agents/index.ts'
import type { Request } from '../../core/plan/index.ts'
import type { Outcome, Parcel, Receipt } from '../../core/receipt/index.ts'
import type { Redactor } from '../../core/redact/index.ts'
import type { AgentAnswer, PatchSize } from '../../core/session/index.ts'
import type {
  AgentRunner,
  EngineServices,
  FileSet,
  Outbox,
  Project,
  Recorder,
  RunStore,
  StoreTrouble,
  Worktree,
} from '../../ports/index.ts'
import { buildContextFiles, type CompileResult, formatJson } from '../engine/index.ts'
import { buildRunSummary, type DispatchRun, type RunEnd } from './run-summary.ts'

export interface DispatchInput {
  readonly project: Project
  readonly request: Request & { readonly task: string }
  readonly agents: readonly Agent[]
  /** Off: the prompt is the task, byte for byte. */
  readonly context: 'off' | 'required' | 'optional'
  readonly runsDirectory: string
  readonly timeoutMs: number
  /** How many at a time; null for as many as there are processors. */
  readonly jobs: number | null
  /** False where the decisions are wanted: only compiling has them. */
  readonly useCache: boolean
  /** The task goes to the agent as it is, even if it holds a secret. */
  readonly keepSecrets: boolean
}

export interface RunReport {
  readonly runId: string
  readonly agent: string
  readonly directory: string
  /** Null where no context was asked for. */
  readonly receipt: Receipt | null
  readonly outcome: Outcome
  readonly exitCode: number | null
  /** What the agent said at the end. */
  readonly answer: AgentAnswer
  readonly size: PatchSize
  /** What is left of its worktree; null where it had none, or has changed nothing in it. */
  readonly worktree: LeftWorktree | null
}

export interface LeftWorktree {
  readonly path: string
  /** Null where the agent has left a commit checked out that no branch has. */
  readonly branch: string | null
  /** Whether something in it is not committed. */
  readonly loose: boolean
}

/** What a person watching wants to know, as it happens. */
export type DispatchEvent =
  | { readonly kind: 'context'; readonly level: string }
  | { readonly kind: 'injection'; readonly receipt: Receipt; readonly compiled: CompileResult | null }
  | { readonly kind: 'no-context'; readonly reason: string }
  | { readonly kind: 'task-redacted'; readonly rules: readonly string[] }
  | { readonly kind: 'refused'; readonly directory: string }
  /** Several agents work on what is committed, and something is not. */
  | { readonly kind: 'uncommitted' }
  /** Of the project, which worktrees do not have. */
  | { readonly kind: 'submodules' }
  | { readonly kind: 'ready'; readonly runs: readonly { readonly runId: string; readonly agent: string }[] }
  | { readonly kind: 'started'; readonly agent: string; readonly runId: string; readonly directory: string }
  | { readonly kind: 'finished'; readonly report: RunReport }
  /** Something about keeping the record. */
  | { readonly kind: 'trouble'; readonly trouble: StoreTrouble }

export interface DispatchDeps {
  readonly engine: EngineServices
  readonly outbox: Outbox
  readonly runner: AgentRunner
  readonly recorder: Recorder
  readonly lending: WorktreeTrust
  readonly tell: (event: DispatchEvent) => void
}

/** What is trusted in a project counts in a worktree of it, as long as that is there. */
export interface WorktreeTrust {
  lend(project: Project, worktree: Worktree): Promise<void>
  takeBack(worktree: Pick<Worktree, 'path'>): Promise<void>
}

/** What every step of one dispatch needs. */
export interface DispatchContext extends DispatchDeps {
  readonly order: DispatchInput
  readonly taskDigest: string
  readonly runs: RunStore
  readonly redactor: Redactor
}

/** Keeps record, and says so when that is not as it should be. An agent is not kept waiting for it. */
export async function recordEntries(
  { recorder, tell }: DispatchContext,
  parcels: readonly Parcel[],
): Promise<void> {
  const { troubles } = await recorder.record(parcels)
  for (const trouble of troubles) tell({ kind: 'trouble', trouble })
}

/** How a run ended, in every record of it. */
export function writeRunFiles(desk: DispatchContext, run: DispatchRun, end: RunEnd): void {
  for (const [name, text] of Object.entries(buildRunFiles(desk, run, end)))
    desk.runs.replace(run.id, name, text)
}

const running: Outcome = { status: 'running', changes: null, seconds: null }

/** What is on record about a run; `end` is null while it goes on. */
export function buildRunFiles({ order }: DispatchContext, run: DispatchRun, end: RunEnd | null): FileSet {
  const { injection } = run
  const outcome = end?.outcome ?? running
  return {
    ...(injection === null
      ? {}
      : buildContextFiles(injection.record, { ...injection.receipt, outcome }, null)),
    'summary.json': formatJson(buildRunSummary(run, order.project.name, end)),
  }
}
