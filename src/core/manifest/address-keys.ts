import { z } from 'zod'
import { amountSchema, idSchema, stringOrListSchema } from './id-schema.ts'

// The keys of a manifest for everything that has an address: documents, contexts, states, plugins, generated knowledge.

const status = z
  .strictObject({
    from: z.array(z.string().min(1)).min(1).default(['status']).describe('Fields with the status, in order'),
    values: z
      .record(idSchema, z.array(z.string()))
      .describe(
        'Status → its spellings in a field or in the name of a file, from the first stage to the last',
      ),
  })
  .describe('The stage of a document, from its fields or its name; if they differ, the later stage counts')

const collection = z.strictObject({
  files: stringOrListSchema.describe('Paths or globs of the documents'),
  except: z.array(z.string()).default([]).describe('Names to skip, such as *.plan.md'),
  about: z.string().optional(),
  aliases: z.array(idSchema).default([]).describe('Other names of the collection in an address'),
  digest: z
    .array(z.string().min(1))
    .min(1)
    .default(['decision', 'summary', '$lead'])
    .describe('Fields or headings whose first sentence tells what the document decides, in order'),
  status: status.optional(),
  active: z
    .array(idSchema)
    .default([])
    .describe('Statuses of active documents; the first document with one of them is the active one'),
  retired: z.array(idSchema).default([]).describe('Statuses of retired documents, which digests leave out'),
  plans: stringOrListSchema
    .optional()
    .describe('Path of the plan of a document; {stem} and {number} are parts of the name of the document'),
})

const context = z.union([
  z.strictObject({
    files: stringOrListSchema.describe('Paths or globs, joined in the order of their names'),
    about: z.string().optional(),
  }),
  z.strictObject({
    relevance: z
      .strictObject({
        around: z.array(idSchema).min(1).describe('Collections whose active document the work is about'),
        files: stringOrListSchema.describe('Paths or globs of the documents that may be relevant'),
        except: z.array(z.string()).default([]).describe('Paths or globs to skip'),
      })
      .describe('Documents that are linked to the work at hand, with the reasons'),
    about: z.string().optional(),
  }),
])

const state = z.union([
  z.strictObject({
    active: idSchema.describe('The active document of a collection'),
    about: z.string().optional(),
  }),
  z.strictObject({
    tasks: idSchema.describe('Open check boxes in the plan of the active document of a collection'),
    about: z.string().optional(),
  }),
  z.strictObject({
    session: z.literal(true).describe('The content that the current session was sent'),
    about: z.string().optional(),
  }),
])

export const triggerSchema = z
  .union([
    z.strictObject({
      on_change: z
        .string()
        .min(1)
        .describe('When the content of this address has changed; * for any source of the tier'),
    }),
    z.strictObject({ every_turns: z.int().min(1).describe('Each time this many turns have passed') }),
    z.strictObject({ on_tool_call: z.string().min(1).describe('When the agent has called this tool') }),
    z.strictObject({
      every: z
        .string()
        .regex(/^[1-9]\d{0,5}(s|m|h|d)$/, 'must be a number with s, m, h or d, such as 4h')
        .describe('When this much time has passed since the session was last sent context'),
    }),
  ])
  .describe('When a running session is sent changed sections again')

const salience = z.union([
  z.strictObject({
    commit_msg_pattern: z.string().min(1).max(256).describe('RE2 pattern in the message of a recent commit'),
  }),
  z.strictObject({
    file_annotation: z.string().min(1).max(100).describe('Text in a file that has changed'),
  }),
  z.strictObject({ keyword_match: stringOrListSchema.describe('Words in the task') }),
])

const plugin = z.strictObject({
  about: z.string().optional(),
  provides: z.array(idSchema).default([]).describe('Names that can be read below its address'),
  salience_triggers: z
    .array(salience)
    .default([])
    .describe('The plugin is started for a packet only if one of these fires'),
  max_tokens: amountSchema.optional().describe("The most it may take of the rest of its tier's budget"),
  tier: idSchema.optional().describe('The tier whose budget it shares'),
})

const knowledge = z.strictObject({
  from: stringOrListSchema.describe('Paths or globs of the documents to condense'),
  to: z.string().min(1).describe('The file that is generated'),
  title: z.string().optional().describe('Its heading'),
  shape: z.enum(['digest', 'titles', 'whole']).default('digest'),
  digest: z
    .array(z.string().min(1))
    .min(1)
    .default(['decision', 'summary', '$lead'])
    .describe('Fields or headings whose first sentence represents the document'),
  max_tokens: amountSchema
    .optional()
    .describe('The most tokens; whole documents from the first on are taken until the next would exceed it'),
})

const published = z.strictObject({
  file: z.string().min(1).describe("Path of a project's own manifest in the published form"),
  triggers: z
    .record(z.string(), triggerSchema)
    .default({})
    .describe('Name of a published trigger → its meaning'),
})

export const addressKeys = {
  scheme: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, 'must be a scheme such as foreword')
    .refine((name) => name !== 'file' && name !== 'section', 'is a scheme of sources; choose another one')
    .default('foreword')
    .describe('Start of all addresses: scheme://docs/adrs/'),
  collections: z
    .record(idSchema, collection)
    .default({})
    .describe('Documents by type: scheme://docs/{type}/{id}'),
  contexts: z
    .record(idSchema, context)
    .default({})
    .describe('Documents that belong together: scheme://context/{scope}'),
  states: z.record(idSchema, state).default({}).describe('Current state: scheme://state/{entity}'),
  plugins: z
    .record(idSchema, plugin)
    .default({})
    .describe('Plugins, which the user enables with their command: scheme://{plugin}/'),
  knowledge: z
    .record(idSchema, knowledge)
    .default({})
    .describe('Documents that foreword knowledge build generates'),
  published: published.optional().describe('Only in a preset: the published form of its manifests'),
}

export type CollectionRule = z.output<typeof collection>
export type TriggerRule = z.output<typeof triggerSchema>
export type SalienceRule = z.output<typeof salience>
export type PluginRule = z.output<typeof plugin>
export type KnowledgeRule = z.output<typeof knowledge>
