import type { LedgerHead } from '../core/receipt/index.ts'

/** Whose ledger it is. */
export interface LedgerKey {
  /** Null for the own ledger of a store that lies in a project. It is marked as such, and made when there is none. */
  readonly uid: string | null
  /** What people call it. */
  readonly name: string
}

export interface AppendResult extends LedgerHead {
  /** False when the draft was there already: it keeps its place. */
  readonly fresh: boolean
  /** By how much the clock was behind the latest time in the ledger; 0 in the ordinary case. */
  readonly behindMs: number
}
