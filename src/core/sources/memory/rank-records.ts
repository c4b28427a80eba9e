import { extractTerms } from '../../relevance/index.ts'
import { isExpired, type StoredRecord } from './record.ts'

/** Selects records that meet every condition. */
export interface RecordFilter {
  readonly contentClass?: string | null
  readonly tags?: readonly string[]
  /** Whether to include expired records. */
  readonly expired: boolean
  /** Whether to include records that became candidates. */
  readonly promoted: boolean
  /** ISO 8601, UTC. */
  readonly now: string
}

export interface RankedRecord extends StoredRecord {
  /** From 0 to 1. */
  readonly score: number
  /** The terms of the query that it contains, by place. */
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
    .sort(compareNewestFirst)
}

/** Orders newest first, then by id, whatever the order of the input. */
function compareNewestFirst({ record: a }: StoredRecord, { record: b }: StoredRecord): number {
  return compareCodeUnits(b.captured_at, a.captured_at) || compareCodeUnits(a.record_id, b.record_id)
}

/** Compares by code unit, which does not depend on a locale. */
function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** The weight of a term by the place that contains it. */
const placeWeights = { tag: 3, class: 2, source: 2, text: 1 } as const
const maxCount = Math.max(...Object.values(placeWeights))

/** Ignored unless the query has no other words. */
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

/** Ranks the records that contain a term of the query: by score, then newest first, then by id. */
export function rankRecords(records: readonly StoredRecord[], query: string): RankedRecord[] {
  const terms = parseQueryTerms(query)
  return records
    .map((stored) => rankRecord(stored, terms))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareNewestFirst(a, b))
}

function rankRecord(stored: StoredRecord, terms: readonly string[]): RankedRecord {
  const { content, provenance } = stored.record
  const words: Readonly<Record<keyof typeof placeWeights, ReadonlySet<string>>> = {
    tag: new Set(content.tags.flatMap(extractTerms)),
    class: new Set(extractTerms(content.content_class)),
    source: new Set(provenance.source_refs.flatMap(extractTerms)),
    text: new Set(extractTerms(content.text)),
  }
  const termsByPlace = new Map<keyof typeof placeWeights, string[]>()
  let points = 0
  for (const term of terms) {
    const place = listPlaces(words).find((name) => words[name].has(term))
    if (place === undefined) continue
    points += placeWeights[place]
    termsByPlace.set(place, [...(termsByPlace.get(place) ?? []), term])
  }
  const score = terms.length === 0 ? 0 : Math.round((points / (maxCount * terms.length)) * 10_000) / 10_000
  const why = [...termsByPlace].map(([place, matched]) => `${place}: ${matched.join(', ')}`)
  return { ...stored, score, why }
}

/** Lists the places in the order of their keys, highest weight first. */
function listPlaces(words: object): (keyof typeof placeWeights)[] {
  return Object.keys(words) as (keyof typeof placeWeights)[]
}
