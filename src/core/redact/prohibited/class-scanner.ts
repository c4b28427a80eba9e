import { createEngine } from '../engine.ts'
import { createFindingSearch, dropInsideMarkers } from '../finding-search.ts'
import { foldNfkc } from '../nfkc.ts'
import { rescanMarkers } from '../rescan.ts'
import { createSecretRegistry, splitSecret } from '../secret-registry.ts'
import type { Finding, OutsideRule, RuleId, Span } from '../span.ts'
import { buildClassRules, type ClassTarget } from './class-rules.ts'
import type { ProhibitedClass } from './prohibited-classes.ts'

/** A piece of a text that belongs to a class. */
export interface ClassMatch extends Finding, ClassTarget {}

/** One scan of a text: all matches of every class, and the same without overlaps. */
export interface ClassScan {
  /** In the order of the classes. Overlapping matches of one class are one match. */
  readonly matches: readonly ClassMatch[]
  /** The spans to replace, in order. Overlapping matches become one, with the class that comes first. */
  replacements(): ClassMatch[]
}

export interface ClassScanner {
  /** Opens a scan of one text, to be called any number of times. It finds a value that it found once everywhere in that text. */
  open(): (text: string) => ClassScan
}

export function createClassScanner(
  classes: readonly ProhibitedClass[],
  shared: readonly OutsideRule[],
): ClassScanner {
  const { rules, outside, targets } = buildClassRules(classes, shared)
  const engine = createEngine(rules)
  const markers = classes.flatMap(({ marker, markers }) => [marker, ...Object.values(markers)])
  const search = createFindingSearch(engine, markers)
  const ranks = new Map(classes.map((prohibited, i) => [prohibited, i]))
  const firstTarget = (rule: RuleId) => targets.get(rule)![0]!
  const rank = (rule: RuleId) => ranks.get(firstTarget(rule).class)!
  const merge = (found: readonly Finding[]) => mergeByRank(found, { rank, order: engine.order })
  const matchAll = (found: readonly Finding[]) =>
    classes.flatMap((prohibited) => listMatches(prohibited, found, targets))

  return {
    open() {
      const values = createSecretRegistry()
      const findAgain = (text: string) => dropInsideMarkers(text, values.find(text), markers)
      return (text) => {
        const folded = foldNfkc(text)
        const found = search.find(folded.text, { outside })
        for (const { rule, start, end } of matchAll(found))
          for (const value of splitSecret(folded.text.slice(start, end), rule)) values.add(value, rule)
        const all = [...found, ...findAgain(folded.text)]
        return {
          matches: matchAll(all),
          replacements() {
            const settled = rescanMarkers(folded.text, merge(all), {
              marker: ({ rule }) => firstTarget(rule).marker,
              find: (part) => [...search.find(part, { outside: [] }), ...findAgain(part)],
              merge,
            })
            // One character can fold to several, so two findings can share an original character.
            const spans = merge(settled.map((finding) => ({ ...finding, ...folded.origin(finding) })))
            return spans.map(({ rule, start, end }) => ({ ...firstTarget(rule), rule, start, end }))
          },
        }
      }
    },
  }
}

function listMatches(
  prohibited: ProhibitedClass,
  found: readonly Finding[],
  targets: ReadonlyMap<RuleId, readonly ClassTarget[]>,
): ClassMatch[] {
  const own = found.flatMap(({ rule, start, end }) => {
    const target = targets.get(rule)!.find((candidate) => candidate.class === prohibited)
    return target === undefined ? [] : [{ ...target, rule, start, end }]
  })
  return mergeSpans(own, (last) => last)
}

function mergeByRank(
  found: readonly Finding[],
  by: { rank(rule: RuleId): number; order(rule: RuleId): number },
): Finding[] {
  const sorted = [...found].sort((a, b) => by.order(a.rule) - by.order(b.rule))
  return mergeSpans(sorted, (last, next) => (by.rank(next.rule) < by.rank(last.rule) ? next : last))
}

/** Merges spans that overlap. `choose`: which of two gives the result its other properties. */
function mergeSpans<T extends Span>(spans: readonly T[], choose: (last: T, next: T) => T): T[] {
  const merged: T[] = []
  for (const next of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last === undefined || next.start >= last.end) merged.push(next)
    else
      merged[merged.length - 1] = {
        ...choose(last, next),
        start: last.start,
        end: Math.max(last.end, next.end),
      }
  }
  return merged
}
