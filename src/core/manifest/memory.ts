import { z } from 'zod'
import { id } from './basics.ts'

/** The file that a promoted record goes to is a person's to accept; what a manifest may name is told apart from what programs obey. */
const path = /^(?![/~@])(?!(?:.*\/)?\.{1,2}\/)(?!(?:.*\/)?\.git\/)[^\\\0-\x1f:]+\.json$/

/** The names that may stand in the entry of a candidate. */
export const candidateNames = [
  ...['record_id', 'title', 'text', 'content_class', 'tags', 'captured_at', 'captured_by', 'promoted_at'],
  ...['source_kind', 'source_ref', 'source_refs', 'git_head', 'retention_class', 'ttl_expires_at'],
] as const

const promote = z.strictObject({
  file: z
    .string()
    .regex(path, 'must be a path in the project that ends with .json')
    .describe('A JSON file in the project'),
  list: z.string().min(1).describe('The list in it, by its key, that an entry is appended to'),
  entry: z
    .record(z.string(), z.unknown())
    .describe(
      `The entry: a JSON template whose "$name" strings are filled in: ${candidateNames.map((name) => `$${name}`).join(', ')}`,
    ),
  empty: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('What the file holds besides the list when it is made'),
})

/** Tactical memory: notes of sessions, which nothing follows from. */
export const memory = z
  .strictObject({
    classes: z
      .array(id)
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
      .describe('Content classes that a record can have; the first is that of a record that names none'),
    retention: z
      .record(id, z.int().min(1).max(3650))
      .default({ short: 7, standard: 30, extended: 90 })
      .describe('Retention class → after how many days a record expires'),
    default_retention: id
      .optional()
      .describe('Of a record that names none (default: standard, else the first one)'),
    promote: promote
      .optional()
      .describe('Where a promoted record becomes a candidate; without it, it becomes a Markdown document'),
  })
  .prefault({})
  .describe('Tactical memory: notes with an expiry that are never authoritative')

export type MemoryRules = z.output<typeof memory>
