import type { Store } from '../../../ports/index.ts'
import { appendParcels } from './append.ts'
import type { Transaction } from './query.ts'
import { promoteRecord, saveRecord } from './records.ts'
import type { WriteDeps } from './write-deps.ts'

/** The methods of a store that write and are the same on both engines. */
export type StoreWrites = Pick<Store, 'append' | 'keepRecord' | 'promoteRecord'>

/** Runs a transaction on an engine. It may have to create the transaction again after a conflict. */
export type WriteTransaction = <T>(createTransaction: () => Transaction<T>) => Promise<T>

export function createStoreWrites(write: WriteTransaction, deps: WriteDeps): StoreWrites {
  return {
    append: (key, parcels) => write(() => appendParcels(deps, key, parcels)),
    keepRecord: (key, record, parcel) => write(() => saveRecord(deps, key, { record, parcel })),
    promoteRecord: (key, id, promotion, parcel) =>
      write(() => promoteRecord(deps, key, { id, promotion, parcel })),
  }
}
