import { severities } from '../../core/check/index.ts'
import { type Output, outputFields, type Zod } from '../output/index.ts'

export function checkOutput(z: Zod) {
  const { text, maybe, count } = outputFields(z)
  const finding = z.strictObject({
    code: text,
    severity: z.enum(severities),
    file: text,
    line: count.nullable().describe('From 1; null if the finding is about the whole file'),
    message: text,
    expected: text,
    advice: text,
    agent: z
      .strictObject({ id: text, version: text })
      .nullable()
      .describe('The agent that it holds for, and the version on which that was measured'),
    fingerprint: text.describe('Stays the same while the line moves'),
  })
  return z.strictObject({
    project: text,
    files: count.describe('Number of files in the project'),
    checked: count.describe('Number of texts for agents among them'),
    findings: z.array(finding).describe('Without those in the baseline'),
    counts: z.strictObject({ error: count, warning: count, notice: count }),
    known: count.describe('Findings in the baseline'),
    baseline: z.strictObject({ gone: count, wrote: maybe }).nullable(),
    failed: z.boolean().describe('Whether a finding reaches the severity that fails the check'),
  })
}

export type CheckResult = Output<typeof checkOutput>
export type CheckFinding = CheckResult['findings'][number]
