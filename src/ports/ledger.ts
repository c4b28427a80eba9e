import type { LedgerHead } from '../core/receipt/index.ts'

/** Identifies a ledger. */
export interface LedgerKey {
  /** Null for the own ledger of a store in a project. The store marks that ledger, and creates it if necessary. */
  readonly uid: string | null
  /** Name for people. */
  readonly name: string
}

export interface AppendResult extends LedgerHead {
  /** False if the ledger already had the entry, which keeps its place. */
  readonly fresh: boolean
  /** How far the clock was behind the latest time in the ledger; normally 0. */
  readonly behindMs: number
}
