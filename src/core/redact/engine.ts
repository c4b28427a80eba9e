import { createScan, type Scan } from './create-scan.ts'
import { createHiddenFinder, type FindHidden } from './hidden/find-hidden.ts'
import { personalFinders } from './personal/index.ts'
import type { Finder } from './published/finders.ts'
import { publishedFinders } from './published/index.ts'
import { redactionRules } from './redaction-rules.ts'

/** A set of rules, ready to run. */
export interface RedactionEngine {
  readonly scan: Scan
  /** Rules that have a search of their own. */
  readonly finders: readonly { readonly rule: string; readonly find: Finder }[]
  /** Finds nothing if the rule for hidden text is not selected. */
  readonly findHidden: FindHidden
  /** The rank of a rule. If two rules find the same text, the lower rank names it. Rules from outside rank first. */
  order(rule: string): number
}

/** Creating an engine takes longer than scanning a page, so keep it to redact many texts. */
export function createEngine(rules: readonly string[]): RedactionEngine {
  let places: ReadonlyMap<string, number> | undefined
  const ruleSet = new Set(rules)
  if (redactionRules.filter((rule) => ruleSet.has(rule)).length < ruleSet.size) {
    const unknown = rules.find((rule) => !redactionRules.includes(rule))
    throw new Error(`unknown redaction rule "${unknown}"`)
  }
  const finders = [...publishedFinders, ...personalFinders]
    .filter(([rule]) => ruleSet.has(rule))
    .map(([rule, find]) => ({ rule, find }))
  return {
    scan: createScan(ruleSet),
    finders,
    findHidden: ruleSet.has('hidden-text') ? createHiddenFinder() : () => [],
    order(rule) {
      places ??= new Map(rules.map((rule, i) => [rule, i]))
      return places.get(rule) ?? -1
    },
  }
}
