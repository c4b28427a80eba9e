import { redactionRules } from '../redaction-rules.ts'
import type { OutsideRule, RuleId } from '../span.ts'
import { keyLineRule } from './key-line-rule.ts'
import { createNameRule } from './name-rule.ts'
import { makePatternId, type ProhibitedClass } from './prohibited-classes.ts'
import { createWordRule } from './word-rule.ts'

/** A class that a rule finds, and the marker that replaces a finding of that rule. */
export interface ClassTarget {
  readonly class: ProhibitedClass
  readonly marker: string
}

/** Prohibited classes as one rule set of the redaction engine. */
export interface ClassRules {
  /** Rules of the engine that any class names. */
  readonly rules: readonly RuleId[]
  /** Rules that search for the words, the names and the patterns of a class, and for known values. */
  readonly outside: readonly OutsideRule[]
  /** The classes that a rule finds, in the order of the classes. */
  readonly targets: ReadonlyMap<RuleId, readonly ClassTarget[]>
}

export function buildClassRules(
  classes: readonly ProhibitedClass[],
  shared: readonly OutsideRule[],
): ClassRules {
  const named = new Set(classes.flatMap(({ rules }) => rules))
  const outside: OutsideRule[] = shared.filter(({ id }) => named.has(id))
  const targets = new Map<RuleId, ClassTarget[]>()
  const addTarget = (rule: RuleId, prohibited: ProhibitedClass, key: string) => {
    const marker = prohibited.markers[key] ?? prohibited.marker
    targets.set(rule, [...(targets.get(rule) ?? []), { class: prohibited, marker }])
  }
  for (const prohibited of classes) {
    for (const rule of prohibited.rules) addTarget(rule, prohibited, rule)
    for (const { key, rule } of listOwnRules(prohibited, shared)) {
      outside.push(rule)
      addTarget(rule.id, prohibited, key)
    }
  }
  return { rules: redactionRules.filter((rule) => named.has(rule)), outside, targets }
}

/** Lists the rules of one class. `key`: the key of the rule in the `markers` of the class. */
function listOwnRules(
  prohibited: ProhibitedClass,
  shared: readonly OutsideRule[],
): { readonly key: string; readonly rule: OutsideRule }[] {
  const names = new Map(
    Object.keys(prohibited.patterns).map((name) => [makePatternId(prohibited, name), name]),
  )
  const patterns = shared
    .filter(({ id }) => names.has(id))
    .map((rule) => ({ key: names.get(rule.id)!, rule }))
  const keyLine = prohibited.rules.includes('private-key') ? keyLineRule : null
  const textRules = [createWordRule(prohibited.words), createNameRule(prohibited.names), keyLine]
    .filter((rule) => rule !== null)
    .map(({ id, find }, i) => ({ key: id, rule: { id: `${prohibited.name}:${id}:${i}`, find } }))
  return [...patterns, ...textRules]
}
