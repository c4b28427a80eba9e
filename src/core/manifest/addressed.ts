import { z } from 'zod'
import { amount, id, oneOrMany } from './basics.ts'

// What a manifest says about things that have an address: documents, contexts, states, plugins, generated knowledge.

const status = z
  .strictObject({
    from: z.array(z.string().min(1)).min(1).default(['status']).describe('Fields that say it, in order'),
    values: z
      .record(id, z.array(z.string()))
      .describe(
        'Status → its spellings in a field or in the name of a file, from the first stage to the last',
      ),
  })
  .describe(
    'The stage of a document, from its fields or its name; where both say one, the later stage counts',
  )

const collection = z.strictObject({
  files: oneOrMany.describe('Paths or globs of the documents'),
  except: z.array(z.string()).default([]).describe('Names passed over, such as *.plan.md'),
  about: z.string().optional(),
  aliases: z.array(id).default([]).describe('Other names of the collection in an address'),
  digest: z
    .array(z.string().min(1))
    .min(1)
    .default(['decision', 'summary', '$lead'])
    .describe('Fields or headings whose first sentence says what a document decides, in order'),
  status: status.optional(),
  active: z.array(id).default([]).describe('The first document with one of these is the active one'),
  retired: z.array(id).default([]).describe('Documents with one of these are left out of digests'),
  plans: oneOrMany
    .optional()
    .describe('Where the plan of a document lies; {stem} and {number} are parts of its name'),
})

const context = z.union([
  z.strictObject({
    files: oneOrMany.describe('Paths or globs, joined in the order of their names'),
    about: z.string().optional(),
  }),
  z.strictObject({
    relevance: z
      .strictObject({
        around: z.array(id).min(1).describe('Collections whose active document the work is about'),
        files: oneOrMany.describe('Paths or globs of what may be relevant'),
        except: z.array(z.string()).default([]).describe('Paths or globs passed over'),
      })
      .describe('What is linked to the work at hand, with the reason'),
    about: z.string().optional(),
  }),
])

const state = z.union([
  z.strictObject({
    active: id.describe('The active document of a collection'),
    about: z.string().optional(),
  }),
  z.strictObject({
    tasks: id.describe('Open check boxes in the plan of the active document of a collection'),
    about: z.string().optional(),
  }),
  z.strictObject({
    session: z.literal(true).describe('What the session at hand was told'),
    about: z.string().optional(),
  }),
])

export const trigger = z
  .union([
    z.strictObject({
      on_change: z
        .string()
        .min(1)
        .describe('When what this address holds has changed; * for any source of the tier'),
    }),
    z.strictObject({ every_turns: z.int().min(1).describe('Each time so many turns have passed') }),
    z.strictObject({ on_tool_call: z.string().min(1).describe('When the agent has called this tool') }),
    z.strictObject({
      every: z
        .string()
        .regex(/^[1-9]\d{0,5}(s|m|h|d)$/, 'must be a number with s, m, h or d, such as 4h')
        .describe('When so much time has passed since the session was last told'),
    }),
  ])
  .describe('When a session that has begun is told again')

const salience = z.union([
  z.strictObject({
    commit_msg_pattern: z.string().min(1).max(256).describe('RE2 pattern in the message of a recent commit'),
  }),
  z.strictObject({
    file_annotation: z.string().min(1).max(100).describe('Text in a file that has changed'),
  }),
  z.strictObject({ keyword_match: oneOrMany.describe('Words in the task') }),
])

const plugin = z.strictObject({
  about: z.string().optional(),
  provides: z.array(id).default([]).describe('What can be read below its address'),
  salience_triggers: z
    .array(salience)
    .default([])
    .describe('Without one that fires, it is not started for a packet'),
  max_tokens: amount.optional().describe('Most that it may take of what its tier has left'),
  tier: id.optional().describe('Whose budget it shares'),
})

const knowledge = z.strictObject({
  from: oneOrMany.describe('Paths or globs of what is condensed'),
  to: z.string().min(1).describe('The file that is generated'),
  title: z.string().optional().describe('Its heading'),
  shape: z.enum(['digest', 'titles', 'whole']).default('digest'),
  digest: z
    .array(z.string().min(1))
    .min(1)
    .default(['decision', 'summary', '$lead'])
    .describe('Fields or headings whose first sentence stands for a document'),
  max_tokens: amount.optional().describe('Whole documents, from the first on, as far as this goes'),
})

const published = z.strictObject({
  file: z.string().min(1).describe('Where a project keeps its own manifest in the published form'),
  triggers: z
    .record(z.string(), trigger)
    .default({})
    .describe('What the names of published triggers stand for'),
})

export const addressed = {
  scheme: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, 'must be a scheme such as foreword')
    .refine((name) => name !== 'file' && name !== 'section', 'is a scheme of sources; choose another')
    .default('foreword')
    .describe('Addresses begin with it: scheme://docs/adrs/'),
  collections: z.record(id, collection).default({}).describe('Documents by type: scheme://docs/{type}/{id}'),
  contexts: z.record(id, context).default({}).describe('What belongs together: scheme://context/{scope}'),
  states: z.record(id, state).default({}).describe('What is the case now: scheme://state/{entity}'),
  plugins: z
    .record(id, plugin)
    .default({})
    .describe('Named here, enabled with their command by the user: scheme://{plugin}/'),
  knowledge: z
    .record(id, knowledge)
    .default({})
    .describe('Documents that foreword knowledge build generates'),
  published: published.optional().describe('Only in a preset: the form in which it was published'),
}

export type CollectionRule = z.output<typeof collection>
export type TriggerRule = z.output<typeof trigger>
export type SalienceRule = z.output<typeof salience>
export type PluginRule = z.output<typeof plugin>
export type KnowledgeRule = z.output<typeof knowledge>
