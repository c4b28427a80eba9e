import { statusOf } from '../core/packet/index.ts'
import type { Request } from '../core/plan/index.ts'
import type { Receipt } from '../core/receipt/index.ts'
import type { Project, Recorded, Recorder, StoreTrouble, Workshop } from '../ports/index.ts'
import { refusedClean } from './clean.ts'
import type { Compiled } from './compile.ts'
import { getPacket } from './get-packet.ts'
import { explanationOf } from './load-explanation.ts'
import type { LoadExplanation } from './load-output.ts'
import { injectionParcel } from './record/parcels.ts'

export interface LoadOrder {
  readonly project: Project
  /** Its `bundle` says what is wanted. */
  readonly request: Request
  readonly session?: string | undefined
  /** Only shown, and so not on record. */
  readonly explain: boolean
  /** Puts the bundle where it was asked for: what could not be written was not given to anyone. Null where it is printed. */
  readonly deliver: ((text: string) => void) | null
}

export interface LoadTools {
  readonly shop: Workshop
  readonly recorder: Recorder
  /** For what a refusal leaves no other way to tell. */
  readonly warn: (trouble: StoreTrouble) => void
}

export interface Loaded {
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
export async function load(tools: LoadTools, order: LoadOrder): Promise<Loaded> {
  const { shop, recorder, warn } = tools
  const { project, request, session, explain, deliver } = order
  const who = { agent: request.agent, role: request.role, session }
  const result = await refusedClean(shop, project, () =>
    getPacket(shop, { project, request, who, useCache: false }),
  )
  if ('refused' in result) {
    const { refusal, receipt } = result.refused
    if (!explain) {
      const { troubles } = await recorder.record([injectionParcel(shop, { receipt, text: null })])
      for (const trouble of troubles) warn(trouble)
    }
    throw refusal
  }
  const { packet, compiled } = result
  const { receipt, text, seal } = packet
  if (!explain) deliver?.(text)
  const recorded = explain ? null : await recorder.record([injectionParcel(shop, { receipt, text, seal })])
  return {
    injection_id: explain ? null : receipt.injection_id,
    text,
    wanting: wantingOf(compiled!),
    diagnostics: receipt.diagnostics,
    kept: recorded?.kept ?? null,
    troubles: recorded?.troubles ?? [],
    explanation: () => explanationOf(compiled!),
  }
}

/** Documents of tiers that must be whole: those that are missing, and those that are not what they should be. */
function wantingOf({ packet, plan }: Compiled): string[] {
  return Object.entries(plan.tiers).flatMap(([tier, rule]) => {
    const own = packet.states.filter((one) => one.tier === tier)
    if (!rule.required || statusOf(own) === 'ok') return []
    return own
      .filter((one) => (one.present ? !one.parsed : !one.optional))
      .map((one) => `${one.path}${one.present ? (one.fault ?? '') : ' is missing'}`)
  })
}
