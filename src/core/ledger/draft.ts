import type { Draft } from './entry.ts'
import { type Row, rowOf } from './rows.ts'

const time = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3}Z$/
/** Printable and short: no line break, which would end its part of the text that is digested. */
const name = /^[\x21-\x7e]{1,200}$/

export const isUid = (uid: unknown): uid is string => typeof uid === 'string' && name.test(uid)

/** The columns of a draft; a sentence where it is none. It may have lain in a spool, where anyone could write. */
export function columnsOf(draft: Draft): Row | string {
  const { uid, kind, at, body } = draft
  if (!isUid(uid)) return 'its uid is not a plain word'
  if (typeof at !== 'string' || !time.test(at)) return 'its time is not an ISO 8601 time in UTC'
  if (typeof body !== 'string') return 'it has no body'
  return rowOf(kind, body)
}
