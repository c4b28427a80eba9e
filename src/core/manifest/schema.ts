import { z } from 'zod'
import { addressed, trigger } from './addressed.ts'
import { amount, id, oneOrMany } from './basics.ts'
import { reducerNames } from './reducer.ts'

// The manifest language, declared once: validation, defaults, the JSON Schema for editors and the reference
// page are all projections of this value.

const reducer = z
  .string()
  .regex(/^[a-z-]+(\(.*\))?$/, 'must look like name or name(argument, …)')
  .describe(`How to shorten: ${reducerNames.join(', ')}; arguments in parentheses`)

const when = z
  .strictObject({
    level: oneOrMany.optional().describe('Only at these levels'),
    role: oneOrMany.optional().describe('Only for these roles'),
    intent: oneOrMany.optional().describe('Only when the task has one of these intents'),
    agent: oneOrMany.optional().describe('Only for these agents'),
    trigger: oneOrMany.optional().describe('Only when one of these triggers caused the request'),
    flag: oneOrMany.optional().describe('Only when one of these opt-in flags is set'),
    rework: z.boolean().optional().describe('Only for (or not for) a repeated attempt'),
  })
  .describe('All conditions must hold; a list means any of')

const field = z.strictObject({
  label: z.string().min(1).describe('The name the packet shows'),
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
    .describe('Canonical value → spellings accepted for it; anything else is kept and warned about'),
  take: z
    .enum(['first', 'last', 'all'])
    .default('first')
    .describe(
      'Which of several places with the name: the first, the last, or all; a one-line field with all joins what its names say',
    ),
  within: z.string().optional().describe('Look only below the heading that this other field took'),
  unless: z.array(z.string()).optional().describe('Skip a heading whose text contains one of these words'),
})

const shape = z.union([
  z
    .enum(['raw', 'whole', 'titles', 'tasks'])
    .describe(
      'raw: the document without front matter and comments; whole: as it is written; titles: one line, its title and first sentence; tasks: its open check boxes under their headings',
    ),
  z.strictObject({
    digest: z
      .array(z.string().min(1))
      .min(1)
      .describe('One line: its title, and the first sentence of the first of these fields or headings'),
  }),
  z.strictObject({
    fields: z.array(field).min(1),
    rest: z
      .enum(['drop', 'keep'])
      .default('drop')
      .describe(
        'keep: the fields that stand alone first, then the document in its own order under canonical labels',
      ),
    otherwise: z
      .enum(['raw', 'drop'])
      .default('drop')
      .describe('What to do with a document in which no field was found'),
  }),
])

const stub = z
  .strictObject({
    max_chars: amount.describe('A document with a body no longer than this is a stub'),
    unless: z.array(z.string()).default([]).describe('… unless it contains one of these'),
  })
  .describe('Candidates to pass over while a better one exists')

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
    shape: shape.optional(),
    stub: stub.optional(),
    allow_external: z
      .boolean()
      .optional()
      .describe('May lie outside of the project; counts only in a manifest that is trusted'),
    allow_sensitive: z
      .boolean()
      .optional()
      .describe('May have a name that is never read otherwise; counts only in a manifest that is trusted'),
  }),
])

const decay = z.strictObject({
  by: z.enum(['days', 'transitions', 'turns']).default('days').describe('What age is counted in'),
  steps: z
    .array(
      z.strictObject({
        upto: amount.optional().describe('Greatest age this step holds for; the last step may leave it out'),
        use: reducer,
        name: id.optional().describe('What the receipt calls this treatment'),
      }),
    )
    .min(1),
})

const section = z.strictObject({
  heading: z
    .string()
    .regex(/^[^\n\r<>]+$/, 'must be one line without < and >')
    .optional()
    .describe('Shown in the packet; default: the id in capitals'),
  about: z.string().optional().describe('One line about the section, shown where only its address is'),
  tier: id.optional(),
  sources: z.array(source).min(1).describe('The first that resolves is used'),
  select: select.default('first'),
  missing: z
    .enum(['fail', 'warn', 'skip'])
    .default('warn')
    .describe('When no source resolves: refuse the request, warn, or leave out silently'),
  when: when.optional(),
  shape: shape.default('raw'),
  cap: z
    .union([amount, z.record(z.string(), amount)])
    .optional()
    .describe('Most the section may take, for all levels or per level'),
  over_cap: z
    .enum(['cut', 'cut-middle', 'documents', 'keep'])
    .default('cut')
    .describe(
      'cut: the end goes; cut-middle: the end stays; documents: whole documents go, from the last; keep: never shortened, only reported',
    ),
  protected: z.boolean().default(false).describe('Never dropped or shortened to make room for others'),
  decay: decay.optional(),
})

const level = z.strictObject({
  budget: amount.describe('Amount allotted to the whole packet, wrapper included'),
  over_budget: z
    .enum(['note', 'refuse'])
    .default('note')
    .describe('When protected sections alone exceed the budget: say so, or refuse'),
})

const customLevel = z.strictObject({
  min: amount.describe('A smaller number is refused'),
  max: amount.describe('A larger number becomes this one'),
  bands: z
    .array(z.strictObject({ from: amount, like: z.string() }))
    .min(1)
    .describe('From which number on a custom level behaves like which named level'),
  slack_to: id
    .optional()
    .describe('The section whose cap grows by what the number has above the budget of the level it is like'),
})

