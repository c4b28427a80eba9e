import { z } from 'zod'
import { idSchema } from './id-schema.ts'

/** The file must not be one that other programs obey, so it ends with .json and is not in .git. */
const path = /^(?![/~@])(?!(?:.*\/)?\.{1,2}\/)(?!(?:.*\/)?\.git\/)[^\\\0-\x1f:]+\.json$/

/** The names that the template of a candidate may use. */
export const candidateNames = [
  ...['record_id', 'title', 'text', 'content_class', 'tags', 'captured_at', 'captured_by', 'promoted_at'],
  ...['source_kind', 'source_ref', 'source_refs', 'git_head', 'retention_class', 'ttl_expires_at'],
] as const

const promote = z.strictObject({
  file: z
    .string()
    .regex(path, 'must be a path in the project that ends with .json')
    .describe('A JSON file in the project'),
  list: z.string().min(1).describe('Key of the list to append the entry to'),
  entry: z
    .record(z.string(), z.unknown())
    .describe(
      `The entry: a JSON template whose "$name" strings are filled in: ${candidateNames.map((name) => `$${name}`).join(', ')}`,
    ),
  empty: z.record(z.string(), z.unknown()).default({}).describe('Content of a new file beside the list'),
})

/** Tactical memory: notes of sessions that expire and are never authoritative. */
export const memorySchema = z
  .strictObject({
    classes: z
      .array(idSchema)
      .min(1)
      .default([
        'implementation_note',
        'governance_context',
        'decision_signal',
        'risk_note',
        'task_state',
        'reference_excerpt',
        'incident_note',
      ])
      .describe('Content classes of records; the first is the default'),
    retention: z
      .record(idSchema, z.int().min(1).max(3650))
      .default({ short: 7, standard: 30, extended: 90 })
      .describe('Retention class → days until a record expires'),
    default_retention: idSchema
      .optional()
      .describe('Retention class of a record that names none (default: standard, else the first one)'),
    promote: promote
      .optional()
      .describe('The file for promoted records, as candidates; without it, each becomes a Markdown document'),
  })
  .prefault({})
  .describe('Tactical memory: notes with an expiry that are never authoritative')

export type MemoryRules = z.output<typeof memorySchema>
