import type { Parcel } from '../core/receipt/index.ts'
import type { Promotion, StoredRecord, TacticalRecord } from '../core/sources/index.ts'
import type { AppendResult, LedgerKey } from './ledger.ts'

/** Records of tactical memory, each change in one step with the entry of the ledger that tells of it. */
export interface RecordStore {
  /** In no order. What is no record any more is left out. */
  records(key: LedgerKey): Promise<readonly StoredRecord[]>
  /** False, and nothing is written, when there is one with this id. */
  keepRecord(key: LedgerKey, record: TacticalRecord, parcel: Parcel): Promise<boolean>
  /** Of several who promote the same record one succeeds. */
  promoteRecord(key: LedgerKey, id: string, promotion: Promotion, parcel: Parcel): Promise<PromotionState>
  /** Deletes those of the records that are there, and appends what is made of them, if anything is. */
  forgetRecords(
    key: LedgerKey,
    ids: readonly string[],
    parcelFor: (gone: readonly string[]) => Parcel | null,
  ): Promise<ForgetResult>
  /** What lies in the store of a ledger, as it lies there, for those who verify. */
  recordBodies(uid: string): Promise<readonly RecordBody[]>
}

export type PromotionState = 'promoted' | 'already' | 'gone'

export interface ForgetResult {
  readonly gone: readonly string[]
  readonly appended: AppendResult | null
  /** False while old copies of what was deleted may lie on the disk. */
  readonly overwritten: boolean
}

export interface RecordBody {
  readonly id: string
  readonly body: string
}

/** Records that count now, for a packet. */
export interface CurrentRecords {
  readonly records: readonly StoredRecord[]
  /** Why they could not be read, in a sentence. */
  readonly trouble: string | null
}
