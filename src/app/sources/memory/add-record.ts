import {
  draftRecord,
  type RecordInput,
  resolveRetention,
  type TacticalRecord,
} from '../../../core/sources/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'
import { makeParcel } from '../../record/index.ts'
import { makeSanitiser } from '../../redaction/index.ts'
import { getCurrentTime, type MemoryDeps } from './memory-deps.ts'
import { shownRecordField, toShownRecord } from './shown-record.ts'

export function memoryAddOutput(z: Zod) {
  const { text } = outputFields(z)
  return z.strictObject({ project: text, record: shownRecordField(z) })
}

export type MemoryAddResult = Output<typeof memoryAddOutput>

export interface AddRecordInput extends RecordInput {
  readonly retention: string | null
  /** ISO 8601, UTC. Null for the latest time that the retention class allows. */
  readonly expires: string | null
}

const dayMs = 86_400_000
const maxTries = 5

/** Removes prohibited content before a store is opened, so that a blocked text leaves no trace. */
export async function addRecord(deps: MemoryDeps, input: AddRecordInput): Promise<MemoryAddResult> {
  const { engine, project } = deps
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const now = getCurrentTime(deps)
  const retention = resolveRetention(input.retention, manifest.memory)
  const policy = {
    ttl_expires_at: resolveExpiry(input.expires, now, retention),
    retention_class: retention.name,
  }
  const sanitiser = await makeSanitiser(engine, project, manifest)
  const draft = (): TacticalRecord =>
    draftRecord(input, {
      rules: manifest.memory,
      sanitiser,
      now,
      random: engine.ids.random(8),
      head: engine.commit(project.root),
      command: 'foreword memory add',
      policy,
    })
  let record = draft()
  await deps.with(true, async ({ store, key }) => {
    for (let tries = 0; tries < maxTries; tries++) {
      const digest = engine.hash(JSON.stringify(record))
      const body = { name: 'memory', act: 'added', record_id: record.record_id, digest } as const
      if (await store.keepRecord(key, record, makeParcel(engine, 'event', body))) return
      // Almost never: another record of the same second has the same random letters.
      record = draft()
    }
    throw new Refusal('store-unavailable', `The record ${record.record_id} already exists.`, 'Try again.')
  })
  return { project: project.name, record: toShownRecord({ record, promoted: null }, now) }
}

function resolveExpiry(
  requested: string | null,
  now: string,
  { name, days }: { readonly name: string; readonly days: number },
): string {
  const latest = new Date(Date.parse(now) + days * dayMs).toISOString()
  if (requested === null) return latest
  if (requested <= now)
    throw new Refusal('usage', `A record cannot expire at ${requested}: that is in the past.`)
  if (requested <= latest) return requested
  throw new Refusal(
    'usage',
    `Records of the retention class "${name}" expire after ${days} days, but ${requested} is later.`,
    'Choose a longer class with --retention, or leave out --expires.',
  )
}
