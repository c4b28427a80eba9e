import { resolveBundleStatus } from '../../core/packet/index.ts'
import type { Request } from '../../core/plan/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import type { EngineServices, Project, Recorded, Recorder, StoreTrouble } from '../../ports/index.ts'
import { makeInjectionParcel } from '../record/index.ts'
import { withRedactedRefusals } from '../redaction/index.ts'
import type { CompileResult } from './compile.ts'
import { getPacket } from './get-packet.ts'
import { buildLoadExplanation } from './load-explanation.ts'
import type { LoadExplanation } from './load-output.ts'

export interface LoadInput {
  readonly project: Project
  /** Its `bundle` says what is wanted. */
  readonly request: Request
  readonly session?: string | undefined
  /** Only shown, and so not on record. */
  readonly explain: boolean
  /** Puts the bundle where it was asked for: what could not be written was not given to anyone. Null where it is printed. */
  readonly deliver: ((text: string) => void) | null
}

export interface LoadDeps {
  readonly engine: EngineServices
  readonly recorder: Recorder
  /** For what a refusal leaves no other way to tell. */
  readonly warn: (trouble: StoreTrouble) => void
}

export interface LoadResult {
  /** Null where it was only shown. */
  readonly injection_id: string | null
  /** One JSON document. */
  readonly text: string
  /** What is wrong with documents that have to be there, where anything is. */
  readonly wanting: readonly string[]
  readonly diagnostics: Receipt['diagnostics']
  readonly kept: Recorded['kept'] | null
  readonly troubles: readonly StoreTrouble[]
  /** Made for who wants to see it. */
  explanation(): LoadExplanation
}

/** A bundle of whole documents for a task, as one JSON document, and on record. */
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
    wanting: findFaults(compiled!),
    diagnostics: receipt.diagnostics,
    kept: recorded?.kept ?? null,
    troubles: recorded?.troubles ?? [],
    explanation: () => buildLoadExplanation(compiled!),
  }
}

/** Documents of tiers that must be whole: those that are missing, and those that are not what they should be. */
function findFaults({ packet, plan }: CompileResult): string[] {
  return Object.entries(plan.tiers).flatMap(([tier, rule]) => {
    const own = packet.states.filter((document) => document.tier === tier)
    if (!rule.required || resolveBundleStatus(own) === 'ok') return []
    return own
      .filter((document) => (document.present ? !document.parsed : !document.optional))
      .map((document) => `${document.path}${document.present ? (document.fault ?? '') : ' is missing'}`)
  })
}
