import type { Agent } from '../../agents/index.ts'
import type { Request } from '../../core/plan/index.ts'
import type { Outcome, Parcel, Receipt } from '../../core/receipt/index.ts'
import type { Redactor } from '../../core/redact/index.ts'
import type { AgentAnswer, PatchSize } from '../../core/session/index.ts'
import type {
  AgentRunner,
  EngineServices,
  FileSet,
  OutputDirectories,
  Project,
  Recorder,
  RunStore,
  StoreTrouble,
} from '../../ports/index.ts'
import { buildContextFiles, type CompileResult, formatJson } from '../engine/index.ts'
import { buildRunSummary, type DispatchRun, type RunCheck, type RunEnd } from './run-summary.ts'

export interface DispatchInput {
  readonly project: Project
  readonly request: Request & { readonly task: string }
  readonly agents: readonly Agent[]
  /** `off`: the prompt is the task, byte for byte. */
  readonly context: 'off' | 'required' | 'optional'
  readonly runsDirectory: string
  readonly timeoutMs: number
  /** Number of parallel runs; null for the number of processors. */
  readonly jobs: number | null
  /** False to get the decisions, which only a fresh compilation has. */
  readonly useCache: boolean
  /** Send the task unredacted, even if it holds a secret. */
  readonly keepSecrets: boolean
  /** A command that judges each run; null if the agents themselves do. */
  readonly check: string | null
}

export interface RunReport {
  readonly runId: string
  readonly agent: string
  readonly directory: string
  /** Null if context is off. */
  readonly receipt: Receipt | null
  readonly outcome: Outcome
  readonly exitCode: number | null
  /** Null if no check judged the run. */
  readonly check: RunCheck | null
  /** The final output of the agent. */
  readonly answer: AgentAnswer
  readonly size: PatchSize
  /** The worktree that stays; null if the run had none or changed nothing in it. */
  readonly worktree: LeftWorktree | null
}

export interface LeftWorktree {
  readonly path: string
  /** Null if the checked-out commit is on no branch. */
  readonly branch: string | null
  /** Whether the worktree has uncommitted changes. */
  readonly loose: boolean
}

/** Progress of a dispatch, for display. */
export type DispatchEvent =
  | { readonly kind: 'context'; readonly level: string }
  | { readonly kind: 'injection'; readonly receipt: Receipt; readonly compiled: CompileResult | null }
  | { readonly kind: 'no-context'; readonly reason: string }
  | { readonly kind: 'task-redacted'; readonly rules: readonly string[] }
  | { readonly kind: 'refused'; readonly directory: string }
  /** The project has uncommitted changes, which the worktrees of several agents lack. */
  | { readonly kind: 'uncommitted' }
  /** The project has submodules, which worktrees lack. */
  | { readonly kind: 'submodules' }
  | { readonly kind: 'ready'; readonly runs: readonly { readonly runId: string; readonly agent: string }[] }
  | { readonly kind: 'started'; readonly agent: string; readonly runId: string; readonly directory: string }
  | { readonly kind: 'finished'; readonly report: RunReport }
  /** A problem with recording. */
  | { readonly kind: 'trouble'; readonly trouble: StoreTrouble }

export interface DispatchDeps {
  readonly engine: EngineServices
  readonly outbox: OutputDirectories
  readonly runner: AgentRunner
  readonly recorder: Recorder
  readonly tell: (event: DispatchEvent) => void
}

/** The data that every step of one dispatch needs. */
export interface DispatchContext extends DispatchDeps {
  readonly input: DispatchInput
  readonly taskDigest: string
  readonly runs: RunStore
  readonly redactor: Redactor
}

/** Records entries and reports problems. Never delays an agent. */
export async function recordEntries(
  { recorder, tell }: DispatchContext,
  parcels: readonly Parcel[],
): Promise<void> {
  const { troubles } = await recorder.record(parcels)
  for (const trouble of troubles) tell({ kind: 'trouble', trouble })
}

/** Writes the end of a run into all its files. */
export function writeRunFiles(context: DispatchContext, run: DispatchRun, end: RunEnd): void {
  for (const [name, text] of Object.entries(buildRunFiles(context, run, end)))
    context.runs.replace(run.id, name, text)
}

const running: Outcome = { status: 'running', changes: null, seconds: null }

/** Builds the files of a run; `end` is null while it is running. */
export function buildRunFiles({ input }: DispatchContext, run: DispatchRun, end: RunEnd | null): FileSet {
  const { injection } = run
  const outcome = end?.outcome ?? running
  return {
    ...(injection === null
      ? {}
      : buildContextFiles(injection.record, { ...injection.receipt, outcome }, null)),
    'summary.json': formatJson(buildRunSummary(run, input.project.name, end)),
  }
}
