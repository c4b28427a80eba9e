import type { Plan, Request } from '../../core/plan/index.ts'
import { fillRecord, type Receipt } from '../../core/receipt/index.ts'
import type {
  EngineServices,
  FileSet,
  OutputDirectories,
  Project,
  Recorder,
  RecordResult,
  SessionStore,
  StoreTrouble,
} from '../../ports/index.ts'
import { makeInjectionParcel } from '../record/index.ts'
import type { CompileResult } from './compile-packet.ts'
import { getPacket } from './get-packet.ts'

export interface InjectResult {
  readonly receipt: Receipt
  /** Null for a packet from the cache. */
  readonly compiled: CompileResult | null
  readonly recorded: RecordResult
}

export interface InjectDeps {
  readonly engine: EngineServices
  readonly outbox: OutputDirectories
  readonly recorder: Recorder
  /** Opens the session store. Called only if the input names a session. */
  readonly counting: () => Promise<SessionStore>
  /** Reports troubles when a refusal is thrown, because then no result carries them. */
  readonly warn: (trouble: StoreTrouble) => void
}

export interface InjectInput {
  readonly project: Project
  readonly request: Request
  readonly output: string
  /** The agent's own session id, if known. */
  readonly session?: string | undefined
  /** False if the caller needs the decisions, because cached packets have none. */
  readonly useCache: boolean
}

/** Writes a packet to a directory: the block, its record in the published format, and the receipt. */
export async function injectPacket(deps: InjectDeps, input: InjectInput): Promise<InjectResult> {
  const { engine, outbox, recorder, counting, warn } = deps
  const { project, request, output, session, useCache } = input
  const who = { agent: request.agent, role: request.role, session }
  const result = await getPacket(engine, { project, request, who, useCache })
  if ('refused' in result) {
    const { refusal, receipt, record } = result.refused
    // A refusal is recorded too. Remove an old context.md, so that no context is left beside the refusal.
    outbox.writeInto(output, { ...buildContextFiles(record, receipt, null), 'context.md': null })
    const { troubles } = await recorder.record([makeInjectionParcel(engine, { receipt, text: null })])
    for (const trouble of troubles) warn(trouble)
    throw refusal
  }
  const { packet, compiled } = result
  const { receipt, text, seal } = packet
  outbox.writeInto(output, buildContextFiles(packet.record, receipt, text))
  // Record before returning the id, so that every id that a caller knows is on record.
  const recorded = await recorder.record([makeInjectionParcel(engine, { receipt, text, seal })])
  if (session === undefined) return { receipt, compiled, recorded }
  const { recordSessionBaseline } = await import('../record/record-session-baseline.ts')
  const troubles = await recordSessionBaseline(counting, receipt, engine.clock.now().toISOString())
  return { receipt, compiled, recorded: { ...recorded, troubles: [...recorded.troubles, ...troubles] } }
}

/** The files of one injection. `context.json` has the shape that the manifest publishes. */
export function buildContextFiles(record: Plan['record'], receipt: Receipt, text: string | null): FileSet {
  return {
    ...(text === null ? {} : { 'context.md': text }),
    ...(record === null ? {} : { 'context.json': formatJson(fillRecord(record, receipt)) }),
    'receipt.json': formatJson(receipt),
  }
}

export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
