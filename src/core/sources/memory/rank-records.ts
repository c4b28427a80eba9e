import { extractTerms } from '../../relevance/index.ts'
import { isExpired, type StoredRecord } from './record.ts'

/** Which records; every condition must hold. */
export interface RecordFilter {
  readonly contentClass?: string | null
  readonly tags?: readonly string[]
  /** Those that have expired too. */
  readonly expired: boolean
  /** Those that have become candidates too. */
  readonly promoted: boolean
  /** ISO 8601, UTC. */
  readonly now: string
}

export interface RankedRecord extends StoredRecord {
  /** From 0 to 1. */
  readonly score: number
  /** In words, what of the query it has. */
  readonly why: readonly string[]
}

export function filterRecords(records: readonly StoredRecord[], filter: RecordFilter): StoredRecord[] {
  const { contentClass = null, tags = [], expired, promoted, now } = filter
  return records
    .filter(({ record, promoted: mark }) => {
      if (!promoted && mark !== null) return false
      if (!expired && isExpired(record, now)) return false
      if (contentClass !== null && record.content.content_class !== contentClass) return false
      return tags.every((tag) => record.content.tags.includes(tag.toLowerCase()))
    })
    .sort(newestFirst)
}

/** Newest first, then by id: whatever order they came in. */
function newestFirst({ record: a }: StoredRecord, { record: b }: StoredRecord): number {
  return compare(b.captured_at, a.captured_at) || compare(a.record_id, b.record_id)
}

/** By code units, which no locale changes. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Where a word of the query can stand, and how much it counts there. */
const places = { tag: 3, class: 2, source: 2, text: 1 } as const
const maxCount = Math.max(...Object.values(places))

/** Words that stand in every sentence tell nothing. */
const stopWords = new Set(
  extractTerms(
    'a an and are as at be by do for from has have how in is it its of on or so that the this to was we what when with you',
  ),
)

export function parseQueryTerms(query: string): string[] {
  const all = [...new Set(extractTerms(query))]
  const telling = all.filter((term) => !stopWords.has(term))
  return telling.length > 0 ? telling : all
}

/** The records that have a word of the query: score, then the newest, then the id decide. */
export function rankRecords(records: readonly StoredRecord[], query: string): RankedRecord[] {
  const terms = parseQueryTerms(query)
  return records
    .map((kept) => ranked(kept, terms))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || newestFirst(a, b))
}

function ranked(kept: StoredRecord, terms: readonly string[]): RankedRecord {
  const { content, provenance } = kept.record
  const words: Readonly<Record<keyof typeof places, ReadonlySet<string>>> = {
    tag: new Set(content.tags.flatMap(extractTerms)),
    class: new Set(extractTerms(content.content_class)),
    source: new Set(provenance.source_refs.flatMap(extractTerms)),
    text: new Set(extractTerms(content.text)),
  }
  const found = new Map<keyof typeof places, string[]>()
  let points = 0
  for (const term of terms) {
    const place = placesOf(words).find((one) => words[one].has(term))
    if (place === undefined) continue
    points += places[place]
    found.set(place, [...(found.get(place) ?? []), term])
  }
  const score = terms.length === 0 ? 0 : Math.round((points / (maxCount * terms.length)) * 10_000) / 10_000
  const why = [...found].map(([place, some]) => `${place}: ${some.join(', ')}`)
  return { ...kept, score, why }
}

/** The one that counts most comes first. */
function placesOf(words: object): (keyof typeof places)[] {
  return Object.keys(words) as (keyof typeof places)[]
}
