import type { Hash } from '../../ports/index.ts'
import { contextOf, lastRefused, lastSent } from './context.ts'
import { arrivedOf } from './delivered.ts'
import { ledgerIn, type OpenedStore } from './opened.ts'
import type { ContextAnswer } from './outputs-context.ts'

/** What was sent last, in one line. */
export async function readContext(opened: OpenedStore, hash: Hash): Promise<ContextAnswer> {
  const past = opened.ledger === null ? null : ledgerIn(opened, hash)
  const last = past === null ? null : await lastSent(past)
  const delivery = past === null || last === null ? null : await arrivedOf(past, last)
  const refused = past === null ? null : await lastRefused(past)
  return contextOf(opened.name, { last, delivery, refused, waiting: opened.spool().waiting })
}
