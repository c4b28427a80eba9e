import { compileSegment, type PatternSegment } from './pattern.ts'

/** A pattern of segments, and the positions of a walk in it. All positions are tracked at once, so that `**` never backtracks. */
export interface Route {
  readonly segments: readonly PatternSegment[]
  readonly start: readonly number[]
}

export function compileRoute(sources: readonly string[], hidden = false): Route {
  const segments = sources.map((source) => compileSegment(source, hidden))
  return { segments, start: addEmptyMatches(segments, [0]) }
}

/** Returns the positions after one more name. If `stay` is false, `**` does not match the name. */
export function advanceRoute(
  route: Route,
  positions: readonly number[],
  name: string,
  stay = true,
): number[] {
  const next: number[] = []
  for (const at of positions) {
    const segment = route.segments[at]
    if (segment === undefined) continue
    if (!segment.deep) {
      if (segment.matches(name)) next.push(at + 1)
    } else if (stay && segment.matches(name)) next.push(at)
  }
  return addEmptyMatches(route.segments, next)
}

export function isRouteComplete(route: Route, positions: readonly number[]): boolean {
  return positions.includes(route.segments.length)
}

/** Adds the positions after a `**` that matches nothing. */
function addEmptyMatches(segments: readonly PatternSegment[], positions: readonly number[]): number[] {
  const all = new Set<number>()
  for (const position of positions) {
    let at = position
    all.add(at)
    while (segments[at]?.deep) all.add(++at)
  }
  return [...all]
}
