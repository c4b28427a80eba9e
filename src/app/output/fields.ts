import type { Zod } from './schema.ts'

/** The kinds of fields that most outputs have. */
export function outputFields(z: Zod) {
  const text = z.string()
  const count = z.int().nonnegative()
  const amount = z.number()
  const range = z.tuple([count, count])
  return {
    text,
    maybe: text.nullable(),
    count,
    amount,
    maybeAmount: amount.nullable(),
    digest: text.describe('sha256:… in hexadecimal digits'),
    time: text.describe('ISO 8601, UTC'),
    lines: range.describe('First and last line, from 1'),
    gaps: z.array(range).describe('First and last missing entry of each gap'),
  }
}
