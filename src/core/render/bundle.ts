import { fillTemplate } from '../template/index.ts'
import { joinLines, utf8Length } from '../values/index.ts'
import { type MapEntry, type Rendered, type RenderedSection, rangesBySource } from './rendered.ts'

export interface Bundle {
  readonly template: unknown
  /** `documents`, where there are any, are the sections in their order. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** One JSON document: sorted keys, two spaces, one newline at the end. The map has each excerpt, from quote to quote. */
export function renderBundle({ template, facts }: Bundle, sections: readonly RenderedSection[]): Rendered {
  const page = new Page()
  page.value(fillTemplate(template, { ...facts, documents: withExcerpts(facts.documents, sections) }), '\n')
  page.write('\n')
  return { text: page.pieces.join(''), map: page.map }
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
  readonly pieces: string[] = []
  readonly map: MapEntry[] = []
  private bytes = 0

  write(text: string): void {
    this.pieces.push(text)
    this.bytes += utf8Length(text)
  }

  /** As `JSON.stringify` would write it. */
  value(value: unknown, line: string): void {
    if (value instanceof Excerpt) this.excerpt(value)
    else if (Array.isArray(value)) {
      const one = (item: unknown) => () => this.value(item, `${line}  `)
      this.list('[', value.map(one), { close: ']', line })
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
      const one = ([key, item]: [string, unknown]) => {
        return () => {
          this.write(`${JSON.stringify(key)}: `)
          this.value(item, `${line}  `)
        }
      }
      this.list('{', entries.map(one), { close: '}', line })
    } else this.write(JSON.stringify(value ?? null))
  }

  private list(open: string, items: readonly (() => void)[], end: { close: string; line: string }): void {
    this.write(open)
    for (const [i, write] of items.entries()) {
      this.write(`${i > 0 ? ',' : ''}${end.line}  `)
      write()
    }
    this.write(items.length > 0 ? `${end.line}${end.close}` : end.close)
  }

  private excerpt(one: Excerpt): void {
    const start = this.bytes
    this.write(JSON.stringify(String(one)))
    const { id, lines, source } = one.section
    for (const [path, range] of rangesBySource(lines, source))
      this.map.push({ start, end: this.bytes, section: id, source: path, lines: range })
  }
}
