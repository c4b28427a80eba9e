import { Refusal } from '../../core/values/index.ts'
import type { Hash, Ledger, LedgerKey, Project, Store } from '../../ports/index.ts'
import type { HistoryDeps } from './find-injection.ts'

/** Selects a store and a ledger in it. */
export interface StoreChoice {
  readonly project: Project
  /** Overrides FOREWORD_STORE. */
  readonly store: string | undefined
  /** The ledger of another project, by name or uid. */
  readonly ledger?: string | undefined
}

export interface OpenOptions {
  /** Create a missing store, because the caller is going to write. */
  readonly make?: boolean
  /** Accept any ledger, because the question is about the store itself. */
  readonly any?: boolean
}

/** An open store, with the ledger of a project in it. */
export interface OpenedStore {
  readonly store: Store
  readonly key: LedgerKey
  /** Null while nothing was recorded. */
  readonly ledger: Ledger | null
  readonly name: string
  /** Location of the store, without credentials. */
  readonly place: string
  /** The file of a store that has only the ledger of this project; null for any other. */
  readonly ownFile: string | null
  /** Receipts that wait in the spool, and files there that cannot be read. */
  spool(): { readonly waiting: number; readonly unreadable: readonly string[] }
}

/** Returns the ledger of the project. Refuses if nothing was recorded. */
export function requireLedger({ store, ledger, name }: OpenedStore, hash: Hash): HistoryDeps {
  if (ledger !== null) return { store, uid: ledger.uid, project: name, hash }
  const fix = 'Record an injection with "foreword dispatch" or "foreword assemble".'
  throw new Refusal('not-recorded', `Nothing was recorded for ${name} yet.`, fix)
}
