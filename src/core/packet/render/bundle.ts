import { fillTemplate, joinLines, utf8Length } from '../../values/index.ts'
import {
  groupRangesBySource,
  type RenderedPacket,
  type RenderedSection,
  type SourceMapEntry,
} from './rendered.ts'

export interface BundleContent {
  readonly template: unknown
  /** `documents`, where there are any, are the sections in their order. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** One JSON document: sorted keys, two spaces, one newline at the end. The map has each excerpt, from quote to quote. */
export function renderBundle(
  { template, facts }: BundleContent,
  sections: readonly RenderedSection[],
): RenderedPacket {
  const page = new Page()
  page.value(fillTemplate(template, { ...facts, documents: withExcerpts(facts.documents, sections) }), '\n')
  page.write('\n')
  return { text: page.text(), map: page.map }
}

/** The text of a document, which knows whose it is wherever a template puts it: other texts may read the same. */
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
  return documents.map((one, i) => ({ ...one, ...(sections[i] && { excerpt: new Excerpt(sections[i]) }) }))
}

class Page {
  readonly map: SourceMapEntry[] = []
  private readonly pieces: string[] = []
  private bytes = 0
  /** What is not counted yet: to count each word by itself takes longer than to write it. */
  private last = ''

  write(text: string): void {
    this.last += text
  }

  text(): string {
    return this.pieces.join('') + this.last
  }

  /** As `JSON.stringify` would write it. */
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

  private excerpt(one: Excerpt): void {
    const start = this.counted()
    this.write(JSON.stringify(String(one)))
    const end = this.counted()
    const { id, lines, source } = one.section
    for (const [path, range] of groupRangesBySource(lines, source))
      this.map.push({ start, end, section: id, source: path, lines: range })
  }

  private counted(): number {
    this.bytes += utf8Length(this.last)
    this.pieces.push(this.last)
    this.last = ''
    return this.bytes
  }
}
