import type { FallbackRule } from '../../manifest/index.ts'
import { Refusal } from '../../values/index.ts'
import type { DocumentLimits } from './partition-account.ts'

/** The numbers that are tried, by name; the first needs no fallback. */
export interface AttemptLimits extends DocumentLimits {
  readonly name: string
}

const first = 'none'

/** What is tried, in order: the numbers as they are, then each step of the fallback up to the one that was named. */
export function listAttempts(
  limits: DocumentLimits,
  rule: FallbackRule | undefined,
  upTo: string | null,
): readonly AttemptLimits[] {
  const steps = Object.entries(rule?.steps ?? {})
  const last = upTo ?? rule?.default ?? first
  const names = [first, ...steps.map(([name]) => name)]
  if (!names.includes(last)) {
    throw new Refusal('usage', `There is no fallback "${last}".`, `Use ${names.join(', ')}.`)
  }
  const allowed = steps.slice(0, names.indexOf(last))
  return [{ name: first, ...limits }, ...allowed.map(([name, step]) => ({ name, ...widened(limits, step) }))]
}

function widened(limits: DocumentLimits, step: FallbackRule['steps'][string]): DocumentLimits {
  if ('unlimited' in step) return { documents: null, excerpt: null }
  const grown = (number: number | null, least: number) =>
    number === null ? null : Math.max(least, Math.floor(number * step.times))
  return {
    documents: grown(limits.documents, step.documents),
    excerpt: grown(limits.excerpt, step.excerpt),
  }
}
