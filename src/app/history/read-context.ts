import type { Hash } from '../../ports/index.ts'
import { readSessionDelivery } from './deliveries.ts'
import { type OpenedStore, requireLedger } from './opened-store.ts'
import { type ContextResult, findLastRefused, findLastSent, summarizeContext } from './summarize-context.ts'

/** Reads the last packet of a project and summarizes it. */
export async function readContext(opened: OpenedStore, hash: Hash): Promise<ContextResult> {
  const past = opened.ledger === null ? null : requireLedger(opened, hash)
  const last = past === null ? null : await findLastSent(past)
  const delivery = past === null || last === null ? null : await readSessionDelivery(past, last)
  const refused = past === null ? null : await findLastRefused(past)
  return summarizeContext(opened.name, { last, delivery, refused, waiting: opened.spool().waiting })
}
