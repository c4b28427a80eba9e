import { buildEntryRow, type MemoryBody, parseEntryBody } from '../../../core/receipt/index.ts'
import type { Hash, Ledger, Store } from '../../../ports/index.ts'
import type { FoundFault } from './ledger-verifier.ts'

type View = Pick<Store, 'entries' | 'recordBodies'>

/** Finds a record of tactical memory that differs from its entry. Records that were deleted behind foreword's back are not noticed, because an import brings no records. */
export async function findAlteredRecord(view: View, hash: Hash, ledger: Ledger): Promise<FoundFault> {
  const bodies = await view.recordBodies(ledger.uid)
  if (bodies.length === 0) return null
  const added = await readAddedRecords(view, ledger.uid)
  for (const { id, body } of bodies) {
    const entry = added.get(id)
    if (entry === undefined) {
      const detail = `no entry mentions the record ${id}`
      return { seq: (ledger.head?.seq ?? 0) + 1, what: 'inserted', detail, injection_id: null }
    }
    if (entry.digest === hash(body)) continue
    const detail = `the record ${id} differs from the one that was added`
    return { seq: entry.seq, what: 'altered', detail, injection_id: null }
  }
  return null
}

const page = 1000

/** Reads the records that were added and not pruned since, with their entries. */
async function readAddedRecords(
  view: View,
  uid: string,
): Promise<Map<string, { seq: number; digest: string }>> {
  const added = new Map<string, { seq: number; digest: string }>()
  for (let after = 0; ; ) {
    const batch = await view.entries(uid, after, page, 'event')
    if (batch.length === 0) return added
    for (const { entry } of batch) {
      const body = parseMemoryBody(entry.body)
      if (body?.act === 'added') added.set(body.record_id, { seq: entry.seq, digest: body.digest })
      if (body?.act === 'pruned') for (const id of body.records) added.delete(id)
    }
    after = batch.at(-1)!.entry.seq
  }
}

function parseMemoryBody(body: string): MemoryBody | null {
  if (typeof buildEntryRow('event', body) === 'string') return null
  const event = parseEntryBody('event', body)
  return event.name === 'memory' ? event : null
}
