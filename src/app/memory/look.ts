import {
  classIn,
  filterRecords,
  queryTerms,
  type RecordFilter,
  rankRecords,
} from '../../core/memory/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { MemoryListAnswer, MemorySearchAnswer } from './outputs.ts'
import { type MemoryTools, nowOf, shownRecord } from './tools.ts'

export interface LookOrder extends Pick<RecordFilter, 'contentClass' | 'tags' | 'expired'> {
  readonly limit: number
}

export async function listRecords(tools: MemoryTools, order: LookOrder): Promise<MemoryListAnswer> {
  const { found, now } = await filtered(tools, order)
  return {
    project: tools.project.name,
    authoritative: false,
    total: found.length,
    records: found.slice(0, order.limit).map((kept) => shownRecord(kept, now)),
  }
}

export async function searchRecords(
  tools: MemoryTools,
  query: string,
  order: LookOrder,
): Promise<MemorySearchAnswer> {
  const terms = queryTerms(query)
  if (terms.length === 0) {
    const fix = 'Search for a word, or see all of them with "foreword memory list".'
    throw new Refusal('usage', 'There is no word to search for.', fix)
  }
  const { found, now } = await filtered(tools, order)
  const ranked = rankRecords(found, query)
  const records = ranked
    .slice(0, order.limit)
    .map(({ score, why, ...kept }) => ({ ...shownRecord(kept, now), score, why }))
  const { name } = tools.project
  return { project: name, query, terms, authoritative: false, total: ranked.length, records }
}

async function filtered(tools: MemoryTools, order: LookOrder) {
  const now = nowOf(tools)
  const all = await tools.with(false, ({ store, key }) => store.records(key))
  if (order.contentClass != null) {
    // Records may have a class that the manifest had once.
    const { manifest } = await tools.shop.loadManifest(tools.project.manifestFile)
    const kept = all.map(({ record }) => record.content.content_class)
    classIn(order.contentClass, [...new Set([...manifest.memory.classes, ...kept])])
  }
  return { found: filterRecords(all, { ...order, promoted: true, now }), now }
}
