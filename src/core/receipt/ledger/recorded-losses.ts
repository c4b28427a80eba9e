import type { Entry } from './entry.ts'
import type { BlobRole } from './entry-bodies.ts'
import { buildEntryRow, parseEntryBody } from './entry-row.ts'

type Gap = readonly [number, number]

/** Returns the gaps that a repair recorded. A repair can excuse only gaps before it. */
export function getRecordedGaps(entry: Entry): readonly Gap[] {
  const event = parseEvent(entry)
  if (event?.name !== 'repaired' || !Array.isArray(event.lost)) return []
  return (event.lost as readonly unknown[]).filter(
    (gap): gap is Gap =>
      Array.isArray(gap) &&
      gap.length === 2 &&
      gap.every(Number.isSafeInteger) &&
      1 <= gap[0] &&
      gap[0] <= gap[1] &&
      gap[1] < entry.seq,
  )
}

/** Collects from a ledger's events which entries and texts were pruned on purpose or lost in a repair. */
export class RecordedLosses {
  readonly #gaps: Gap[] = []
  readonly #lost = new Set<string>()
  readonly #to = { text: 0, account: 0 }

  /** Takes every event of the ledger. An event excuses only losses before it. */
  take(entry: Entry): void {
    const event = parseEvent(entry)
    if (event?.name === 'pruned') {
      this.#to.text = Math.max(this.#to.text, limitToEarlier(entry, event.texts_to))
      this.#to.account = Math.max(this.#to.account, limitToEarlier(entry, event.accounts_to))
    }
    if (event?.name !== 'repaired') return
    this.#gaps.push(...getRecordedGaps(entry))
    if (Array.isArray(event.lost_blobs)) for (const digest of event.lost_blobs) this.#lost.add(digest)
  }

  get gaps(): readonly Gap[] {
    return this.#gaps
  }

  /** Whether the text or the account of an entry may be missing. */
  covers(seq: number, role: BlobRole, digest: string): boolean {
    return seq <= this.#to[role] || this.#lost.has(digest)
  }
}

function limitToEarlier({ seq }: Entry, to: unknown): number {
  return typeof to === 'number' && to < seq ? to : 0
}

function parseEvent({ kind, body }: Entry) {
  return kind === 'event' && typeof buildEntryRow('event', body) !== 'string'
    ? parseEntryBody('event', body)
    : null
}
