import { Refusal } from '../../core/values/index.ts'
import type { Hash, Ledger, LedgerKey, Project, Store } from '../../ports/index.ts'
import type { HistoryDeps } from './find-injection.ts'

/** Which store and which ledger in it. */
export interface StoreChoice {
  readonly project: Project
  /** Instead of FOREWORD_STORE. */
  readonly store: string | undefined
  /** Of another project, by its name or uid. */
  readonly ledger?: string | undefined
}

export interface OpenOptions {
  /** Make the store where there is none, because the caller is going to write. */
  readonly make?: boolean
  /** The question is about the store itself, whichever ledgers are in it. */
  readonly any?: boolean
}

/** A store, open, with the ledger of a project in it. */
export interface OpenedStore {
  readonly store: Store
  readonly key: LedgerKey
  /** Null while nothing was recorded. */
  readonly ledger: Ledger | null
  readonly name: string
  /** Where it is, without credentials. */
  readonly place: string
  /** The file of a store that has only the ledger of this project; null for any other. */
  readonly ownFile: string | null
  /** Receipts that wait in the spool, and files there that cannot be read. */
  spool(): { readonly waiting: number; readonly unreadable: readonly string[] }
}

/** The ledger of the project. Refuses if nothing was recorded. */
export function requireLedger({ store, ledger, name }: OpenedStore, hash: Hash): HistoryDeps {
  if (ledger !== null) return { store, uid: ledger.uid, project: name, hash }
  const fix = '"foreword dispatch" and "foreword assemble" leave a record.'
  throw new Refusal('not-recorded', `Nothing was recorded for ${name} yet.`, fix)
}
