import { diagnosticCodes } from '../../../core/values/index.ts'
import type { StoreTrouble } from '../../../ports/index.ts'
import {
  diagnosticField,
  type Output,
  outputFields,
  requireExactType,
  sourcesField,
  type Zod,
} from '../../output/index.ts'

/** The content at an address, as it was sent: redacted, within its budget, and recorded. */
export function readOutput(z: Zod) {
  const { text, maybe, amount, maybeAmount, digest } = outputFields(z)
  const diagnostic = diagnosticField(z)
  return z.strictObject({
    injection_id: text,
    address: text,
    text,
    tokens: amount,
    measure: maybe,
    budget: maybeAmount,
    digest,
    cut: z.boolean(),
    sources: sourcesField(z),
    diagnostics: z.array(diagnostic),
    kept: z.enum(['store', 'spool', 'nowhere', 'off']),
    troubles: z.array(
      requireExactType<StoreTrouble>()(
        z.strictObject({
          code: z.enum(Object.keys(diagnosticCodes) as StoreTrouble['code'][]),
          detail: text,
        }),
      ),
    ),
  })
}

export function lsOutput(z: Zod) {
  const { text, maybe, count } = outputFields(z)
  return z.strictObject({
    scheme: text,
    entries: z.array(
      z.strictObject({
        address: text,
        kind: z.enum(['collection', 'document', 'context', 'state', 'project', 'plugin']),
        about: maybe,
        tier: maybe,
        status: maybe,
        title: maybe,
        documents: count.nullable(),
        path: maybe,
        nothing: maybe,
      }),
    ),
  })
}

export type ReadResult = Output<typeof readOutput>
export type ListResult = Output<typeof lsOutput>
export type ListedAddress = ListResult['entries'][number]
