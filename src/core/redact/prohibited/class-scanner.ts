import { folded } from '../nfkc.ts'
import { redactionRules } from '../redaction-rules.ts'
import { type Redactor, redactorOf } from '../redactor.ts'
import type { OutsideRule, Span } from '../span.ts'
import { keyLineRule } from './key-line-rule.ts'
import { nameRule } from './name-rule.ts'
import { type ProhibitedClass, patternId } from './prohibited-classes.ts'
import { wordRule } from './word-rule.ts'

/** A piece of a text that a class claims. */
export interface Claim extends Span {
  readonly of: ProhibitedClass
  readonly marker: string
}

/** A class with the rules that find it. */
export interface Search {
  readonly of: ProhibitedClass
  redactor(): Redactor
}

export function searchFor(of: ProhibitedClass, outside: readonly OutsideRule[]): Search {
  const own = new Map(Object.keys(of.patterns).map((name) => [patternId(of, name), name]))
  const mine = outside
    .filter(({ id }) => own.has(id) || of.rules.includes(id))
    .map((rule) => ({ id: own.get(rule.id) ?? rule.id, find: rule.find }))
  const keys = of.rules.includes('private-key') ? keyLineRule : null
  const said = [wordRule(of.words), nameRule(of.names), keys].filter((rule) => rule !== null)
  const known = new Set(redactionRules)
  const rules = of.rules.filter((rule) => known.has(rule))
  return { of, redactor: () => redactorOf({ rules, marker: of.marker, outside: [...mine, ...said] }) }
}

/** Looks at one text, again and again: what it has found once it finds wherever it stands. */
export interface Look {
  claims(text: string): Claim[]
}

/** A fresh one for each text, so that no text decides what becomes of another. */
export function lookWith(searches: readonly Search[]): Look {
  const looking = searches.map((search) => ({ ...search, with: search.redactor() }))
  const markers = [...new Set(searches.flatMap(({ of }) => [of.marker, ...Object.values(of.markers)]))]
  return {
    claims(text) {
      const usual = folded(text)
      const ours = markerSpans(usual.text, markers)
      return looking.flatMap(({ of, with: redactor }) =>
        redactor
          .redact(usual.text)
          .hits.filter((hit) => !isWithin(hit, ours))
          .map((hit) => ({ of, marker: of.markers[hit.rule] ?? of.marker, ...usual.origin(hit) })),
      )
    },
  }
}

function markerSpans(text: string, markers: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  for (const marker of markers) {
    for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + marker.length))
      ends.set(at, at + marker.length)
  }
  return ends
}

/** The longest that a marker can be. */
const longestMarker = 65

function isWithin({ start, end }: Span, markers: ReadonlyMap<number, number>): boolean {
  if (markers.size === 0 || end - start > longestMarker) return false
  for (let at = start; at >= 0 && start - at < longestMarker; at--) {
    const close = markers.get(at)
    if (close !== undefined && end <= close) return true
  }
  return false
}
