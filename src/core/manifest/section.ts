import { z } from 'zod'
import { amountSchema, idSchema, stringOrListSchema } from './id-schema.ts'
import { reducerNames } from './reducer.ts'
import { shapeSchema } from './shape.ts'

export const reducerSchema = z
  .string()
  .regex(/^[a-z-]+(\(.*\))?$/, 'must look like name or name(argument, …)')
  .describe(`How to shorten: ${reducerNames.join(', ')}; arguments in parentheses`)

const when = z
  .strictObject({
    level: stringOrListSchema.optional().describe('Only at these levels'),
    role: stringOrListSchema.optional().describe('Only for these roles'),
    intent: stringOrListSchema.optional().describe('Only when the task has one of these intents'),
    agent: stringOrListSchema.optional().describe('Only for these agents'),
    trigger: stringOrListSchema.optional().describe('Only when one of these triggers caused the request'),
    flag: stringOrListSchema.optional().describe('Only when one of these opt-in flags is set'),
    rework: z.boolean().optional().describe('Only for (or not for) a repeated attempt'),
  })
  .describe('All conditions must hold; a list means any of')

const stub = z
  .strictObject({
    max_chars: amountSchema.describe('A document with a body no longer than this is a stub'),
    unless: z.array(z.string()).default([]).describe('… unless it contains one of these'),
  })
  .describe('Candidates to skip while a better one exists')

const select = z
  .enum(['first', 'latest', 'all', 'intent'])
  .describe(
    'Which of several matches: first by name, latest by date in the name, all, or those named after the intent',
  )

const source = z.union([
  z.string(),
  z.strictObject({
    uri: z
      .string()
      .describe(
        'file:path or glob, file:@root/path, an address such as foreword://docs/adrs/, or section:id for the sources of another section',
      ),
    select: select.optional(),
    shape: shapeSchema.optional(),
    stub: stub.optional(),
    allow_external: z
      .boolean()
      .optional()
      .describe('May be outside of the project; ignored unless the manifest is trusted'),
    allow_sensitive: z
      .boolean()
      .optional()
      .describe('May have a name on the deny-list; ignored unless the manifest is trusted'),
  }),
])

const order = z
  .strictObject({
    register: z.string().min(1).describe('A JSON file of the project that has an entry for each document'),
    list: z.string().min(1).describe('The key of its entries; dots separate nested keys'),
    path: z.string().min(1).describe('The key of an entry that names the document'),
    newest: z.string().min(1).describe('The key of an entry that holds its date'),
    where: z.record(z.string(), z.string()).default({}).describe('Only entries that have these values count'),
  })
  .describe(
    'Newest first, by the dates of a register; documents without a date follow, in reverse order of their names',
  )

const fact = z.union([
  z.string().min(1),
  z.strictObject({
    count: z.string().min(1).describe('A list in the document'),
    where: z.record(z.string(), z.string()).default({}).describe('Only entries that have these values'),
  }),
])

const decay = z.strictObject({
  by: z.enum(['days', 'transitions', 'turns']).default('days').describe('Unit of age'),
  steps: z
    .array(
      z.strictObject({
        upto: amountSchema
          .optional()
          .describe('The greatest age for this step; the last step may leave it out'),
        use: reducerSchema,
        name: idSchema.optional().describe('The name of this step in the receipt'),
      }),
    )
    .min(1),
})

export const sectionSchema = z.strictObject({
  heading: z
    .string()
    .regex(/^[^\n\r<>]+$/, 'must be one line without < and >')
    .optional()
    .describe('Shown in the packet; default: the id in capitals'),
  about: z
    .string()
    .optional()
    .describe('One line about the section, shown if the packet has only its address'),
  tier: idSchema.optional(),
  sources: z.array(source).min(1).describe('The first that resolves is used'),
  select: select.default('first'),
  each: z
    .boolean()
    .default(false)
    .describe('Make a section of each document of all sources, ordered by source and then by name'),
  most: z.int().min(1).optional().describe('With each: the most documents'),
  order: order.optional(),
  labels: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      'Labels of each document in a bundle; {section}, {intent}, {pattern}, {path} and facts of the source are filled in',
    ),
  expect: z.enum(['json']).optional().describe('Format of the document; a warning reports any other'),
  facts: z
    .record(idSchema, fact)
    .default({})
    .describe('Name → fact of a JSON document for the bundle: a key, with dots for nested keys, or a count'),
  missing: z
    .enum(['fail', 'warn', 'skip'])
    .default('warn')
    .describe('If no source resolves: refuse the request, warn, or leave the section out silently'),
  when: when.optional(),
  shape: shapeSchema.default('raw'),
  cap: z
    .union([amountSchema, z.record(z.string(), amountSchema)])
    .optional()
    .describe('Most the section may take, for all levels or per level'),
  over_cap: z
    .enum(['cut', 'cut-middle', 'prefix', 'documents', 'borrow', 'keep'])
    .default('cut')
    .describe(
      'cut: remove the end; cut-middle: remove the middle; prefix: remove the end at the exact character, without a marker; documents: remove whole documents from the end; borrow: use the room that other sections leave free, and go back to the cap, to the end of a sentence or an item, when the packet is over its budget; keep: never shorten, only warn',
    ),
  protected: z
    .boolean()
    .default(false)
    .describe(
      'Never dropped or shortened to make room for other sections; the output limit of a hook may still cut it, and the receipt says so',
    ),
  decay: decay.optional(),
})

export type SectionRule = z.output<typeof sectionSchema>
export type SourceRule = Exclude<SectionRule['sources'][number], string>
export type Shape = SectionRule['shape']
export type SectionCondition = z.output<typeof when>
export type StubRule = z.output<typeof stub>
export type Selector = z.output<typeof select>
export type OrderRule = z.output<typeof order>
export type FactRule = z.output<typeof fact>
