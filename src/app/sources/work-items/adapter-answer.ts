import type { SanitisingAction } from '../../../core/redact/index.ts'
import type { Degradation, Freshness, ScoreBreakdown } from '../../../core/sources/index.ts'
import type { Diagnostic } from '../../../core/values/index.ts'

/** What came of asking one adapter. */
export interface AdapterResult {
  /** The name it was asked by. */
  readonly adapter: string
  readonly status: 'loaded' | 'degraded'
  /** Why it gave nothing, of a closed list; null where it gave something. */
  readonly reason: Degradation | null
  /** The same in words, with what to do about it. For people alone: it may name places on this machine, and quote a program. */
  readonly detail: string | null
  /** What it calls itself. */
  readonly adapterId: string | null
  readonly fetchedAt: string | null
  /** How many items there were to choose from. */
  readonly candidates: number
  readonly maxItems: number
  readonly staleSeconds: number
  /** Those that are safe to show, the best ranked first, no more than it may have. */
  readonly items: readonly AdapterItem[]
  /** The others, the best ranked first. */
  readonly refused: readonly RefusedItem[]
  /** In the published words: `adapter_degraded:…`, `adapter_warning:…`. Ids of items stand there as in their paths. */
  readonly diagnostics: readonly Diagnostic[]
  /** Of all that it gave; null where nothing was read. */
  readonly digest: string | null
  /** The file in the project that decided all this; null where it was something else, which may be another thing the next time. */
  readonly place: string | null
}

/** One that could have been there, by the name that it may be called. */
export interface RefusedItem {
  readonly path: string
  /** It holds what is prohibited, its id does, or there were enough that rank before it. */
  readonly reason: 'prohibited' | 'prohibited_id' | 'max_items'
  readonly why: string
}

/** One work item, as a document that nobody may rely on. */
export interface AdapterItem {
  readonly id: string
  readonly adapter: string
  readonly name: string
  readonly path: string
  /** Nothing in it is prohibited. */
  readonly text: string
  readonly sanitization: { readonly status: string; readonly actions: readonly SanitisingAction[] }
  readonly state: string
  readonly priority: number | null
  /** Among those of its adapter. */
  readonly rank: number
  readonly score: number
  readonly breakdown: ScoreBreakdown
  readonly freshness: Freshness
}
