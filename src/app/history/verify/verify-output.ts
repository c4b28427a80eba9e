import { ledgerHeadField, type Output, outputFields, type Zod } from '../../output/index.ts'

export function verifyOutput(z: Zod) {
  const { text, maybe, count, time, gaps } = outputFields(z)
  return z.strictObject({
    project: text,
    uid: text,
    holds: z.boolean(),
    entries: count,
    head: ledgerHeadField(z).nullable(),
    fault: z
      .strictObject({
        seq: count,
        what: z.enum(['altered', 'removed', 'reordered', 'inserted', 'rewritten']),
        detail: text,
        injection_id: maybe,
      })
      .nullable(),
    pruned: z.strictObject({ texts: count, accounts: count }),
    lost: gaps,
    clock_back: count,
    checkpoint: z
      .strictObject({
        file: text,
        seq: count,
        at: time,
        signer: text,
        known: z.enum(['this machine', 'named']),
      })
      .nullable(),
    wrote: z.strictObject({ file: text, signer: text }).nullable(),
  })
}

export type VerifyResult = Output<typeof verifyOutput>
