import { sourceKinds } from '../../../core/sources/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'

export function memoryAddOutput(z: Zod) {
  const { text } = outputFields(z)
  const shownRecord = recordFields(z)
  return z.strictObject({ project: text, record: z.strictObject(shownRecord) })
}

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
          ...recordFields(z),
          score: amount.describe('From 0 to 1'),
          why: z.array(text).describe('The matching words of the query, and where they occur'),
        }),
      )
      .describe('By score, then newest first, then by id'),
  })
}

export function memoryListOutput(z: Zod) {
  const { text, count } = outputFields(z)
  const shownRecord = recordFields(z)
  return z.strictObject({
    project: text,
    authoritative: z.literal(false),
    total: count.describe('Number of records, including those that are not shown'),
    records: z.array(z.strictObject(shownRecord)).describe('Newest first'),
  })
}

export function memoryPruneOutput(z: Zod) {
  const { text, count } = outputFields(z)
  return z.strictObject({
    project: text,
    dry_run: z.boolean(),
    records: z.array(text).describe('Ids of records that were deleted, or would be with --dry-run'),
    left: count,
    overwritten: z
      .boolean()
      .nullable()
      .describe('False if old copies may still be on the disk; null if nothing was deleted'),
  })
}

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

function recordFields(z: Zod) {
  const { text, maybe, count, time } = outputFields(z)
  return {
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
  }
}

export type MemoryAddResult = Output<typeof memoryAddOutput>
export type MemorySearchResult = Output<typeof memorySearchOutput>
export type MemoryListResult = Output<typeof memoryListOutput>
export type MemoryPruneResult = Output<typeof memoryPruneOutput>
export type MemoryPromoteResult = Output<typeof memoryPromoteOutput>
export type ShownRecord = MemoryAddResult['record']
