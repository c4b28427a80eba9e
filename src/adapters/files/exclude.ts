import { Refusal } from '../../core/values/index.ts'
import { alternatives } from './pattern.ts'
import { arrived, compileRoute, type Route, step } from './route.ts'
import { quoted } from './trouble.ts'

/** The first pattern that excludes the path, or null. */
export type Excludes = (segments: readonly string[], named: string) => string | null

interface Rule {
  readonly source: string
  readonly routes: readonly Route[]
}

/** Wider than listing on purpose: wildcards reach leading dots, case is ignored, and what lies below a match is excluded too. */
export function compileExcludes(sources: readonly string[]): Excludes {
  const rules = sources.map(ruleOf)
  return (segments, named) => {
    const names = segments.map(folded)
    const whole = named === '' ? names : [folded(named), ...names]
    const hit = rules.find(({ routes }) =>
      routes.some((route) => {
        if (route.segments.length === 1) return whole.some((name) => reaches(route, [name]))
        return reaches(route, names) || reaches(route, whole)
      }),
    )
    return hit?.source ?? null
  }
}

function ruleOf(source: string): Rule {
  const all = alternatives(folded(source))
  if (all === null) {
    throw new Refusal('manifest-invalid', `The exclude pattern ${quoted(source)} has too many alternatives.`)
  }
  const routes = all
    .map((one) => one.split('/').filter((segment) => segment !== '' && segment !== '.'))
    .filter((segments) => segments.length > 0)
    .map((segments) => compileRoute(segments, true))
  return { source, routes }
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
  const seen = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return seen.normalize('NFC').toUpperCase().toLowerCase()
}
