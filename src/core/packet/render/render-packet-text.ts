import type { RenderRule } from '../../manifest/index.ts'
import { assertNever, countUtf8Bytes, isAscii, joinLines, type SourceLine } from '../../values/index.ts'
import { neutraliseTags } from './neutralise.ts'
import { type BundleContent, renderBundle } from './render-bundle.ts'
import {
  groupRangesBySource,
  type RenderedPacket,
  type RenderedSection,
  type SourceMapEntry,
} from './rendered-packet.ts'

/** Content that exists and is not in the packet, or not all of it. */
export interface Omission {
  readonly id: string
  readonly heading: string
  readonly what: 'left out' | 'shortened'
  readonly why: string
  /** The address or path where the agent can read it. */
  readonly source: string
}

export interface RenderInput {
  readonly rule: RenderRule
  readonly sections: readonly RenderedSection[]
  readonly omissions: readonly Omission[]
  /** How much the packet tells about omissions. */
  readonly note: 'full' | 'short' | 'none'
  /** Values for the wrapper's attributes. */
  readonly values: Readonly<Record<string, string>>
  /** The template of a bundle and its facts; left out for a packet. */
  readonly bundle?: BundleContent
}

export function renderPacketText(rendering: RenderInput): RenderedPacket {
  if (rendering.bundle !== undefined) return renderBundle(rendering.bundle, rendering.sections)
  const { format } = rendering.rule
  switch (format) {
    case 'json':
      return renderJson(rendering)
    case 'plain':
      return renderPlain(rendering)
    case 'markdown':
      return renderMarkdown(rendering, false)
    case 'xml+markdown':
      return renderMarkdown(rendering, true)
    default:
      return assertNever(format)
  }
}

function renderPlain({ rule, sections }: RenderInput): RenderedPacket {
  const page = new Page([rule.tag, rule.task_tag])
  for (const section of sections) for (const line of section.lines) page.line(section, line, true)
  return page.done()
}

function renderMarkdown(rendering: RenderInput, wrapped: boolean): RenderedPacket {
  const page = new Page([rendering.rule.tag, rendering.rule.task_tag])
  if (wrapped) page.write(`${openTag(rendering)}\n`)
  for (const [i, section] of rendering.sections.entries()) {
    const follows = section.declared && rendering.sections[i - 1]?.declared === true
    const heading = section.declared ? declaredHeading : section.heading
    if (!follows) page.write(`${wrapped || i > 0 ? '\n' : ''}## ${heading}\n\n`)
    for (const line of section.lines) page.line(section, line)
  }
  const note = formatOmissions(rendering)
  if (note !== null) page.write(`\n${note}\n`)
  if (wrapped) page.write(`\n</${rendering.rule.tag}>\n`)
  return page.done()
}

/** Written once above all sections that are only declared. */
const declaredHeading = 'Read when needed: `foreword read ADDRESS`'

function openTag({ rule, values }: RenderInput): string {
  const attributes = Object.entries(rule.attributes).map(([name, template]) => {
    const value = template.replace(/\{(\w+)\}/g, (_, key: string) =>
      Object.hasOwn(values, key) ? values[key]! : '',
    )
    return ` ${name}="${value.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)}"`
  })
  return `<${rule.tag}${attributes.join('')}>`
}

function formatOmissions({ rule, omissions, note }: RenderInput): string | null {
  if (rule.omissions === 'none' || omissions.length === 0 || note === 'none') return null
  const parts = (['left out', 'shortened'] as const).flatMap((what) => {
    const those = omissions.filter((omission) => omission.what === what)
    if (those.length === 0) return []
    const list = those.map(({ heading, why, source }) =>
      note === 'short' ? heading : `${heading} (${why}; read ${escapeFileName(source)})`,
    )
    return [`${what}: ${list.join(', ')}`]
  })
  return `<!-- ${neutraliseTags(parts.join('; '), [rule.tag, rule.task_tag]).replace(/-(?=-)/g, '- ')} -->`
}

/** Moves headings of a source below the level of the packet's own headings. */
function lowerHeading(line: SourceLine): string {
  return line.fence === undefined ? line.text.replace(/^#{1,2}(?=\s)/, '###') : line.text
}

/** Replaces characters of a file name that could forge markup or hide text. */
export function escapeFileName(path: string): string {
  return path.replace(isAscii(path) ? /[<>]/g : /[\p{Cc}\p{Cf}<>]/gu, '?')
}

/** Collects text and records the source of its bytes. */
class Page {
  private readonly pieces: string[] = []
  private readonly entries: {
    start: number
    end: number
    section: string
    source: string
    lines: [number, number]
  }[] = []
  private bytes = 0
  private readonly tags: readonly string[]

  constructor(tags: readonly string[]) {
    this.tags = tags
  }

  write(text: string): void {
    this.pieces.push(text)
    this.bytes += countUtf8Bytes(text)
  }

  line(section: RenderedSection, line: SourceLine, asWritten = false): void {
    const start = this.bytes
    this.write(`${neutraliseTags(asWritten ? line.text : lowerHeading(line), this.tags)}\n`)
    if (line.at === 0) return
    const source = line.path ?? section.source
    const last = this.entries.at(-1)
    if (
      last?.section === section.id &&
      last.source === source &&
      last.end === start &&
      last.lines[1] + 1 >= line.at &&
      last.lines[1] <= line.at
    ) {
      last.end = this.bytes
      last.lines[1] = line.at
    } else {
      this.entries.push({ start, end: this.bytes, section: section.id, source, lines: [line.at, line.at] })
    }
  }

  done(): RenderedPacket {
    return { text: this.pieces.join(''), map: this.entries }
  }
}

/** Renders one object with sorted keys and one trailing newline. The map covers whole sections, because JSON escapes move bytes within them. */
function renderJson({ rule, sections, omissions, note }: RenderInput): RenderedPacket {
  const map: SourceMapEntry[] = []
  const safe = (json: string) => neutraliseTags(json, [rule.tag, rule.task_tag])
  const listed = rule.omissions === 'none' || note === 'none' ? [] : omissions
  const omitted = listed.map(({ id, source, what, why }) =>
    note === 'short' ? { id, what } : { id, source, what, why },
  )
  let text = `{\n  "omitted": ${safe(indent(JSON.stringify(omitted, null, 2)))}`
  text += ',\n  "sections": ['
  for (const [i, { heading, id, source, lines }] of sections.entries()) {
    text += `${i > 0 ? ',' : ''}\n    `
    const start = countUtf8Bytes(text)
    // Neutralise before JSON escapes line breaks, because a tag may contain one.
    text += safe(JSON.stringify({ heading, id, source, text: safe(joinLines(lines)) }))
    const end = countUtf8Bytes(text)
    for (const [path, range] of groupRangesBySource(lines, source))
      map.push({ start, end, section: id, source: path, lines: range })
  }
  text += sections.length > 0 ? '\n  ]\n}\n' : ']\n}\n'
  return { text, map }
}

function indent(json: string): string {
  return json.replaceAll('\n', '\n  ')
}
