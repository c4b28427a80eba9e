import type { Recovered } from '../../ports/index.ts'

export interface KnowledgeOrder {
  /** All entries when there is none. */
  readonly names: readonly string[]
  readonly check: boolean
  readonly force: boolean
  readonly dryRun: boolean
}

export interface KnowledgeEntry {
  readonly name: string
  readonly to: string
  /**
   * `stale` and `missing` would be written; `edited` was written or changed by hand and stays; `orphaned` was generated from
   * documents that are gone; `no-sources` has nothing to be built from yet.
   */
  readonly state: 'written' | 'up-to-date' | 'stale' | 'missing' | 'edited' | 'orphaned' | 'no-sources'
  /** How many documents stand in it. */
  readonly documents: number
  /** How many found no room. */
  readonly left_out: number
  readonly size: number
  readonly max_tokens: number | null
  readonly detail: string | null
}

export interface KnowledgeAnswer {
  readonly project: string
  /** The unit of all sizes. */
  readonly measure: string
  readonly entries: readonly KnowledgeEntry[]
  /** Null when nothing was written. */
  readonly generated_at: string | null
  readonly source_commit: string | null
  /** The manifest whose two keys changed in the same step. */
  readonly manifest: string | null
  /** A build was interrupted, and the next one finishes it. Only looked for where nothing is written. */
  readonly interrupted: boolean
  readonly recovered: Recovered
  readonly warnings: readonly string[]
}
