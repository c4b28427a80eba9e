import type { Finding, Span } from './span.ts'

// A marker is text too: what stands beside it may look like a secret only now. So the surroundings of every marker are looked at
// again until nothing more is found, and redacting the result once more changes nothing.

export interface Settling {
  /** The marker for a finding. */
  marker(finding: Finding): string
  find(text: string): readonly Finding[]
  merge(findings: Finding[]): Finding[]
}

const mostRounds = 4
const around = 700

export function settle(text: string, found: Finding[], tools: Settling): Finding[] {
  let all = found
  for (let round = 0; round < mostRounds && all.length > 0; round++) {
    const shown = show(text, all, tools)
    const more: Finding[] = []
    for (const part of partsOf(shown)) {
      for (const { rule, start, end } of tools.find(shown.text.slice(part.start, part.end))) {
        if (isCut(shown.text, part, start, end)) continue
        more.push({ rule, start: shown.before(part.start + start), end: shown.behind(part.start + end) })
      }
    }
    if (more.length === 0) return all
    all = tools.merge([...all, ...more])
  }
  return all
}

interface Shown {
  readonly text: string
  readonly markers: readonly Span[]
  /** Where in the text as it was a place stands, or what its marker stands for begins. */
  before(place: number): number
  /** Where the character before a place ends, or what its marker stands for. */
  behind(place: number): number
}

function show(text: string, found: readonly Finding[], tools: Settling): Shown {
  const markers: Span[] = []
  let out = ''
  let from = 0
  for (const one of found) {
    out += text.slice(from, one.start)
    const marker = tools.marker(one)
    markers.push({ start: out.length, end: out.length + marker.length })
    out += marker
    from = one.end
  }
  out += text.slice(from)
  const lastBefore = (place: number): number => {
    let low = 0
    let high = markers.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (markers[middle]!.start < place) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  const mapped = (place: number, i: number): number =>
    i === -1 ? place : found[i]!.end + place - markers[i]!.end
  return {
    text: out,
    markers,
    before(place) {
      const i = lastBefore(place + 1)
      return i !== -1 && place < markers[i]!.end ? found[i]!.start : mapped(place, i)
    },
    behind(place) {
      const i = lastBefore(place)
      return i !== -1 && place <= markers[i]!.end ? found[i]!.end : mapped(place, i)
    },
  }
}

/** The lines around the markers, each part of the text once. */
function partsOf({ text, markers }: Shown): Span[] {
  const parts: { start: number; end: number }[] = []
  for (const marker of markers) {
    const start = lineStart(text, Math.max(0, marker.start - around))
    const end = lineEnd(text, Math.min(text.length, marker.end + around))
    const last = parts.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else parts.push({ start, end })
  }
  return parts
}

function lineStart(text: string, at: number): number {
  const line = text.slice(Math.max(0, at - around), at).lastIndexOf('\n')
  return line === -1 ? Math.max(0, at - around) : Math.max(0, at - around) + line + 1
}

function lineEnd(text: string, at: number): number {
  const line = text.slice(at, at + around).indexOf('\n')
  return line === -1 ? Math.min(text.length, at + around) : at + line
}

/** Whether a finding lies where a line was cut: it may be the half of something. */
function isCut(text: string, part: Span, start: number, end: number): boolean {
  const beginCut = part.start > 0 && text[part.start - 1] !== '\n' && start < around / 2
  const endCut = part.end < text.length && text[part.end] !== '\n' && part.start + end > part.end - around / 2
  return beginCut || endCut
}
