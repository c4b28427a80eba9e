import { parseRecord } from '../../core/memory/index.ts'
import { insertRecord } from './records.ts'
import type { Salvage } from './salvage.ts'
import type { Work } from './work.ts'

/** Records that can still be read whole. Which others there were, the entries of the ledger tell. */
export function* rescueRecords(
  salvage: Salvage,
  ledgers: ReadonlyMap<number, { readonly project: { readonly id: number } }>,
): Work<void> {
  for (const { project_id, record_id, body, promoted_at, promoted_to } of salvage.keyed('tactical_records')) {
    const ledger = ledgers.get(Number(project_id))
    const record = typeof body === 'string' ? parseRecord(body) : ''
    if (ledger === undefined || typeof record === 'string' || record.record_id !== record_id) continue
    const isMarked = typeof promoted_at === 'string' && typeof promoted_to === 'string'
    const promoted = isMarked ? { at: promoted_at, to: promoted_to } : null
    yield* insertRecord(ledger.project.id, { record, promoted })
  }
}
