import { type Output, outputFields, receiptField, type Zod } from '../../output/index.ts'

export function initOutput(z: Zod) {
  return z.union([placedOutput(z), proposalOutput(z)])
}

function placedOutput(z: Zod) {
  const { text } = outputFields(z)
  return z
    .array(
      z.strictObject({
        path: text,
        state: z.enum(['written', 'kept', 'would write']),
        because: text.exactOptional(),
      }),
    )
    .describe('With --preset')
}

function proposalOutput(z: Zod) {
  const { text, maybe } = outputFields(z)
  const receipt = receiptField(z)
  return z
    .strictObject({
      path: text,
      state: z.enum(['proposed', 'written', 'kept']),
      preset: maybe,
      manifest: text,
      found: z.array(z.strictObject({ path: text, use: text })),
      first: z.array(text),
      agents: z.array(z.strictObject({ id: text, title: text, installed: z.boolean() })),
      receipt: receipt.nullable(),
    })
    .describe('Without')
}

export type PlacedFile = Output<typeof placedOutput>[number]
export type Proposal = Output<typeof proposalOutput>
