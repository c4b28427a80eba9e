import { type Output, outputFields, type Zod } from '../output/index.ts'

/** Injections after `latest` that sent nothing, newest first. */
export function skippedField(z: Zod) {
  const { text } = outputFields(z)
  return z
    .array(z.strictObject({ injection_id: text, reason: text }))
    .describe('Refused injections that "latest" passed over, newest first')
}

export type SkippedInjection = Output<typeof skippedField>[number]
