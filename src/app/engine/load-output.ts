import { type Output, outputFields, type Zod } from '../output/index.ts'

/** Why each document is in a bundle, and why each that could be is not. */
export function loadOutput(z: Zod) {
  const { text, maybe, amount, maybeAmount } = outputFields(z)
  return z
    .strictObject({
      task: z.strictObject({ intent: text, word: maybe.describe('The word of the task that shows it') }),
      level: text,
      attempts: z.array(
        z.strictObject({
          name: text,
          documents: maybeAmount,
          excerpt: maybeAmount,
          success: z.boolean().describe('Whether every tier that is needed has a document'),
        }),
      ),
      partitions: z.array(
        z.strictObject({
          tier: text,
          documents: maybeAmount,
          used: amount,
          refused: amount,
          unnamed: amount.describe('How many of those are not named'),
        }),
      ),
      selected: z.array(
        z.strictObject({
          path: text,
          tier: maybe,
          why: text,
          size: amount,
          original_size: maybeAmount.describe('Null where nobody knows: only the beginning was read'),
          truncated: z.boolean(),
        }),
      ),
      refused: z.array(z.strictObject({ path: text, tier: maybe, why: text })),
      refused_count: amount.describe('With those that are not named'),
      nothing: z
        .array(z.strictObject({ source: text, why: text }))
        .describe('Where nothing was found, or nothing was looked for'),
      asked: z.array(z.record(text, z.unknown())).describe('Adapters, and how that ended'),
    })
    .describe('With --explain')
}

export type LoadExplanation = Output<typeof loadOutput>
