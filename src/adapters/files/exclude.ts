import { isAscii, Refusal } from '../../core/values/index.ts'
import { alternatives, compileSegment } from './pattern.ts'
import { arrived, compileRoute, type Route, step } from './route.ts'
import { quoted } from './trouble.ts'

/** The first pattern that excludes the path, or null. */
export type Excludes = (segments: readonly string[], named: string) => string | null

interface Rule {
  readonly source: string
  readonly tests: readonly Test[]
}

/** `names`: the segments. `whole`: the same, with the named root in front. Both folded. */
type Test = (names: readonly string[], whole: readonly string[]) => boolean

/** Wider than listing on purpose: wildcards reach leading dots, case is ignored, and what lies below a match is excluded too. */
export function compileExcludes(sources: readonly string[]): Excludes {
  const rules = sources.map(ruleOf)
  return (segments, named) => {
    const names = segments.map(folded)
    const whole = named === '' ? names : [folded(named), ...names]
    return rules.find(({ tests }) => tests.some((test) => test(names, whole)))?.source ?? null
  }
}

function ruleOf(source: string): Rule {
  if (!source.includes('/') && !source.includes('{')) return { source, tests: [anyName(folded(source))] }
  const all = alternatives(folded(source))
  if (all === null) {
    throw new Refusal('manifest-invalid', `The exclude pattern ${quoted(source)} has too many alternatives.`)
  }
  const tests = all
    .map((one) => one.split('/').filter((segment) => segment !== '' && segment !== '.'))
    .filter((segments) => segments.length > 0)
    .map((segments) => (segments.length === 1 ? anyName(segments[0]!) : wayOf(segments)))
  return { source, tests }
}

function anyName(source: string): Test {
  const test = nameTest(source)
  return (_, whole) => whole.some(test)
}

/** Every name of a large collection comes by here: what needs no walk through the pattern does without. */
function nameTest(source: string): (name: string) => boolean {
  const before = source.startsWith('*')
  const after = source.length > 1 && source.endsWith('*')
  const inner = source.slice(Number(before), source.length - Number(after))
  if (inner === '' || ['*', '?', '['].some((sign) => inner.includes(sign)))
    return compileSegment(source, true).matches
  if (before) return after ? (name) => name.includes(inner) : (name) => name.endsWith(inner)
  return after ? (name) => name.startsWith(inner) : (name) => name === inner
}

function wayOf(segments: readonly string[]): Test {
  const route = compileRoute(segments, true)
  const needed = route.segments.flatMap(({ literal }) => literal ?? [])
  return (names, whole) =>
    needed.every((name) => whole.includes(name)) && (reaches(route, names) || reaches(route, whole))
}

function reaches(route: Route, names: readonly string[]): boolean {
  let positions = route.start
  return names.some((name) => {
    positions = step(route, positions, name)
    return arrived(route, positions)
  })
}

/** As the widest file system compares names: upper case also meets letters that have no lower case of their own, and some ignore what is invisible. */
function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const seen = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return seen.normalize('NFC').toUpperCase().toLowerCase()
}
