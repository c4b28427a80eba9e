import { parseRecord } from '../../../core/sources/index.ts'
import type { Transaction } from './query.ts'
import { insertRecord } from './records.ts'
import type { Salvage } from './salvage.ts'

/** Copies the records that can still be read. The entries of the ledger show which other records there were. */
export function* rescueRecords(
  salvage: Salvage,
  ledgers: ReadonlyMap<number, { readonly project: { readonly id: number } }>,
): Transaction<void> {
  for (const { project_id, record_id, body, promoted_at, promoted_to } of salvage.keyed('tactical_records')) {
    const ledger = ledgers.get(Number(project_id))
    const record = typeof body === 'string' ? parseRecord(body) : ''
    if (ledger === undefined || typeof record === 'string' || record.record_id !== record_id) continue
    const isPromoted = typeof promoted_at === 'string' && typeof promoted_to === 'string'
    const promoted = isPromoted ? { at: promoted_at, to: promoted_to } : null
    yield* insertRecord(ledger.project.id, { record, promoted })
  }
}
