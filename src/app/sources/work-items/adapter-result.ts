import type { SanitisingAction } from '../../../core/redact/index.ts'
import type { Degradation, Freshness, ScoreBreakdown } from '../../../core/sources/index.ts'
import type { Diagnostic } from '../../../core/values/index.ts'

/** The result of asking one adapter. */
export interface AdapterResult {
  /** The adapter's name in the manifest or on the command line. */
  readonly adapter: string
  readonly status: 'loaded' | 'degraded'
  /** Why the adapter gave no items; null if it gave a list. */
  readonly reason: Degradation | null
  /** The reason in words, with a fix. Show it only to people: it may name local paths and quote a program. */
  readonly detail: string | null
  /** The id in the adapter's own list. */
  readonly adapterId: string | null
  readonly fetchedAt: string | null
  /** Number of items in the list. */
  readonly candidates: number
  readonly maxItems: number
  readonly staleSeconds: number
  /** Items that are safe to show, best rank first, at most `maxItems`. */
  readonly items: readonly AdapterItem[]
  /** The other items, best rank first. */
  readonly refused: readonly RefusedItem[]
  /** In the published form: `adapter_degraded:…`, `adapter_warning:…`. Item ids are written as in their paths. */
  readonly diagnostics: readonly Diagnostic[]
  /** Digest of the whole list; null if nothing was read. */
  readonly digest: string | null
  /** The file in the project that the list came from. Null for any other origin, which may give another list next time. */
  readonly place: string | null
}

/** An item that was not taken. `path` is safe to show. */
export interface RefusedItem {
  readonly path: string
  /** The item has prohibited content, its id has, or `maxItems` better items were taken. */
  readonly reason: 'prohibited' | 'prohibited_id' | 'max_items'
  readonly why: string
}

/** One work item, as a document without authority. */
export interface AdapterItem {
  readonly id: string
  readonly adapter: string
  readonly name: string
  readonly path: string
  /** Has no prohibited content. */
  readonly text: string
  readonly sanitization: { readonly status: string; readonly actions: readonly SanitisingAction[] }
  readonly state: string
  readonly priority: number | null
  /** Rank among the items of the same adapter. */
  readonly rank: number
  readonly score: number
  readonly breakdown: ScoreBreakdown
  readonly freshness: Freshness
}
