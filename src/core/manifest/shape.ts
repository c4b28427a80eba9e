import { z } from 'zod'

const field = z.strictObject({
  label: z.string().min(1).describe('The name in the packet'),
  from: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      'Keys or headings to look for, in order; $title, $lead, $date, $heading(Pattern *) and $if(Heading *, value) are computed',
    ),
  as: z
    .enum(['line', 'list', 'block', 'date'])
    .default('line')
    .describe('One line, bullets, everything below the heading, or a calendar date'),
  values: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Canonical value → accepted spellings; other values are kept, with a warning'),
  take: z
    .enum(['first', 'last', 'all'])
    .default('first')
    .describe(
      'Which of several places with the name: the first, the last, or all; a one-line field with all joins the values of its names',
    ),
  within: z.string().optional().describe('Search only below the heading of this other field'),
  unless: z.array(z.string()).optional().describe('Skip a heading whose text contains one of these words'),
})

export const shapeSchema = z.union([
  z
    .enum(['raw', 'clean', 'whole', 'titles', 'tasks'])
    .describe(
      'raw: the document without front matter and comments; clean: the same without badges, images, HTML, tables of contents and lists of sponsors (the default for a README); whole: the document as written; titles: one line with its title and first sentence; tasks: its open check boxes under their headings',
    ),
  z.strictObject({
    digest: z
      .array(z.string().min(1))
      .min(1)
      .describe('One line: the title, and the first sentence of the first of these fields or headings'),
  }),
  z.strictObject({
    fields: z.array(field).min(1),
    rest: z
      .enum(['drop', 'keep'])
      .default('drop')
      .describe(
        'keep: one-line fields first, then the document in its own order under canonical labels; drop: only the fields',
      ),
    otherwise: z
      .enum(['raw', 'drop'])
      .default('drop')
      .describe('The shape of a document without any of the fields'),
  }),
])

export type FieldRule = z.output<typeof field>
