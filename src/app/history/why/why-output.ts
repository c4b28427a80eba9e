import { injectionLabelField, type Output, outputFields, type Zod } from '../../output/index.ts'
import { skippedField } from '../skipped-injection.ts'

export function whyOutput(z: Zod) {
  const { text, maybe, count, lines } = outputFields(z)
  const label = injectionLabelField(z)
  return z.strictObject({
    project: text,
    injection: label,
    asked: text,
    asked_as: z.enum(['text', 'path']),
    skipped: skippedField(z),
    found: z.array(
      z.strictObject({
        section: maybe,
        source: maybe,
        lines: lines.nullable(),
        computed_from: z.strictObject({ path: text, line: count.nullable() }).nullable(),
        packet_line: count,
        text,
        commit: z.strictObject({ id: text, date: text, author: text, summary: text }).nullable(),
        state: z.enum(['committed', 'uncommitted', 'unknown']),
      }),
    ),
    more: count,
    absent: z.array(
      z.strictObject({
        section: maybe,
        source: maybe,
        lines: lines.nullable(),
        reason: z.enum(['left-out', 'reduced', 'redacted', 'unread', 'undeclared', 'unknown']),
        detail: text,
      }),
    ),
  })
}

export type WhyResult = Output<typeof whyOutput>
export type WhyHit = WhyResult['found'][number]
export type WhyAbsence = WhyResult['absent'][number]
