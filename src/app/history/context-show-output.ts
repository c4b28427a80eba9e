import {
  deliveryField,
  injectionLabelField,
  logRowField,
  type Output,
  outputFields,
  trustField,
  type Zod,
} from '../output/index.ts'

export function contextShowOutput(z: Zod) {
  const { text, maybe, count, amount, maybeAmount, digest } = outputFields(z)
  const delivery = deliveryField(z)
  const label = injectionLabelField(z)
  const row = logRowField(z)
  const state = stateField(z)
  return z.strictObject({
    project: text,
    manifest: z.strictObject({
      name: text,
      digest,
      changed: z.boolean().nullable(),
      checksum: digest,
      trust: trustField(z),
      trusted_at: maybe,
      generated_at: maybe,
      source_commit: maybe,
    }),
    refused: maybe.describe('Why hooks send nothing now; null if they send the sections below'),
    level: text,
    measure: text,
    budget: amount,
    total: amount,
    last: label.nullable(),
    delivery,
    tiers: z.array(
      z.strictObject({
        tier: text,
        budget: maybeAmount,
        actual: amount,
        delivery: z.enum(['push', 'declare', 'pull']),
        refresh: z.array(text),
        staleness_days: maybeAmount,
        sections: z.array(
          z.strictObject({
            section: text,
            state,
            size: maybeAmount,
            cap: maybeAmount,
            why: maybe,
            address: maybe,
            sources: z.array(
              z.strictObject({
                uri: text,
                boundary: z.enum(['system', 'project', 'session']),
                state,
                detail: maybe,
                digest: digest.nullable(),
                sent: digest.nullable(),
              }),
            ),
          }),
        ),
      }),
    ),
    mcp_tools: z
      .strictObject({ count, tokens: count.describe('o200k') })
      .describe('Cost of the tool list of foreword mcp in every session'),
    trail: z.array(row),
  })
}

/** `ready`: not sent yet. `stale`: changed since it was sent. */
function stateField(z: Zod) {
  return z.enum(['injected', 'ready', 'refused', 'inactive', 'absent', 'unavailable', 'stale', 'over budget'])
}

export type ContextShowResult = Output<typeof contextShowOutput>
export type ContextSection = ContextShowResult['tiers'][number]['sections'][number]
export type SourceState = ContextSection['state']
export type Boundary = ContextSection['sources'][number]['boundary']
