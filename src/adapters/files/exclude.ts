import { isAscii, Refusal } from '../../core/values/index.ts'
import { compileSegment, expandAlternatives, type PatternSegment } from './pattern.ts'
import { advanceRoute, compileRoute, isRouteComplete, type Route } from './route.ts'
import { quotePath } from './trouble.ts'

/** Returns the first pattern that excludes the path, or null. */
export type Excludes = (segments: readonly string[], named: string) => string | null

/** A pattern for the name of a file or a folder at any depth. */
interface NameRule {
  readonly rule: number
  readonly source: string
  /** The literal part of the pattern, and its position in a name. */
  readonly fixed: string
  readonly at: 'whole' | 'start' | 'end' | 'anywhere' | 'elsewhere'
  /** Compiled when it is first needed, for patterns that need a full match. */
  segment?: PatternSegment
}

/** A pattern for several names, each below the one before. */
interface PathRule {
  readonly rule: number
  readonly segments: readonly string[]
  /** Literal names of the pattern. Most paths lack them, which rules the pattern out quickly. */
  readonly needed: readonly string[]
  route?: Route
}

/**
 * Compiles patterns that match more than listing does, on purpose: wildcards match leading dots, case is ignored, and
 * everything below a match is excluded too.
 */
export function compileExcludes(sources: readonly string[]): Excludes {
  const names: NameRule[] = []
  const pathRules: PathRule[] = []
  for (let rule = 0; rule < sources.length; rule++) {
    for (const segments of splitAlternatives(sources[rule]!)) {
      if (segments.length === 1) names.push(makeNameRule(segments[0]!, rule))
      else if (segments.length > 1) pathRules.push(makePathRule(segments, rule))
    }
  }
  const findFirstRule = memoize(
    (name) => names.find((nameRule) => isNamed(nameRule, name))?.rule ?? sources.length,
  )
  return (segments, named) => {
    const below = segments.map(foldCase)
    const whole = named === '' ? below : [foldCase(named), ...below]
    const byName = whole.reduce((first, name) => Math.min(first, findFirstRule(name)), sources.length)
    const byPath = pathRules.find((pathRule) => pathRule.rule < byName && matchesPath(pathRule, below, whole))
    return sources[byPath?.rule ?? byName] ?? null
  }
}

const maxNames = 10_000

/** The same names come repeatedly: a folder's with each of its files, and a file's when it is listed and when it is read. */
function memoize(find: (name: string) => number): (name: string) => number {
  const known = new Map<string, number>()
  return (name) => {
    let rule = known.get(name)
    if (rule === undefined) {
      if (known.size >= maxNames) known.clear()
      rule = find(name)
      known.set(name, rule)
    }
    return rule
  }
}

/** Returns the names that each alternative of a pattern requires. */
function splitAlternatives(source: string): readonly (readonly string[])[] {
  if (!source.includes('/') && !source.includes('{')) return [[foldCase(source)]]
  const all = expandAlternatives(foldCase(source))
  if (all === null) {
    throw new Refusal(
      'manifest-invalid',
      `The exclude pattern ${quotePath(source)} has too many alternatives.`,
    )
  }
  return all.map((alternative) =>
    alternative.split('/').filter((segment) => segment !== '' && segment !== '.'),
  )
}

/** Most patterns need only a string comparison. This is faster for large collections. */
function makeNameRule(source: string, rule: number): NameRule {
  const before = source.startsWith('*')
  const after = source.length > 1 && source.endsWith('*')
  const fixed = source.slice(Number(before), source.length - Number(after))
  if (fixed === '' || isWild(fixed)) return { rule, source, fixed, at: 'elsewhere' }
  if (before) return { rule, source, fixed, at: after ? 'anywhere' : 'end' }
  return { rule, source, fixed, at: after ? 'start' : 'whole' }
}

function isWild(text: string): boolean {
  return text.includes('*') || text.includes('?') || text.includes('[')
}

function isNamed(rule: NameRule, name: string): boolean {
  if (rule.at === 'whole') return name === rule.fixed
  if (rule.at === 'start') return name.startsWith(rule.fixed)
  if (rule.at === 'end') return name.endsWith(rule.fixed)
  if (rule.at === 'anywhere') return name.includes(rule.fixed)
  rule.segment ??= compileSegment(rule.source, true)
  return rule.segment.matches(name)
}

function makePathRule(segments: readonly string[], rule: number): PathRule {
  return { rule, segments, needed: segments.filter((segment) => !isWild(segment)) }
}

/** `names`: the segments of a path. `whole`: the same, after the named root. */
function matchesPath(rule: PathRule, names: readonly string[], whole: readonly string[]): boolean {
  if (!rule.needed.every((name) => whole.includes(name))) return false
  rule.route ??= compileRoute(rule.segments, true)
  return matchesPrefix(rule.route, names) || matchesPrefix(rule.route, whole)
}

function matchesPrefix(route: Route, names: readonly string[]): boolean {
  let positions = route.start
  return names.some((name) => {
    positions = advanceRoute(route, positions, name)
    return isRouteComplete(route, positions)
  })
}

/**
 * Folds case as the most tolerant file system does: converting to upper case first also folds letters without their own lower
 * case, and invisible characters are ignored.
 */
function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return visible.normalize('NFC').toUpperCase().toLowerCase()
}
