import { countUtf8Bytes, fillTemplate, joinLines } from '../../values/index.ts'
import {
  groupRangesBySource,
  type RenderedPacket,
  type RenderedSection,
  type SourceMapEntry,
} from './rendered-packet.ts'

export interface BundleContent {
  readonly template: unknown
  /** `documents`, if present, are the sections in order. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Renders one JSON document: sorted keys, two spaces, one newline at the end. The map has each excerpt, from quote to quote. */
export function renderBundle(
  { template, facts }: BundleContent,
  sections: readonly RenderedSection[],
): RenderedPacket {
  const page = new Page()
  page.value(fillTemplate(template, { ...facts, documents: withExcerpts(facts.documents, sections) }), '\n')
  page.write('\n')
  return { text: page.text(), map: page.map, neutralised: 0 }
}

/** The text of a document with its section. A template may put it anywhere, and other texts may be equal to it. */
class Excerpt {
  readonly section: RenderedSection
  constructor(section: RenderedSection) {
    this.section = section
  }
  toString(): string {
    return joinLines(this.section.lines)
  }
}

function withExcerpts(documents: unknown, sections: readonly RenderedSection[]): unknown {
  if (!Array.isArray(documents)) return documents
  return documents.map((document, i) => ({
    ...document,
    ...(sections[i] && { excerpt: new Excerpt(sections[i]) }),
  }))
}

class Page {
  readonly map: SourceMapEntry[] = []
  private readonly pieces: string[] = []
  private bytes = 0
  /** Text whose bytes are not counted yet, because counting each piece takes longer than writing it. */
  private last = ''

  write(text: string): void {
    this.last += text
  }

  text(): string {
    return this.pieces.join('') + this.last
  }

  /** Writes a value as `JSON.stringify` would. */
  value(value: unknown, line: string): void {
    if (value instanceof Excerpt) this.excerpt(value)
    else if (Array.isArray(value)) this.list(value, line)
    else if (typeof value === 'object' && value !== null) this.record(value, line)
    else this.write(JSON.stringify(value ?? null))
  }

  private list(items: readonly unknown[], line: string): void {
    const inner = `${line}  `
    let before = '['
    for (const item of items) {
      this.write(before + inner)
      this.value(item, inner)
      before = ','
    }
    this.write(items.length > 0 ? `${line}]` : '[]')
  }

  private record(value: object, line: string): void {
    const inner = `${line}  `
    let before = '{'
    for (const key of Object.keys(value).sort()) {
      const item = (value as Record<string, unknown>)[key]
      if (item === undefined) continue
      this.write(`${before}${inner}${JSON.stringify(key)}: `)
      this.value(item, inner)
      before = ','
    }
    this.write(before === ',' ? `${line}}` : '{}')
  }

  private excerpt(excerpt: Excerpt): void {
    const start = this.counted()
    this.write(JSON.stringify(String(excerpt)))
    const end = this.counted()
    const { id, lines, source } = excerpt.section
    for (const [path, range] of groupRangesBySource(lines, source))
      this.map.push({ start, end, section: id, source: path, lines: range })
  }

  private counted(): number {
    this.bytes += countUtf8Bytes(this.last)
    this.pieces.push(this.last)
    this.last = ''
    return this.bytes
  }
}
