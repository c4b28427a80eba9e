import type { Parcel } from '../core/receipt/index.ts'
import type { Promotion, StoredRecord, TacticalRecord } from '../core/sources/index.ts'
import type { AppendResult, LedgerKey } from './ledger.ts'

/** Records of tactical memory. Each change and its ledger entry are written in one transaction. */
export interface RecordStore {
  /** In no particular order, without damaged records. */
  records(key: LedgerKey): Promise<readonly StoredRecord[]>
  /** False if the id is taken; then nothing is written. */
  keepRecord(key: LedgerKey, record: TacticalRecord, parcel: Parcel): Promise<boolean>
  /** If several callers promote the same record, exactly one succeeds. */
  promoteRecord(key: LedgerKey, id: string, promotion: Promotion, parcel: Parcel): Promise<PromotionState>
  /** Deletes the records that exist and appends the parcel that `makeParcel` makes of their ids, unless it is null. */
  forgetRecords(
    key: LedgerKey,
    ids: readonly string[],
    makeParcel: (gone: readonly string[]) => Parcel | null,
  ): Promise<ForgetResult>
  /** The stored records of a ledger, unchecked, for verification. */
  recordBodies(uid: string): Promise<readonly RecordBody[]>
}

export type PromotionState = 'promoted' | 'already' | 'gone'

export interface ForgetResult {
  readonly gone: readonly string[]
  readonly appended: AppendResult | null
  /** False while the disk may still hold copies of the deleted data. */
  readonly overwritten: boolean
}

export interface RecordBody {
  readonly id: string
  readonly body: string
}

/** Records that are valid now, for a packet. */
export interface CurrentRecords {
  readonly records: readonly StoredRecord[]
  /** A sentence that says why the records could not be read. */
  readonly trouble: string | null
}
