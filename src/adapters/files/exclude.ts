import { isAscii, Refusal } from '../../core/values/index.ts'
import { compileSegment, expandAlternatives, type PatternSegment } from './pattern.ts'
import { advanceRoute, compileRoute, isRouteComplete, type Route } from './route.ts'
import { quotePath } from './trouble.ts'

/** The first pattern that excludes the path, or null. */
export type Excludes = (segments: readonly string[], named: string) => string | null

/** A pattern for the name of a file or a folder anywhere. */
interface NameRule {
  readonly rule: number
  readonly source: string
  /** What of it stands for itself, and where in a name it has to stand. */
  readonly fixed: string
  readonly at: 'whole' | 'start' | 'end' | 'anywhere' | 'elsewhere'
  /** Made for a pattern that needs a walk, when it is asked for. */
  segment?: PatternSegment
}

/** A pattern for several names, one below the other. */
interface WayRule {
  readonly rule: number
  readonly segments: readonly string[]
  /** Most paths are told by what they lack. */
  readonly needed: readonly string[]
  route?: Route
}

/** Wider than listing on purpose: wildcards reach leading dots, case is ignored, and what lies below a match is excluded too. */
export function compileExcludes(sources: readonly string[]): Excludes {
  const names: NameRule[] = []
  const ways: WayRule[] = []
  for (let rule = 0; rule < sources.length; rule++) {
    for (const segments of segmentsOf(sources[rule]!)) {
      if (segments.length === 1) names.push(nameRule(segments[0]!, rule))
      else if (segments.length > 1) ways.push(wayRule(segments, rule))
    }
  }
  const firstFor = remembered((name) => names.find((one) => isNamed(one, name))?.rule ?? sources.length)
  return (segments, named) => {
    const below = segments.map(folded)
    const whole = named === '' ? below : [folded(named), ...below]
    const byName = whole.reduce((first, name) => Math.min(first, firstFor(name)), sources.length)
    const byWay = ways.find((way) => way.rule < byName && leadsThere(way, below, whole))
    return sources[byWay?.rule ?? byName] ?? null
  }
}

const maxNames = 10_000

/** The same names come again and again: those of a folder with each of its files, and those of a file when it is listed and when it is read. */
function remembered(answer: (name: string) => number): (name: string) => number {
  const known = new Map<string, number>()
  return (name) => {
    let one = known.get(name)
    if (one === undefined) {
      if (known.size >= maxNames) known.clear()
      one = answer(name)
      known.set(name, one)
    }
    return one
  }
}

/** The names that each alternative of a pattern asks for. */
function segmentsOf(source: string): readonly (readonly string[])[] {
  if (!source.includes('/') && !source.includes('{')) return [[folded(source)]]
  const all = expandAlternatives(folded(source))
  if (all === null) {
    throw new Refusal(
      'manifest-invalid',
      `The exclude pattern ${quotePath(source)} has too many alternatives.`,
    )
  }
  return all.map((one) => one.split('/').filter((segment) => segment !== '' && segment !== '.'))
}

/** Every name of a large collection comes by here: what needs no walk through the pattern does without. */
function nameRule(source: string, rule: number): NameRule {
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

function isNamed(one: NameRule, name: string): boolean {
  if (one.at === 'whole') return name === one.fixed
  if (one.at === 'start') return name.startsWith(one.fixed)
  if (one.at === 'end') return name.endsWith(one.fixed)
  if (one.at === 'anywhere') return name.includes(one.fixed)
  one.segment ??= compileSegment(one.source, true)
  return one.segment.matches(name)
}

function wayRule(segments: readonly string[], rule: number): WayRule {
  return { rule, segments, needed: segments.filter((one) => !isWild(one)) }
}

/** `names`: the segments of a path. `whole`: the same, with the named root in front. */
function leadsThere(way: WayRule, names: readonly string[], whole: readonly string[]): boolean {
  if (!way.needed.every((name) => whole.includes(name))) return false
  way.route ??= compileRoute(way.segments, true)
  return reaches(way.route, names) || reaches(way.route, whole)
}

function reaches(route: Route, names: readonly string[]): boolean {
  let positions = route.start
  return names.some((name) => {
    positions = advanceRoute(route, positions, name)
    return isRouteComplete(route, positions)
  })
}

/** As the widest file system compares names: upper case also meets letters that have no lower case of their own, and some ignore what is invisible. */
function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const seen = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return seen.normalize('NFC').toUpperCase().toLowerCase()
}
