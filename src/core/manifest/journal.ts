import { z } from 'zod'

/** What may stand in braces in the name of a journal's file. */
const journalNames = ['date', 'n', 'slug'] as const

/** What may stand in braces in its text. */
const journalFields = [
  ...['date', 'time', 'session', 'agent', 'model', 'status', 'accomplishments'],
  ...['commits', 'done', 'changed', 'open', 'failures', 'next'],
] as const

const braces = /\{([^{}]*)\}/g
const only = (known: readonly string[]) => (text: string) =>
  [...text.matchAll(braces)].every(([, name = '']) => known.includes(name))
const list = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

/** What a repository brings must not be able to have a file written that another program obeys. */
const path = /^(?!\/)(?!(?:.*\/)?\.)[^\\\0-\x1f]+\.md$/

export const journal = z
  .strictObject({
    when: z.literal('session-end').describe('When it is written'),
    file: z
      .string()
      .regex(
        path,
        'must be a path in the project that ends with .md, with no name in it that begins with a dot',
      )
      .refine(only(journalNames), `may have ${list(journalNames)} in braces, and nothing else`)
      .default('session-journals/{date}-{n}-{slug}.md')
      .describe(
        `Where it goes: ${list(journalNames)} are filled in; a file that is there is never overwritten`,
      ),
    template: z
      .string()
      .min(1)
      .refine(only(journalFields), `may have ${list(journalFields)} in braces, and nothing else`)
      .optional()
      .describe(
        `Its text: ${list(journalFields)} are filled in; a line or a paragraph whose fields are all empty is left out`,
      ),
  })
  .describe('A journal of each session, for the next one to read; none is written without this')

export type JournalRule = z.output<typeof journal>
