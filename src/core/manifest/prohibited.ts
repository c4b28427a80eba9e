import { z } from 'zod'
import { idSchema, ruleSetSchema } from './id-schema.ts'

// Content that may not enter a packet from an unverified source, and may not be stored in tactical memory.

const marker = z
  .string()
  .regex(
    /^\[[A-Z][A-Z0-9_]{0,62}\]$/,
    'must be capitals, digits and "_" in square brackets, such as [REDACTED_SECRET]',
  )

const word = z.string().regex(/^\S(?:.{0,126}\S)?$/, 'must be one line of at most 128 characters')

const name = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    'must be a name: letters, digits, "-" or "_", starting with a letter',
  )

const prohibitedClass = z.strictObject({
  sets: z
    .array(ruleSetSchema)
    .default([])
    .describe('Sets of redaction rules whose matches belong to this class'),
  rules: z
    .array(z.string())
    .default([])
    .describe('Single rules: a redaction rule, known-value, or a name in redact.patterns'),
  patterns: z
    .record(idSchema, z.string().min(1).max(256))
    .default({})
    .describe('Own rules by name: regular expressions in RE2 syntax, run in linear time'),
  words: z
    .array(word)
    .default([])
    .describe(
      'Whole words and phrases; one without lower-case letters matches only in capitals, others in any case',
    ),
  names: z
    .array(name)
    .default([])
    .describe(
      'Names whose value belongs to this class, such as api_key and password: any value after = or :, and a value that looks like a secret after "is" or --name',
    ),
  action: z
    .enum(['redact', 'drop'])
    .default('redact')
    .describe('Replace each match by the marker, or drop the whole text'),
  marker: marker.default('[REDACTED]').describe('Replaces content of this class'),
  markers: z
    .record(z.string(), marker)
    .default({})
    .describe('Rule → its own marker; "name" and "word" stand for names and words'),
})

export const prohibitedSchema = z
  .record(idSchema, prohibitedClass)
  .default({})
  .describe(
    'Prohibited classes of content, beside the built-in ones; a class with the name of a built-in class replaces it',
  )

export type ProhibitedRule = z.output<typeof prohibitedClass>
