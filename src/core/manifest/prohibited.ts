import { z } from 'zod'
import { id, ruleSet } from './basics.ts'

// Content that may not enter a packet from a source nobody answers for, nor lie in a record of tactical memory.

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
  sets: z.array(ruleSet).default([]).describe('Sets of redaction rules whose finds are of this class'),
  rules: z
    .array(z.string())
    .default([])
    .describe('Single rules: of redaction, known-value, or the name of a pattern in redact.patterns'),
  patterns: z
    .record(id, z.string().min(1).max(256))
    .default({})
    .describe('Own rules by name: regular expressions in RE2 syntax, run in linear time'),
  words: z
    .array(word)
    .default([])
    .describe(
      'Whole words and phrases; one without a small letter counts in capitals only, others in any case',
    ),
  names: z
    .array(name)
    .default([])
    .describe(
      'Names whose value is of this class: behind = or : whatever it looks like, in a sentence ("is") and behind --name where it looks like one: api_key, password',
    ),
  action: z
    .enum(['redact', 'drop'])
    .default('redact')
    .describe('Replace what was found by the marker, or let go of the whole text'),
  marker: marker.default('[REDACTED]').describe('Stands where something of this class was replaced'),
  markers: z
    .record(z.string(), marker)
    .default({})
    .describe(
      'By rule, where one of its rules has a marker of its own; "name" and "word" for names and words',
    ),
})

export const prohibited = z
  .record(id, prohibitedClass)
  .default({})
  .describe(
    'Prohibited classes of content, on top of the built-in ones; a class with the name of a built-in one takes its place',
  )

export type ProhibitedRule = z.output<typeof prohibitedClass>
