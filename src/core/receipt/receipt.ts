import type { Packet, SourceMapEntry } from '../packet/index.ts'
import type { Diagnostic, Refusal } from '../values/index.ts'

/** Facts that the caller gives the engine: who asked, when, for which run. */
export interface InjectionMetadata {
  readonly injection_id: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** The agent's own session if it is known, else the run, else the injection. */
  readonly session_id: string
  readonly run_id: string | null
  readonly repo: string
  /** The commit that was checked out; null outside a repository. */
  readonly commit: string | null
  readonly agent: string | null
  readonly role: string | null
  readonly engine: string
  readonly manifest: string
  readonly manifest_digest: string
  /** The address that was read, the search text, or the trigger that fired; left out if a packet was requested. */
  readonly asked?: string
  /** The client of the server, by its own name. */
  readonly client?: string
}

/** The result of the run. Filled in when the run ends. */
export interface Outcome {
  /** `interrupted`: foreword was stopped while it watched the run. That says nothing about the agent. */
  readonly status: 'running' | 'success' | 'failed' | 'timeout' | 'interrupted'
  readonly changes: 'committed' | 'uncommitted' | 'none' | 'unknown' | null
  readonly seconds: number | null
}

export type InjectionStatus = 'success' | 'trimmed' | 'scrubbed' | 'error'

/** The stored record of one injection. It holds no text of a section, only the source of each byte. */
export interface Receipt extends InjectionMetadata {
  readonly receipt: 1
  readonly status: InjectionStatus
  readonly error: string | null
  readonly level: string
  readonly like: string | null
  readonly measure: string | null
  readonly budget: number | null
  readonly ceiling: number | null
  readonly over_budget: boolean
  readonly total: number
  readonly packet_digest: string | null
  readonly sections: readonly ReceiptSection[]
  readonly left_out: readonly {
    id: string
    reason: string
    why: string
    source: string | null
    sources: ReceiptSection['sources']
    /** If nothing was read: the places that were searched or would have been. */
    looked: readonly string[]
    size: number
  }[]
  readonly redaction: {
    readonly rules: number
    readonly count: number
    readonly by_rule: Readonly<Record<string, number>>
  }
  readonly diagnostics: readonly Diagnostic[]
  readonly outcome: Outcome | null
  readonly map: readonly SourceMapEntry[]
}

export interface ReceiptSection {
  readonly id: string
  readonly tier: string | null
  /** All paths, joined by commas. */
  readonly source: string
  /** The files of the source map, each with the digest of its bytes as they were read. */
  readonly sources: readonly { readonly path: string; readonly digest: string; readonly bytes: number }[]
  readonly date: string | null
  readonly date_basis: string | null
  readonly age_days: number | null
  readonly strategy: string
  readonly size: number
  readonly cap: number | null
  readonly authority: string
  readonly reductions: readonly { by: string; why: string; before: number; after: number }[]
  readonly redactions: Readonly<Record<string, number>>
  /** Digest of the text as sent. */
  readonly sent_digest: string
  /** Digest of the text before it was cut to fit; left out if the text was sent whole. */
  readonly whole_digest?: string
}

export interface SentPacketBytes {
  readonly total: number
  readonly digest: string
  readonly map: readonly SourceMapEntry[]
  readonly sectionDigests: Readonly<Record<string, string>>
}

export function buildReceipt(packet: Packet, sent: SentPacketBytes, metadata: InjectionMetadata): Receipt {
  const byRule = countByRule(packet)
  const count = Object.values(byRule).reduce((sum, n) => sum + n, 0)
  return {
    receipt: 1,
    ...metadata,
    status: resolveStatus(packet, count),
    error: null,
    level: packet.level.name,
    like: packet.level.like,
    measure: packet.measure,
    budget: packet.level.budget,
    ceiling: packet.ceiling,
    over_budget: packet.overBudget,
    total: sent.total,
    packet_digest: sent.digest,
    sections: packet.sections.map((section) => ({
      id: section.id,
      tier: section.tier,
      source: section.sources.map((source) => source.path).join(', '),
      sources: section.sources.map(({ path, digest, bytes }) => ({ path, digest, bytes })),
      date: section.sources[0]?.date ?? null,
      date_basis: section.sources[0]?.basis ?? null,
      age_days: section.ageDays,
      strategy: section.strategy,
      size: section.size,
      cap: section.cap,
      authority: section.authority,
      reductions: section.reductions,
      redactions: section.redactions,
      sent_digest: sent.sectionDigests[section.id] ?? '',
      ...(section.whole !== undefined && { whole_digest: section.whole }),
    })),
    left_out: packet.leftOut.map(({ id, reason, why, source, sources, looked, size }) => ({
      id,
      reason,
      why,
      source,
      sources: sources.map(({ path, digest, bytes }) => ({ path, digest, bytes })),
      looked,
      size,
    })),
    redaction: { rules: Object.keys(byRule).length, count, by_rule: byRule },
    diagnostics: packet.diagnostics,
    outcome: null,
    map: sent.map,
  }
}

/** Builds the receipt of a refused request. */
export function buildRefusalReceipt(level: string, error: Refusal, metadata: InjectionMetadata): Receipt {
  return {
    receipt: 1,
    ...metadata,
    status: 'error',
    error: error.message,
    level,
    like: null,
    measure: null,
    budget: null,
    ceiling: null,
    over_budget: false,
    total: 0,
    packet_digest: null,
    sections: [],
    left_out: [],
    redaction: { rules: 0, count: 0, by_rule: {} },
    diagnostics: [{ code: error.code, severity: 'error', detail: error.message }],
    outcome: null,
    map: [],
  }
}

function countByRule(packet: Packet): Record<string, number> {
  const byRule: Record<string, number> = {}
  for (const { redactions } of [...packet.sections, ...packet.leftOut]) {
    for (const [rule, count] of Object.entries(redactions)) byRule[rule] = (byRule[rule] ?? 0) + count
  }
  return Object.fromEntries(Object.entries(byRule).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const cuts = new Set(['head', 'head-tail', 'drop'])
const squeezes = new Set(['cap', 'tier', 'budget', 'channel'])

/** Returns the most notable event: a redaction, then a cut, then none. An extract because of age does not count as a cut. */
function resolveStatus(packet: Packet, redactions: number): InjectionStatus {
  if (redactions > 0) return 'scrubbed'
  const dropped = packet.leftOut.some(
    (omission) =>
      omission.reason === 'over-budget' || omission.reason === 'unsafe' || omission.reason === 'aged',
  )
  const cut = packet.sections.some((section) =>
    section.reductions.some((reduction) => cuts.has(reduction.by) || squeezes.has(reduction.why)),
  )
  return dropped || cut ? 'trimmed' : 'success'
}
