import { decimalDigits, isAscii, matchesForm } from '../../values/index.ts'
import type { EntryDraft } from './entry.ts'
import { buildEntryRow, type EntryRow } from './entry-row.ts'

const maxUidLength = 200

/** A uid is printable and short. A line break would end its part of the digested text. */
export function isEntryUid(uid: unknown): uid is string {
  return (
    typeof uid === 'string' && uid !== '' && uid.length <= maxUidLength && isAscii(uid) && !uid.includes(' ')
  )
}

/** Checks for a time with milliseconds, in UTC. */
function isTime(text: unknown): boolean {
  if (typeof text !== 'string' || !matchesForm(text, '0000-00-00T00:00:00.000Z', decimalDigits)) return false
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  const [hour, minute, second] = [11, 14, 17].map((at) => Number(text.slice(at, at + 2)))
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour! < 24 && minute! < 60 && second! < 60
}

/** Builds the columns of a draft, or returns what is wrong with it. A draft from the spool may be forged. */
export function parseDraftRow(draft: EntryDraft): EntryRow | string {
  const { uid, kind, at, body } = draft
  if (!isEntryUid(uid)) return 'its uid is not a word of printable ASCII'
  if (!isTime(at)) return 'its time is not an ISO 8601 time in UTC'
  if (typeof body !== 'string') return 'it has no body'
  return buildEntryRow(kind, body)
}
