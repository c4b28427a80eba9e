import { z } from 'zod'

/** Placeholders for the file name of a journal. */
const journalNames = ['date', 'n', 'slug'] as const

/** Placeholders for the text of a journal. */
const journalFields = [
  ...['date', 'time', 'session', 'agent', 'model', 'status', 'accomplishments'],
  ...['commits', 'done', 'changed', 'open', 'failures', 'next'],
] as const

const braces = /\{([^{}]*)\}/g
const only = (known: readonly string[]) => (text: string) =>
  [...text.matchAll(braces)].every(([, name = '']) => known.includes(name))
const list = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

/** The manifest of a repository must not make foreword write a file that another program obeys. */
const path = /^(?!\/)(?!(?:.*\/)?\.)[^\\\0-\x1f]+\.md$/

export const journalSchema = z
  .strictObject({
    when: z.literal('session-end').describe('When it is written'),
    file: z
      .string()
      .regex(path, 'must be a path in the project that ends with .md and has no part that starts with a dot')
      .refine(only(journalNames), `may contain only these placeholders: ${list(journalNames)}`)
      .default('session-journals/{date}-{n}-{slug}.md')
      .describe(
        `Path of the journal: ${list(journalNames)} are filled in; an existing file is never overwritten`,
      ),
    template: z
      .string()
      .min(1)
      .refine(only(journalFields), `may contain only these placeholders: ${list(journalFields)}`)
      .optional()
      .describe(
        `Text of the journal: ${list(journalFields)} are filled in; a line or a paragraph whose fields are all empty is left out`,
      ),
  })
  .describe('The journal of a session, for the next session to read; without this key, foreword writes none')

export type JournalRule = z.output<typeof journalSchema>
