import type { RankedRecord } from '../../core/memory/index.ts'
import { diagnostic, type Found } from '../../core/values/index.ts'
import type { Workshop } from '../../ports/index.ts'
import { recallRecords } from '../memory/recall.ts'
import type { OutsideTools, Told } from './pool.ts'

/** More than any part of a budget has room for. */
const mostRecords = 100

/** What was noted and has to do with the task. */
export async function toldByMemory({ shop, project, task }: OutsideTools): Promise<Told> {
  const now = shop.clock.now().toISOString()
  const { records, trouble } = await recallRecords({ shop, project }, { task, now, limit: mostRecords })
  return {
    found: records.map((record, i) => foundFor(shop, record, i + 1)),
    diagnostics: trouble === null ? [] : [diagnostic('memory-unreadable', 'warning', trouble)],
    asked: [
      {
        by: 'memory',
        kind: 'memory',
        status: trouble === null ? 'loaded' : 'degraded',
        reason: trouble === null ? null : 'unreadable',
        detail: trouble,
        candidates: records.length,
      },
    ],
  }
}

function foundFor({ hash }: Workshop, { record, score, why }: RankedRecord, rank: number): Found {
  const { text, content_class, tags } = record.content
  const path = `memory/${record.record_id}`
  return {
    state: 'found',
    uri: `memory:${record.record_id}`,
    path,
    text,
    digest: hash(text),
    bytes: Buffer.byteLength(text),
    modifiedAt: record.captured_at,
    facts: {
      by: 'memory',
      record_id: record.record_id,
      content_class,
      tags,
      captured_at: record.captured_at,
      expires_at: record.policy.ttl_expires_at,
      source: record.source,
      rank,
      score,
      why,
    },
  }
}
