import { digits, isAscii, matchesForm } from '../../values/index.ts'
import type { EntryDraft } from './entry.ts'
import { buildEntryRow, type EntryRow } from './rows.ts'

const maxUidLength = 200

/** Printable and short: no line break, which would end its part of the text that is digested. */
export function isEntryUid(uid: unknown): uid is string {
  return (
    typeof uid === 'string' && uid !== '' && uid.length <= maxUidLength && isAscii(uid) && !uid.includes(' ')
  )
}

/** With milliseconds, in UTC. */
function isTime(text: unknown): boolean {
  if (typeof text !== 'string' || !matchesForm(text, '0000-00-00T00:00:00.000Z', digits)) return false
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  const [hour, minute, second] = [11, 14, 17].map((at) => Number(text.slice(at, at + 2)))
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour! < 24 && minute! < 60 && second! < 60
}

/** The columns of a draft; a sentence where it is none. It may have lain in a spool, where anyone could write. */
export function parseDraftRow(draft: EntryDraft): EntryRow | string {
  const { uid, kind, at, body } = draft
  if (!isEntryUid(uid)) return 'its uid is not a plain word'
  if (!isTime(at)) return 'its time is not an ISO 8601 time in UTC'
  if (typeof body !== 'string') return 'it has no body'
  return buildEntryRow(kind, body)
}
