import { personalFinders } from './personal/index.ts'
import type { Finder } from './published/finders.ts'
import { publishedFinders } from './published/index.ts'
import { redactionRules } from './redaction-rules.ts'
import { type Scan, scanner } from './scan.ts'

/** A set of rules, ready to run. */
export interface Engine {
  readonly scan: Scan
  /** Rules that look for themselves. */
  readonly finders: readonly { readonly rule: string; readonly find: Finder }[]
  readonly hiddenToo: boolean
  /** Of two rules that hit the same text the earlier one names it; those from outside come first. */
  order(rule: string): number
}

const engines: { readonly rules: readonly string[]; readonly engine: Engine }[] = []

/** Making one takes longer than scanning a page, and few are ever asked for. */
export function engineFor(rules: readonly string[]): Engine {
  const known = engines.find((one) => isSame(one.rules, rules))
  if (known !== undefined) return known.engine
  const engine = engineOf(rules)
  engines.push({ rules, engine })
  return engine
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((rule, i) => rule === other[i]))
}

function engineOf(rules: readonly string[]): Engine {
  let places: ReadonlyMap<string, number> | undefined
  const asked = new Set(rules)
  if (redactionRules.filter((rule) => asked.has(rule)).length < asked.size) {
    const unknown = rules.find((rule) => !redactionRules.includes(rule))
    throw new Error(`there is no redaction rule "${unknown}"`)
  }
  const finders = [...publishedFinders, ...personalFinders]
    .filter(([rule]) => asked.has(rule))
    .map(([rule, find]) => ({ rule, find }))
  return {
    scan: scanner(asked),
    finders,
    hiddenToo: asked.has('hidden-text'),
    order(rule) {
      places ??= new Map(rules.map((one, i) => [one, i]))
      return places.get(rule) ?? -1
    },
  }
}
