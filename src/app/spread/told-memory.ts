import type { RankedRecord } from '../../core/memory/index.ts'
import { dropEntry, isSafeName, makeSafeEntry, type Sanitiser } from '../../core/redact/index.ts'
import { type Diagnostic, diagnostic, type Found } from '../../core/values/index.ts'
import type { Workshop } from '../../ports/index.ts'
import { recallRecords } from '../memory/recall.ts'
import type { OutsideTools, Told } from './pool.ts'

/** More than any part of a budget has room for. */
const mostRecords = 100

/** What was noted and has to do with the task. */
export async function toldByMemory(
  { shop, project, task }: OutsideTools,
  sanitiser: Sanitiser,
): Promise<Told> {
  const now = shop.clock.now().toISOString()
  const { records, trouble } = await recallRecords({ shop, project }, { task, now, limit: mostRecords })
  const safe = records.map((record, i) => safeFound(foundFor(record, i + 1), { shop, sanitiser }))
  return {
    found: safe.flatMap(({ found }) => found),
    diagnostics: [
      ...(trouble === null ? [] : [diagnostic('memory-unreadable', 'warning', trouble)]),
      ...safe.flatMap(({ diagnostics }) => diagnostics),
    ],
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

/** What was noted before a class was prohibited is looked at by today's rules. */
function safeFound(
  found: Unread,
  { shop, sanitiser }: { readonly shop: Workshop; readonly sanitiser: Sanitiser },
): { readonly found: readonly Found[]; readonly diagnostics: readonly Diagnostic[] } {
  const { path, facts } = found
  const safe = isSafeName(path, sanitiser)
    ? makeSafeEntry(found, sanitiser)
    : dropEntry(`memory record ${facts.rank}`, 'its id holds what is prohibited')
  const { text, diagnostics } = safe
  if (text === null) return { found: [], diagnostics }
  const read = { text, digest: shop.hash(text), bytes: Buffer.byteLength(text) }
  const { sanitization } = safe
  return { found: [{ ...found, ...read, facts: { ...facts, sanitization } }], diagnostics }
}

type Unread = Omit<Found, 'digest' | 'bytes' | 'facts'> & { readonly facts: NonNullable<Found['facts']> }

function foundFor({ record, score, why }: RankedRecord, rank: number): Unread {
  const { text, content_class, tags } = record.content
  const path = `memory/${record.record_id}`
  return {
    state: 'found',
    uri: `memory:${record.record_id}`,
    path,
    text,
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
