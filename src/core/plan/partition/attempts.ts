import type { FallbackRule } from '../../manifest/index.ts'
import { Refusal } from '../../values/index.ts'
import type { DocumentLimits } from './document-selection.ts'

/** The limits of an attempt. The first attempt is without a fallback. */
export interface AttemptLimits extends DocumentLimits {
  readonly name: string
}

const first = 'none'

/** Lists the attempts in order: the limits as they are, then each step of the fallback up to `upTo`. */
export function listAttempts(
  limits: DocumentLimits,
  rule: FallbackRule | undefined,
  upTo: string | null,
): readonly AttemptLimits[] {
  const steps = Object.entries(rule?.steps ?? {})
  const last = upTo ?? rule?.default ?? first
  const names = [first, ...steps.map(([name]) => name)]
  if (!names.includes(last)) {
    throw new Refusal('usage', `Unknown fallback: "${last}".`, `Use ${names.join(', ')}.`)
  }
  const allowed = steps.slice(0, names.indexOf(last))
  return [
    { name: first, ...limits },
    ...allowed.map(([name, step]) => ({ name, ...applyStep(limits, step) })),
  ]
}

function applyStep(limits: DocumentLimits, step: FallbackRule['steps'][string]): DocumentLimits {
  if ('unlimited' in step) return { documents: null, excerpt: null }
  const raise = (number: number | null, least: number) =>
    number === null ? null : Math.max(least, Math.floor(number * step.times))
  return {
    documents: raise(limits.documents, step.documents),
    excerpt: raise(limits.excerpt, step.excerpt),
  }
}
