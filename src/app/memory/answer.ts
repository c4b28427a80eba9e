// What the commands about tactical memory answer with; every name here is public.
import type { Promotion, TacticalRecord } from '../../core/memory/index.ts'

export interface ShownRecord extends TacticalRecord {
  readonly state: 'active' | 'expired' | 'promoted'
  readonly promoted: Promotion | null
}

/** `memory add`. */
export interface MemoryAddAnswer {
  readonly project: string
  readonly record: ShownRecord
}

/** `memory list`. */
export interface MemoryListAnswer {
  readonly project: string
  /** Of any record: never. */
  readonly authoritative: false
  /** How many there are, shown or not. */
  readonly total: number
  /** Newest first. */
  readonly records: readonly ShownRecord[]
}

/** `memory search`. */
export interface MemorySearchAnswer {
  readonly project: string
  readonly query: string
  /** What was looked for. */
  readonly terms: readonly string[]
  readonly authoritative: false
  readonly total: number
  /** By score, then newest first, then by id. */
  readonly records: readonly (ShownRecord & { readonly score: number; readonly why: readonly string[] })[]
}

/** `memory prune`. */
export interface MemoryPruneAnswer {
  readonly project: string
  readonly dry_run: boolean
  /** Ids of what was, or would be, deleted. */
  readonly records: readonly string[]
  readonly left: number
  /** False while old copies may lie on the disk; null where nothing was deleted. */
  readonly overwritten: boolean | null
}

/** `memory promote`. */
export interface MemoryPromoteAnswer {
  readonly project: string
  readonly record_id: string
  readonly promoted_at: string
  /** The file it went to; null for standard output. */
  readonly to: string | null
  /** The entry that was appended; null where it became a document. */
  readonly candidate: Record<string, unknown> | null
  readonly document: string | null
}
