import {
  filterRecords,
  parseQueryTerms,
  type RecordFilter,
  rankRecords,
  resolveContentClass,
} from '../../../core/sources/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { getCurrentTime, type MemoryDeps, toShownRecord } from './memory-tools.ts'
import type { MemoryListResult, MemorySearchResult } from './outputs.ts'

export interface ListRecordsInput extends Pick<RecordFilter, 'contentClass' | 'tags' | 'expired'> {
  readonly limit: number
}

export async function listRecords(tools: MemoryDeps, order: ListRecordsInput): Promise<MemoryListResult> {
  const { found, now } = await filtered(tools, order)
  return {
    project: tools.project.name,
    authoritative: false,
    total: found.length,
    records: found.slice(0, order.limit).map((kept) => toShownRecord(kept, now)),
  }
}

export async function searchRecords(
  tools: MemoryDeps,
  query: string,
  order: ListRecordsInput,
): Promise<MemorySearchResult> {
  const terms = parseQueryTerms(query)
  if (terms.length === 0) {
    const fix = 'Search for a word, or see all of them with "foreword memory list".'
    throw new Refusal('usage', 'There is no word to search for.', fix)
  }
  const { found, now } = await filtered(tools, order)
  const ranked = rankRecords(found, query)
  const records = ranked
    .slice(0, order.limit)
    .map(({ score, why, ...kept }) => ({ ...toShownRecord(kept, now), score, why }))
  const { name } = tools.project
  return { project: name, query, terms, authoritative: false, total: ranked.length, records }
}

async function filtered(tools: MemoryDeps, order: ListRecordsInput) {
  const now = getCurrentTime(tools)
  const all = await tools.with(false, ({ store, key }) => store.records(key))
  if (order.contentClass != null) {
    // Records may have a class that the manifest had once.
    const { manifest } = await tools.engine.loadManifest(tools.project.manifestFile)
    const kept = all.map(({ record }) => record.content.content_class)
    resolveContentClass(order.contentClass, [...new Set([...manifest.memory.classes, ...kept])])
  }
  return { found: filterRecords(all, { ...order, promoted: true, now }), now }
}
