// What the commands about the store answer with; every name here is public.
import type { Imported, StoreStats } from '../../ports/index.ts'

/** `store stats`. */
export interface StatsAnswer extends StoreStats {
  /** Where it is, without credentials. */
  readonly place: string
  readonly project: string
  readonly spool: { readonly waiting: number; readonly unreadable: readonly string[] }
}

/** `store prune`. */
export interface PruneAnswer {
  readonly project: string
  readonly dry_run: boolean
  readonly texts: number
  readonly accounts: number
  /** As they lay in the store. */
  readonly bytes: number
  readonly texts_to: number
  readonly accounts_to: number
  /** Sessions not heard of since: what they were told is forgotten. */
  readonly sessions: number
  /** What is left of texts and accounts. */
  readonly left_bytes: number
}

/** `store export`. */
export interface ExportAnswer {
  readonly project: string
  readonly entries: number
  readonly blobs: number
}

/** `store import`. */
export type ImportAnswer = Imported

/** `store repair`. */
export interface RepairAnswer {
  readonly project: string
  /** Where the damaged database is now; null when nothing was wrong with it. */
  readonly set_aside: string | null
  readonly entries: number
  readonly lost: readonly (readonly [number, number])[]
  readonly lost_blobs: number
  /** Parcels that were taken in from the spool. */
  readonly taken_in: number
}
