import { isExpired, type StoredRecord, sourceKinds } from '../../../core/sources/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'

/** A record of tactical memory as commands show it. */
export function shownRecordField(z: Zod) {
  const { text, maybe, count, time } = outputFields(z)
  return z.strictObject({
    record_id: text.describe('tmr_…'),
    captured_at: time,
    source: z.strictObject({ source_kind: z.enum(sourceKinds), source_ref: maybe, captured_by: maybe }),
    provenance: z.strictObject({
      origin_command: text,
      source_refs: z.array(text),
      git_head: maybe.describe('The commit that was checked out'),
    }),
    content: z.strictObject({ text, content_class: text, tags: z.array(text) }),
    policy: z.strictObject({ ttl_expires_at: time, retention_class: text }),
    sanitization: z.strictObject({
      status: z.enum(['clean', 'redacted']),
      redaction_actions: z.array(z.strictObject({ class: text, action: z.enum(['redact', 'drop']), count })),
    }),
    authoritative: z.literal(false),
    state: z.enum(['active', 'expired', 'promoted']),
    promoted: z.strictObject({ at: time, to: text }).nullable(),
  })
}

export type ShownRecord = Output<typeof shownRecordField>

export function toShownRecord({ record, promoted }: StoredRecord, now: string): ShownRecord {
  const state = promoted !== null ? 'promoted' : isExpired(record, now) ? 'expired' : 'active'
  return { ...record, state, promoted }
}
