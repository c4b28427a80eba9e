import { type Output, outputFields, type Zod } from '../../output/index.ts'

/** Does not hold the value of any secret. */
export function scrubOutput(z: Zod) {
  const { text, maybe, count } = outputFields(z)
  const finding = findingFields(z)
  return z.strictObject({
    findings: z
      .array(z.strictObject(finding))
      .describe('Findings that are neither on the allow-list nor in the baseline'),
    files: count.describe('Number of searched texts'),
    skipped: z.array(
      z.strictObject({ file: text, reason: z.enum(['link', 'special', 'binary', 'too large']) }),
    ),
    unreadable: z.array(z.strictObject({ file: text, reason: text })),
    counts: z.record(text, count).describe('Findings by rule'),
    hidden: z.record(text, count).describe('Number of hidden texts by kind'),
    allowed: z.array(z.strictObject({ ...finding, reason: text })),
    known: z.array(z.strictObject(finding)).describe('Findings in the baseline'),
    stale: z
      .array(z.strictObject({ line: count, reason: text }))
      .describe('Entries of the allow-list that matched no finding'),
    baseline: z.strictObject({ gone: count, wrote: maybe }).nullable(),
  })
}

/** The position of a secret. Lines and columns count from 1. */
function findingFields(z: Zod) {
  const { text, count } = outputFields(z)
  return {
    file: text,
    line: count,
    column: count.describe('In UTF-16 code units, from 1'),
    end_line: count,
    end_column: count.describe('Column after the last character'),
    rule: text,
    fingerprint: text.describe(
      'Keyed with the salt of the baseline; without a baseline, it is different in each run',
    ),
  }
}

export type ScrubResult = Output<typeof scrubOutput>
export type ScrubFinding = ScrubResult['findings'][number]
export type AllowedFinding = ScrubResult['allowed'][number]
