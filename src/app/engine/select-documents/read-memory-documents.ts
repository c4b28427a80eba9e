import { dropEntry, isSafeName, makeSafeEntry, type Sanitiser } from '../../../core/redact/index.ts'
import type { RankedRecord } from '../../../core/sources/index.ts'
import { type Diagnostic, type FoundSource, makeDiagnostic } from '../../../core/values/index.ts'
import type { EngineServices } from '../../../ports/index.ts'
import { recallRecords } from '../../sources/index.ts'
import type { ExternalDocuments, ExternalSourceDeps } from './candidates.ts'

/** More records than any budget can hold. */
const maxRecords = 100

/** Reads the records of tactical memory that match the task. */
export async function readMemoryDocuments(
  { engine, project, task }: ExternalSourceDeps,
  sanitiser: Sanitiser,
): Promise<ExternalDocuments> {
  const now = engine.clock.now().toISOString()
  const { records, trouble } = await recallRecords({ engine, project }, { task, now, limit: maxRecords })
  const safe = records.map((record, i) => sanitiseFound(makeFound(record, i + 1), { engine, sanitiser }))
  return {
    found: safe.flatMap(({ found }) => found),
    diagnostics: [
      ...(trouble === null ? [] : [makeDiagnostic('memory-unreadable', 'warning', trouble)]),
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

/** Checks a record again, because a class may have been prohibited since it was added. */
function sanitiseFound(
  found: Unread,
  { engine, sanitiser }: { readonly engine: EngineServices; readonly sanitiser: Sanitiser },
): { readonly found: readonly FoundSource[]; readonly diagnostics: readonly Diagnostic[] } {
  const { path, facts } = found
  const safe = isSafeName(path, sanitiser)
    ? makeSafeEntry(found, sanitiser)
    : dropEntry(`memory record ${facts.rank}`, 'its id holds what is prohibited')
  const { text, diagnostics } = safe
  if (text === null) return { found: [], diagnostics }
  const read = { text, digest: engine.hash(text), bytes: Buffer.byteLength(text) }
  const { sanitization } = safe
  return { found: [{ ...found, ...read, facts: { ...facts, sanitization } }], diagnostics }
}

type Unread = Omit<FoundSource, 'digest' | 'bytes' | 'facts'> & {
  readonly facts: NonNullable<FoundSource['facts']>
}

function makeFound({ record, score, why }: RankedRecord, rank: number): Unread {
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
