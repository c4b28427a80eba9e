import {
  filterRecords,
  parseQueryTerms,
  type RecordFilter,
  rankRecords,
  resolveContentClass,
} from '../../../core/sources/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'
import { getCurrentTime, type MemoryDeps } from './memory-deps.ts'
import { shownRecordField, toShownRecord } from './shown-record.ts'

export function memorySearchOutput(z: Zod) {
  const { text, count, amount } = outputFields(z)
  return z.strictObject({
    project: text,
    query: text,
    terms: z.array(text).describe('The words that were searched'),
    authoritative: z.literal(false),
    total: count.describe('Number of records found, including those that are not shown'),
    records: z
      .array(
        z.strictObject({
          ...shownRecordField(z).shape,
          score: amount.describe('From 0 to 1'),
          why: z.array(text).describe('The matching words of the query, and where they occur'),
        }),
      )
      .describe('By score, then newest first, then by id'),
  })
}

export function memoryListOutput(z: Zod) {
  const { text, count } = outputFields(z)
  return z.strictObject({
    project: text,
    authoritative: z.literal(false),
    total: count.describe('Number of records, including those that are not shown'),
    records: z.array(shownRecordField(z)).describe('Newest first'),
  })
}

export type MemorySearchResult = Output<typeof memorySearchOutput>
export type MemoryListResult = Output<typeof memoryListOutput>

export interface ListRecordsInput extends Pick<RecordFilter, 'contentClass' | 'tags' | 'expired'> {
  readonly limit: number
}

export async function listRecords(deps: MemoryDeps, input: ListRecordsInput): Promise<MemoryListResult> {
  const { found, now } = await readFiltered(deps, input)
  return {
    project: deps.project.name,
    authoritative: false,
    total: found.length,
    records: found.slice(0, input.limit).map((kept) => toShownRecord(kept, now)),
  }
}

export async function searchRecords(
  deps: MemoryDeps,
  query: string,
  input: ListRecordsInput,
): Promise<MemorySearchResult> {
  const terms = parseQueryTerms(query)
  if (terms.length === 0) {
    const fix = 'Give a word, or list all records with "foreword memory list".'
    throw new Refusal('usage', 'The query has no word to search for.', fix)
  }
  const { found, now } = await readFiltered(deps, input)
  const ranked = rankRecords(found, query)
  const records = ranked
    .slice(0, input.limit)
    .map(({ score, why, ...kept }) => ({ ...toShownRecord(kept, now), score, why }))
  const { name } = deps.project
  return { project: name, query, terms, authoritative: false, total: ranked.length, records }
}

async function readFiltered(deps: MemoryDeps, input: ListRecordsInput) {
  const now = getCurrentTime(deps)
  const all = await deps.with(false, ({ store, key }) => store.records(key))
  if (input.contentClass != null) {
    // Records may have a class that the manifest no longer declares.
    const { manifest } = await deps.engine.loadManifest(deps.project.manifestFile)
    const kept = all.map(({ record }) => record.content.content_class)
    resolveContentClass(input.contentClass, [...new Set([...manifest.memory.classes, ...kept])])
  }
  return { found: filterRecords(all, { ...input, promoted: true, now }), now }
}
