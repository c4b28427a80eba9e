import type { MemoryRules } from '../../../core/manifest/index.ts'
import { SettingsFault } from '../../../core/settings/index.ts'
import {
  addCandidate,
  buildCandidate,
  formatCandidateDocument,
  isExpired,
  isRecordId,
  type StoredRecord,
  type TacticalRecord,
} from '../../../core/sources/index.ts'
import { isPlainObject, Refusal } from '../../../core/values/index.ts'
import type { ManifestSource } from '../../../ports/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'
import { makeParcel } from '../../record/index.ts'
import { makeSanitiser } from '../../redaction/index.ts'
import { isTrusted } from '../../trust/index.ts'
import { getCurrentTime, type MemoryDeps, type OpenMemory } from './memory-deps.ts'

export function memoryPromoteOutput(z: Zod) {
  const { text, maybe, time } = outputFields(z)
  return z.strictObject({
    project: text,
    record_id: text,
    promoted_at: time,
    to: maybe.describe('The file that was written; null for standard output'),
    candidate: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The entry that was appended; null for a document'),
    document: maybe.describe('The Markdown document; null for an entry'),
  })
}

export type MemoryPromoteResult = Output<typeof memoryPromoteOutput>

export interface PromoteRecordInput {
  readonly id: string
  /** A file for the document. Null for the file that the manifest names, or standard output. */
  readonly to: string | null
}

type Made = Pick<MemoryPromoteResult, 'to' | 'candidate' | 'document'>

/** Makes a candidate of a record. A person has to accept it: this does not write an authoritative document. */
export async function promoteRecord(
  deps: MemoryDeps,
  { id, to }: PromoteRecordInput,
): Promise<MemoryPromoteResult> {
  if (!isRecordId(id)) {
    const fix = 'An id looks like tmr_20260224t050000z_4f9a1c2b; "foreword memory list" shows them.'
    throw new Refusal('usage', `${JSON.stringify(id)} is not a record id.`, fix)
  }
  const { engine, project } = deps
  const source = await engine.loadManifest(project.manifestFile)
  const target = to === null ? source.manifest.memory.promote : undefined
  if (target !== undefined) await refuseUntrusted(deps, source)
  const promoted_at = getCurrentTime(deps)
  const made = await deps.with(false, async (open) => {
    const record = await sanitiseRecord(
      deps,
      source,
      requirePromotable(await findRecord(open, id), promoted_at),
    )
    const made = writeCandidate(deps, { record, promoted_at, to, target })
    const place = made.to ?? 'standard output'
    const body = { name: 'memory', act: 'promoted', record_id: id, to: place } as const
    const promotion = { at: promoted_at, to: place }
    const state = await open.store.promoteRecord(open.key, id, promotion, makeParcel(engine, 'event', body))
    if (state === 'promoted') return made
    throw state === 'gone' ? makeUnknownRecord(id) : makeAlreadyPromoted(id, 'meanwhile')
  })
  return { project: project.name, record_id: id, promoted_at, ...made }
}

async function findRecord({ store, key }: OpenMemory, id: string): Promise<StoredRecord> {
  const stored = (await store.records(key)).find(({ record }) => record.record_id === id)
  if (stored === undefined) throw makeUnknownRecord(id)
  return stored
}

function requirePromotable({ record, promoted }: StoredRecord, now: string): TacticalRecord {
  if (promoted !== null) throw makeAlreadyPromoted(record.record_id, `on ${promoted.at}, to ${promoted.to}`)
  if (!isExpired(record, now)) return record
  throw new Refusal(
    'unknown-record',
    `${record.record_id} expired at ${record.policy.ttl_expires_at}.`,
    'Expired records cannot be promoted. Add it again if it is still true.',
  )
}

/** Uses the classes that are prohibited now. They may have changed since the record was added. */
async function sanitiseRecord(
  { engine, project }: MemoryDeps,
  { manifest }: ManifestSource,
  record: TacticalRecord,
): Promise<TacticalRecord> {
  const sanitised = (await makeSanitiser(engine, project, manifest)).sanitise(record.content.text)
  if (sanitised.status !== 'blocked')
    return { ...record, content: { ...record.content, text: sanitised.text } }
  throw new Refusal('prohibited', `${record.record_id} was not promoted: ${sanitised.why}.`)
}

interface Making {
  readonly record: TacticalRecord
  readonly promoted_at: string
  readonly to: string | null
  readonly target: MemoryRules['promote'] | undefined
}

function writeCandidate(deps: MemoryDeps, { record, promoted_at, to, target }: Making): Made {
  if (target === undefined) {
    const document = formatCandidateDocument(record, promoted_at)
    if (to !== null) deps.writeNew(to, document)
    return { to, candidate: null, document }
  }
  const entry = buildCandidate(target.entry, record, promoted_at)
  try {
    deps.files.change(deps.place(target.file), (text) =>
      addCandidate(text, target, { entry, recordId: record.record_id }),
    )
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    throw new Refusal(
      'not-readable',
      `${target.file}:${error.line}:${error.column}: ${error.message}. The file was not changed.`,
      `Correct the file: it must be a JSON object with a list "${target.list}".`,
    )
  }
  return { to: target.file, candidate: entry, document: null }
}

/** A preset may name a file. A manifest that came with a repository may do so only if the user trusts it. */
async function refuseUntrusted({ engine, project }: MemoryDeps, { layers }: ManifestSource): Promise<void> {
  const isDeclared = layers.some(
    ({ data, shipped }) =>
      !shipped && isPlainObject(data) && isPlainObject(data.memory) && 'promote' in data.memory,
  )
  if (!isDeclared || isTrusted(await engine.trust(project))) return
  throw new Refusal(
    'not-trusted',
    'The manifest names the file for candidates (memory.promote), but the manifest is not trusted.',
    'Review it with "foreword trust", or give --to=FILE.',
  )
}

function makeUnknownRecord(id: string): Refusal {
  return new Refusal(
    'unknown-record',
    `Unknown record: ${id}.`,
    '"foreword memory list --expired" lists all records.',
  )
}

function makeAlreadyPromoted(id: string, how: string): Refusal {
  return new Refusal('unknown-record', `${id} was already promoted: ${how}.`)
}
