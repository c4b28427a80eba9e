import { z } from 'zod'
import { amountSchema, idSchema } from './id-schema.ts'

// The keys of a manifest for work items from outside and for their ranking.

const aMebibyte = 1024 * 1024

const adapter = z.strictObject({
  about: z.string().optional().describe('The kind of work, for readers of the manifest'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('A JSON file of work items in the project; without it, the plugin of the same name is called'),
  read: z
    .string()
    .min(1)
    .max(200)
    .default('items')
    .describe('The name to read below the address of the plugin'),
  stale_seconds: amountSchema
    .default(86_400)
    .describe('An item that was unchanged for longer than this when it was fetched is stale'),
  max_items: z.int().min(1).max(100).default(4).describe('The most items, the best ranked first'),
  timeout_seconds: z
    .number()
    .min(0.1)
    .max(60)
    .optional()
    .describe('The longest time for a plugin to answer; the user may set less (default: 5)'),
  max_bytes: z
    .int()
    .min(1)
    .max(4 * aMebibyte)
    .optional()
    .describe(
      'The largest file or answer; the default for a file is 1 MiB, and a plugin never exceeds the limit that the user set',
    ),
})

const weight = z.number().min(0).max(1)

const ranking = z.strictObject({
  weights: z
    .strictObject({
      lexical: weight.default(0.4).describe('Words of the task in the item'),
      evidence: weight.default(0.3).describe('Its priority'),
      outcome: weight.default(0.2).describe('Its state, by the order of states'),
      freshness: weight.default(0.1).describe('How recently it had changed when it was fetched'),
    })
    .prefault({})
    .describe('Weight of each score, to three decimals'),
  states: z
    .array(idSchema)
    .min(1)
    .default(['blocked', 'ready', 'priority', 'stale', 'unknown'])
    .describe('States of work items, the most important first; any other state counts as "unknown"'),
})

export const adapterKeys = {
  adapters: z
    .record(idSchema, adapter)
    .default({})
    .describe('Sources of work items: a file, or a plugin that the user has enabled'),
  ranking: ranking.prefault({}).describe('How work items are ranked'),
}

export type AdapterRule = z.output<typeof adapter>
export type RankingRule = z.output<typeof ranking>

/** The rule of an adapter that the manifest does not name. */
export const defaultAdapter: AdapterRule = adapter.parse({})
