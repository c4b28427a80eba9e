import { z } from 'zod'
import { amount, id } from './basics.ts'

// What a manifest says about work items that come from outside, and in which order they count.

const aMebibyte = 1024 * 1024

const adapter = z.strictObject({
  about: z.string().optional().describe('What kind of work it tells of, for people'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('A JSON file of work items in the project; without one, the plugin of this name is asked'),
  read: z.string().min(1).max(200).default('items').describe('What a plugin is asked for, below its address'),
  stale_seconds: amount
    .default(86_400)
    .describe('An item is stale that had not changed for longer than this when it was fetched'),
  max_items: z.int().min(1).max(100).default(4).describe('Most items of it, the best ranked first'),
  timeout_seconds: z
    .number()
    .min(0.1)
    .max(60)
    .optional()
    .describe('Longest time for a plugin to answer, where the user does not allow less (5 unless they say)'),
  max_bytes: z
    .int()
    .min(1)
    .max(4 * aMebibyte)
    .optional()
    .describe('Largest answer: of a file 1 MiB unless said, of a plugin no more than the user allows'),
})

const weight = z.number().min(0).max(1)

const ranking = z.strictObject({
  weights: z
    .strictObject({
      lexical: weight.default(0.4).describe('Words of the task that the item has'),
      evidence: weight.default(0.3).describe('Its priority'),
      outcome: weight.default(0.2).describe('Its state, by the order of states'),
      freshness: weight.default(0.1).describe('How recently it had changed when it was fetched'),
    })
    .prefault({})
    .describe('How much each kind of score counts, to three decimals'),
  states: z
    .array(id)
    .min(1)
    .default(['blocked', 'ready', 'priority', 'stale', 'unknown'])
    .describe('States of work items, from what counts most; any other is taken for "unknown"'),
})

export const adapters = {
  adapters: z
    .record(id, adapter)
    .default({})
    .describe('Where work items come from: a file, or a plugin that the user has enabled'),
  ranking: ranking.prefault({}).describe('Which work items count most'),
}

export type AdapterRule = z.output<typeof adapter>
export type RankingRule = z.output<typeof ranking>

/** For one that no manifest names. */
export const defaultAdapter: AdapterRule = adapter.parse({})
