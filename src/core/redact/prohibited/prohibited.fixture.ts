import type { ProhibitedRule } from '../../manifest/index.ts'
import type { OutsideRule } from '../span.ts'
import { listProhibitedClasses } from './prohibited-classes.ts'
import { createSanitiser, type Sanitiser } from './sanitise.ts'

/** A class with some of it set. */
export function classOf(over: Partial<ProhibitedRule>): ProhibitedRule {
  return {
    sets: [],
    rules: [],
    patterns: {},
    words: [],
    names: [],
    markers: {},
    action: 'redact',
    marker: '[REDACTED]',
    ...over,
  }
}

export function sanitiserWith(
  own: Record<string, ProhibitedRule> = {},
  outside: readonly OutsideRule[] = [],
): Sanitiser {
  return createSanitiser({ classes: listProhibitedClasses(own), outside })
}

export const { sanitise } = sanitiserWith()
