import type { Comparison, Rate, Report } from '../../core/history/index.ts'
import { type Output, outputFields, requireExactType, type Zod } from '../output/index.ts'

export function reportOutput(z: Zod) {
  const { text, maybe, count, time } = outputFields(z)
  const rate = rateField(z)
  const comparison = comparisonField(z)
  return requireExactType<Report & { project: string; since: string | null }>()(
    z.strictObject({
      project: text,
      since: time.nullable(),
      runs: count,
      interrupted: count.describe('Runs that the user stopped; not counted in any rate'),
      checked: count.describe('Runs that a command of --check judged'),
      context: comparison,
      levels: z.array(z.strictObject({ ...rate.shape, level: maybe })),
      agents: z.array(z.strictObject({ agent: text, all: rate, context: comparison })),
      sections: z.array(z.strictObject({ ...comparison.shape, section: text })),
      notes: z.array(text),
    }),
  )
}

function rateField(z: Zod) {
  const { count, maybeAmount } = outputFields(z)
  return requireExactType<Rate>()(
    z.strictObject({
      runs: count,
      successes: count,
      rate: maybeAmount,
      low: maybeAmount,
      high: maybeAmount,
    }),
  )
}

function comparisonField(z: Zod) {
  const { maybeAmount } = outputFields(z)
  const rate = rateField(z)
  return requireExactType<Comparison>()(
    z.strictObject({
      with: rate,
      without: rate,
      difference: maybeAmount,
      low: maybeAmount,
      high: maybeAmount,
      verdict: z.enum(['better', 'worse', 'no difference seen', 'too little data']),
    }),
  )
}

export type ReportResult = Output<typeof reportOutput>