const tier = z.strictObject({
  budget: amount.optional().describe('Shared by its sections, hard'),
  delivery: z
    .enum(['push', 'declare', 'pull'])
    .default('push')
    .describe('In the packet, named in the packet with its address, or only on demand'),
  authority: z
    .enum(['rule', 'fact', 'signal'])
    .default('fact')
    .describe('How far the receiver may rely on it'),
  collections: z
    .enum(['whole', 'digest'])
    .default('whole')
    .describe('Whether a collection stands here document by document, or as one line each'),
  refresh: z.array(trigger).default([]).describe('When its sections are sent again, if they have changed'),
  staleness_days: z.int().min(1).optional().describe('A document older than this is named in a warning'),
})

const yieldStep = z.strictObject({
  section: id,
  by: reducer,
  above: amount.optional().describe('Only while the section is larger than this'),
})

const line = z.string().regex(/^.+$/, 'must be one line and not empty')
const xmlName = /^[A-Za-z_][\w.-]*$/

const render = z.strictObject({
  format: z.enum(['xml+markdown', 'markdown', 'plain', 'json']).default('xml+markdown'),
  tag: z.string().regex(xmlName).default('context').describe('The wrapper element'),
  attributes: z
    .record(
      z.string().regex(xmlName, 'must be a letter or "_", then letters, digits, ".", "-" or "_"'),
      z.string(),
    )
    .default({})
    .describe('Of the wrapper; {injection_id} and other request values are filled in'),
  task_tag: z.string().regex(xmlName).default('task'),
  cut_marker: line.default('...[cut]...').describe('Stands where text was cut out'),
  omissions: z
    .enum(['comment', 'none'])
    .default('comment')
    .describe('Tell the model in one comment what was left out and how to get it, where there is room'),
})

const redaction = z.strictObject({
  sets: z
    .array(z.enum(['default', 'published', 'personal']))
    .min(1)
    .default(['default'])
    .describe('Sets of rules: what finds secrets; the fifteen published patterns; personal data'),
  add: z.array(z.string()).default([]).describe('Single rules on top of the sets'),
  marker: line.default('[REDACTED]'),
  labels: z
    .boolean()
    .default(false)
    .describe(
      'Markers say which rule hit, and the same secret gets the same number: [REDACTED:aws-access-key#1]',
    ),
  patterns: z
    .record(id, z.string().min(1).max(256))
    .default({})
    .describe('Own rules by name: regular expressions in RE2 syntax, run in linear time'),
  known: z
    .strictObject({
      files: z
        .array(z.string())
        .default(['.env', '.env.*'])
        .describe('Files of NAME=value lines in the project root whose values are secret'),
      variables: z.array(z.string()).default([]).describe('Environment variables whose values are secret'),
    })
    .prefault({})
    .describe('Values that are redacted wherever they stand, also base64- and URL-encoded'),
})

export const manifestSchema = z.strictObject({
  foreword: z.literal(1).describe('Version of the manifest language'),
  name: id,
  about: z.string().optional(),
  extends: z.string().optional().describe('preset:name, or a manifest path relative to this file'),
  generated_at: z.string().optional().describe('Written by foreword knowledge build: when it last built'),
  // Seven hexadecimal digits can look like a number.
  source_commit: z
    .union([z.string(), z.number()])
    .optional()
    .describe('Written by foreword knowledge build: the commit it built from'),
  vars: z.record(z.string(), z.string()).default({}).describe('Fill {placeholders} in source URIs'),
  measure: z.enum(['o200k', 'chars/4', 'chars', 'lines']).default('o200k'),
  levels: z.record(z.string(), level),
  default_level: z.string(),
  custom_level: customLevel.optional(),
  ceiling: amount.describe('No packet ever exceeds it'),
  intents: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe('Intent → words that show it in a task; the first intent with a whole-word match wins'),
  tiers: z.record(id, tier).default({}),
  refresh: z
    .strictObject({
      cooldown_seconds: amount.default(30).describe('A session is told again at most this often'),
    })
    .prefault({})
    .describe('How a session that has begun is told again'),
  sections: z.record(id, section).describe('In packet order'),
  ...addressed,
  precedence: z.array(yieldStep).default([]).describe('Who gives way when over budget, first to last'),
  redact: redaction.prefault({}),
  exclude: z.array(z.string()).default([]).describe('Paths never read, on top of the built-in list'),
  render: render.prefault({}),
  record: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Shape of context.json: a JSON template whose "$name" strings are filled from the receipt'),
})

export type ManifestInput = z.input<typeof manifestSchema>
export type Manifest = z.output<typeof manifestSchema>
export type SectionRule = Manifest['sections'][string]
export type SourceRule = Exclude<SectionRule['sources'][number], string>
export type Shape = SectionRule['shape']
export type FieldRule = z.output<typeof field>
export type When = z.output<typeof when>
export type StubRule = z.output<typeof stub>
export type Select = z.output<typeof select>
export type RenderRule = z.output<typeof render>
export type TierRule = z.output<typeof tier>

/** For editors: `# yaml-language-server: $schema=…`. */
export function manifestJsonSchema(): Record<string, unknown> {
  return {
    title: 'foreword manifest',
    ...z.toJSONSchema(manifestSchema, { io: 'input', target: 'draft-2020-12' }),
  }
}
