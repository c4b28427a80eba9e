import { resolveBundleStatus } from '../../core/packet/index.ts'
import type { Request } from '../../core/plan/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import type { EngineServices, Project, Recorder, RecordResult, StoreTrouble } from '../../ports/index.ts'
import { makeInjectionParcel } from '../record/index.ts'
import { withRedactedRefusals } from '../redaction/index.ts'
import type { CompileResult } from './compile-packet.ts'
import { getPacket } from './get-packet.ts'
import { buildLoadExplanation, type LoadExplanation } from './load-explanation.ts'

export interface LoadInput {
  readonly project: Project
  /** Its `bundle` names the documents. */
  readonly request: Request
  readonly session?: string | undefined
  /** True to explain only: nothing is delivered or recorded. */
  readonly explain: boolean
  /** Writes the bundle to its file before it is recorded: a bundle that could not be written was not delivered. Null if the caller prints it. */
  readonly deliver: ((text: string) => void) | null
}

export interface LoadDeps {
  readonly engine: EngineServices
  readonly recorder: Recorder
  /** Reports troubles when a refusal is thrown, because then no result carries them. */
  readonly warn: (trouble: StoreTrouble) => void
}

export interface LoadResult {
  /** Null with `explain`. */
  readonly injection_id: string | null
  /** One JSON document. */
  readonly text: string
  /** Faults of documents in tiers that must be complete. */
  readonly faults: readonly string[]
  readonly diagnostics: Receipt['diagnostics']
  readonly kept: RecordResult['kept'] | null
  readonly troubles: readonly StoreTrouble[]
  /** Built on demand. */
  explanation(): LoadExplanation
}

/** Builds a bundle of whole documents for a task as one JSON document, and records it. */
export async function loadBundle(deps: LoadDeps, input: LoadInput): Promise<LoadResult> {
  const { engine, recorder, warn } = deps
  const { project, request, session, explain, deliver } = input
  const who = { agent: request.agent, role: request.role, session }
  const result = await withRedactedRefusals(engine, project, () =>
    getPacket(engine, { project, request, who, useCache: false }),
  )
  if ('refused' in result) {
    const { refusal, receipt } = result.refused
    if (!explain) {
      const { troubles } = await recorder.record([makeInjectionParcel(engine, { receipt, text: null })])
      for (const trouble of troubles) warn(trouble)
    }
    throw refusal
  }
  const { packet, compiled } = result
  const { receipt, text, seal } = packet
  if (!explain) deliver?.(text)
  const recorded = explain
    ? null
    : await recorder.record([makeInjectionParcel(engine, { receipt, text, seal })])
  return {
    injection_id: explain ? null : receipt.injection_id,
    text,
    faults: findFaults(compiled!),
    diagnostics: receipt.diagnostics,
    kept: recorded?.kept ?? null,
    troubles: recorded?.troubles ?? [],
    explanation: () => buildLoadExplanation(compiled!),
  }
}

/** Lists missing and invalid documents of tiers that must be complete. */
function findFaults({ packet, plan }: CompileResult): string[] {
  return Object.entries(plan.tiers).flatMap(([tier, rule]) => {
    const own = packet.states.filter((document) => document.tier === tier)
    if (!rule.required || resolveBundleStatus(own) === 'ok') return []
    return own
      .filter((document) => (document.present ? !document.parsed : !document.optional))
      .map((document) => `${document.path}${document.present ? (document.fault ?? '') : ' is missing'}`)
  })
}
