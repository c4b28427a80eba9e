import { type Output, outputFields, type Zod } from '../../output/index.ts'

/** No value of a secret is in it. */
export function scrubOutput(z: Zod) {
  const { text, maybe, count } = outputFields(z)
  const finding = findingFields(z)
  return z.strictObject({
    findings: z.array(z.strictObject(finding)).describe('Neither allowed nor known'),
    files: count.describe('Texts that were looked through'),
    skipped: z.array(
      z.strictObject({ file: text, reason: z.enum(['link', 'special', 'binary', 'too large']) }),
    ),
    unreadable: z.array(z.strictObject({ file: text, reason: text })),
    counts: z.record(text, count).describe('Findings by rule'),
    hidden: z.record(text, count).describe('Pieces of hidden text by kind'),
    allowed: z.array(z.strictObject({ ...finding, reason: text })),
    known: z.array(z.strictObject(finding)).describe('In the baseline'),
    stale: z
      .array(z.strictObject({ line: count, reason: text }))
      .describe('Entries of the allow-list that matched nothing'),
    baseline: z.strictObject({ gone: count, wrote: maybe }).nullable(),
  })
}

/** Where a secret stands. Lines and columns count from 1. */
function findingFields(z: Zod) {
  const { text, count } = outputFields(z)
  return {
    file: text,
    line: count,
    column: count.describe('In UTF-16 code units, from 1'),
    end_line: count,
    end_column: count.describe('Behind the last one'),
    rule: text,
    fingerprint: text.describe('Keyed with the salt of the baseline; without one, of this call alone'),
  }
}

export type ScrubResult = Output<typeof scrubOutput>
export type ScrubFinding = ScrubResult['findings'][number]
export type AllowedFinding = ScrubResult['allowed'][number]
