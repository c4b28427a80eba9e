import { fillTemplate } from '../template/index.ts'
import { joinLines, utf8Length } from '../values/index.ts'
import { type MapEntry, type Rendered, type RenderedSection, rangesBySource } from './rendered.ts'

export interface Bundle {
  readonly template: unknown
  readonly facts: Readonly<Record<string, unknown>>
}

/** One JSON document: sorted keys, two spaces, one newline at the end. */
export function renderBundle({ template, facts }: Bundle, sections: readonly RenderedSection[]): Rendered {
  const text = `${JSON.stringify(sorted(fillTemplate(template, facts)), null, 2)}\n`
  return { text, map: mapOf(text, sections) }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]))
}

/** Each section is where its text stands, in the order of sections: JSON escapes move bytes within it. */
function mapOf(text: string, sections: readonly RenderedSection[]): MapEntry[] {
  const map: MapEntry[] = []
  let from = 0
  let bytes = 0
  for (const { id, lines, source } of sections) {
    const json = JSON.stringify(joinLines(lines))
    const at = text.indexOf(json, from)
    if (at === -1) continue
    const start = bytes + utf8Length(text.slice(from, at))
    const end = start + utf8Length(json)
    for (const [path, range] of rangesBySource(lines, source))
      map.push({ start, end, section: id, source: path, lines: range })
    from = at + json.length
    bytes = end
  }
  return map
}
