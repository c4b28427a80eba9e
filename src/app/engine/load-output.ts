import { type Output, outputFields, type Zod } from '../output/index.ts'

/** Why each document is in a bundle, and why other candidates are not. */
export function loadOutput(z: Zod) {
  const { text, maybe, amount, maybeAmount } = outputFields(z)
  return z
    .strictObject({
      task: z.strictObject({
        intent: text,
        word: maybe.describe('The word of the task that shows the intent'),
      }),
      level: text,
      attempts: z.array(
        z.strictObject({
          name: text,
          documents: maybeAmount,
          excerpt: maybeAmount,
          success: z.boolean().describe('Whether every required tier has a document'),
        }),
      ),
      partitions: z.array(
        z.strictObject({
          tier: text,
          documents: maybeAmount,
          used: amount,
          refused: amount,
          unnamed: amount.describe('Number of refused documents that are not listed'),
        }),
      ),
      selected: z.array(
        z.strictObject({
          path: text,
          tier: maybe,
          why: text,
          size: amount,
          original_size: maybeAmount.describe('Null if unknown because only the beginning was read'),
          truncated: z.boolean(),
        }),
      ),
      refused: z.array(z.strictObject({ path: text, tier: maybe, why: text })),
      refused_count: amount.describe('Includes the documents that are not listed'),
      nothing: z
        .array(z.strictObject({ source: text, why: text }))
        .describe('Sources in which nothing was found, or that were not read'),
      asked: z.array(z.record(text, z.unknown())).describe('Results of the adapters and of tactical memory'),
    })
    .describe('With --explain')
}

export type LoadExplanation = Output<typeof loadOutput>
