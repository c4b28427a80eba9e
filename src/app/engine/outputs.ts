import { decisionField, type Output, outputFields, receiptField, type Zod } from '../output/index.ts'

export function assembleOutput(z: Zod) {
  const { text, maybe, amount, maybeAmount } = outputFields(z)
  return z.strictObject({
    injection_id: text,
    level: text,
    total: amount,
    measure: maybe,
    budget: maybeAmount,
    output: text,
    kept: z.enum(['store', 'spool', 'nowhere', 'off']),
    warnings: z.array(text),
  })
}

export function explainOutput(z: Zod) {
  const { text } = outputFields(z)
  const receipt = receiptField(z)
  const decision = decisionField(z)
  return z.strictObject({
    packet: text,
    receipt,
    decisions: z.array(decision).exactOptional().describe('With --debug'),
  })
}

export type AssembleResult = Output<typeof assembleOutput>
export type PacketExplanation = Output<typeof explainOutput>
