import { z } from 'zod'
import { adapterKeys } from './adapters.ts'
import { addressKeys, triggerSchema } from './address-keys.ts'
import { bundleSchema, fallbackSchema, levelDocumentKeys, tierDocumentKeys } from './documents.ts'
import { amountSchema, idSchema, ruleSetSchema } from './id-schema.ts'
import { journalSchema } from './journal.ts'
import { memorySchema } from './memory.ts'
import { prohibitedSchema } from './prohibited.ts'
import { reducerSchema, sectionSchema } from './section.ts'

// The manifest language, declared once. Validation, defaults, the JSON Schema for editors and the reference page come from it.

const level = z.strictObject({
  budget: amountSchema.describe('Amount allotted to the whole packet, wrapper included'),
  over_budget: z
    .enum(['note', 'refuse'])
    .default('note')
    .describe('If protected sections alone exceed the budget: add a diagnostic, or refuse'),
  ...levelDocumentKeys,
})

const customLevel = z.strictObject({
  min: amountSchema.describe('A smaller number is refused'),
  max: amountSchema.describe('A larger number becomes this one'),
  bands: z
    .array(z.strictObject({ from: amountSchema, like: z.string() }))
    .min(1)
    .describe('From this number on, a custom level behaves like the named level'),
  slack_to: idSchema
    .optional()
    .describe(
      'The section whose cap grows by the difference between the number and the budget of the named level',
    ),
})

/** Far beyond these amounts, context competes with the task. */
const defaultLevels = { minimal: { budget: 600 }, standard: { budget: 1500 }, full: { budget: 3000 } }

const tier = z.strictObject({
  budget: amountSchema.optional().describe('Hard limit for all its sections together'),
  delivery: z
    .enum(['push', 'declare', 'pull'])
    .default('push')
    .describe('push: in the packet; declare: only its address in the packet; pull: only on demand'),
  authority: z.enum(['rule', 'fact', 'signal']).default('fact').describe('How far the agent may rely on it'),
  collections: z
    .enum(['whole', 'digest'])
    .default('whole')
    .describe('whole: all documents of a collection; digest: one line for each'),
  refresh: z.array(triggerSchema).default([]).describe('When changed sections of the tier are sent again'),
  staleness_days: z.int().min(1).optional().describe('A warning names documents that are older than this'),
  ...tierDocumentKeys,
})

const yieldStep = z.strictObject({
  section: idSchema,
  by: reducerSchema,
  above: amountSchema.optional().describe('Only while the section is larger than this'),
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
    .describe('Attributes of the wrapper; {injection_id} and other request values are filled in'),
  task_tag: z.string().regex(xmlName).default('task'),
  cut_marker: line.default('...[cut]...').describe('Replaces text that was cut out'),
  omissions: z
    .enum(['comment', 'none'])
    .default('comment')
    .describe(
      'comment: tell the model in a comment what was left out and how to get it, if the budget allows',
    ),
})

const redaction = z.strictObject({
  sets: z
    .array(ruleSetSchema)
    .min(1)
    .default(['default'])
    .describe(
      'Sets of rules: default finds secrets, published has the fifteen published patterns, personal finds personal data',
    ),
  add: z.array(z.string()).default([]).describe('Single rules beside the sets'),
  marker: line.default('[REDACTED]'),
  labels: z
    .boolean()
    .default(false)
    .describe('Markers name the rule, and the same secret gets the same number: [REDACTED:aws-access-key#1]'),
  patterns: z
    .record(idSchema, z.string().min(1).max(256))
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
    .describe('Values that are redacted everywhere, also base64- and URL-encoded'),
})

export const manifestSchema = z.strictObject({
  foreword: z.literal(1).describe('Version of the manifest language'),
  name: idSchema,
  about: z.string().optional(),
  extends: z.string().optional().describe('preset:name, or a manifest path relative to this file'),
  generated_at: z.string().optional().describe('Time of the last build; foreword knowledge build writes it'),
  // YAML reads an abbreviated commit of digits only as a number.
  source_commit: z
    .union([z.string(), z.number()])
    .optional()
    .describe('Commit of the last build; foreword knowledge build writes it'),
  vars: z.record(z.string(), z.string()).default({}).describe('Fill {placeholders} in source URIs'),
  measure: z.enum(['o200k', 'chars/4', 'chars', 'lines']).default('o200k'),
  levels: z.record(z.string(), level).prefault(defaultLevels),
  default_level: z.string().default('standard'),
  custom_level: customLevel
    .optional()
    .describe('Numbers as levels; default: 300 up to the ceiling, if the manifest declares no levels'),
  ceiling: amountSchema.default(4000).describe('No packet exceeds it'),
  intents: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe('Intent → words of a task; the first intent with a whole-word match wins'),
  tiers: z.record(idSchema, tier).default({}),
  refresh: z
    .strictObject({
      cooldown_seconds: amountSchema.default(30).describe('Shortest time between two refreshes of a session'),
    })
    .prefault({})
    .describe('How a running session is sent changed sections again'),
  sections: z.record(idSchema, sectionSchema).describe('In packet order'),
  ...addressKeys,
  ...adapterKeys,
  precedence: z
    .array(yieldStep)
    .default([])
    .describe('Sections that give way if the packet is over budget, first to last'),
  fallback: fallbackSchema.optional(),
  bundle: bundleSchema.optional(),
  journal: journalSchema.optional(),
  redact: redaction.prefault({}),
  prohibited: prohibitedSchema,
  memory: memorySchema,
  exclude: z.array(z.string()).default([]).describe('Paths that are never read, beside the built-in list'),
  render: render.prefault({}),
  record: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Template of context.json: JSON whose "$name" strings are filled from the receipt'),
})

export type ManifestInput = z.input<typeof manifestSchema>
export type Manifest = z.output<typeof manifestSchema>
export type RenderRule = z.output<typeof render>
export type TierRule = z.output<typeof tier>

/** Builds the schema for editors: `# yaml-language-server: $schema=…`. */
export function buildManifestJsonSchema(): Record<string, unknown> {
  return {
    title: 'foreword manifest',
    ...z.toJSONSchema(manifestSchema, { io: 'input', target: 'draft-2020-12' }),
  }
}
