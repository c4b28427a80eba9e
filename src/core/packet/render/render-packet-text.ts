import type { RenderRule } from '../../manifest/index.ts'
import type { Expansion } from '../../plan/index.ts'
import { assertNever, countUtf8Bytes, isAscii, joinLines, type SourceLine } from '../../values/index.ts'
import { neutraliseTags } from './neutralise.ts'
import { neutraliseExpansions } from './neutralise-expansions.ts'
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
  /** Whether the channel cut it. No later prompt may bring the rest, so even a short note has its source. */
  readonly isCutByChannel?: boolean
}

export interface RenderInput {
  readonly rule: RenderRule
  /** Forms that the agent would act on. A bundle is for no agent and keeps them. */
  readonly expansions: readonly Expansion[]
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

function renderPlain(rendering: RenderInput): RenderedPacket {
  const { sections } = rendering
  const page = new Page(rendering)
  for (const section of sections) for (const line of section.lines) page.line(section, line, true)
  return page.done()
}

function renderMarkdown(rendering: RenderInput, wrapped: boolean): RenderedPacket {
  const page = new Page(rendering)
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
    const list = those.map(({ heading, why, source, isCutByChannel }) =>
      note === 'short' && !isCutByChannel ? heading : `${heading} (${why}; read ${escapeFileName(source)})`,
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

/** Collects text, neutralises it and records the source of its bytes. */
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
  private neutralised = 0
  private readonly tags: readonly string[]
  private readonly expansions: readonly Expansion[]
  private readonly inner: readonly Expansion[]
  private isBlank = true

  constructor({ rule, expansions }: Pick<RenderInput, 'rule' | 'expansions'>) {
    this.tags = [rule.tag, rule.task_tag]
    this.expansions = expansions
    this.inner = expansions.filter(({ at }) => at !== 'text')
  }

  /** Each text is a number of whole lines, so no expansion spans two. */
  write(text: string): void {
    const safe = neutraliseExpansions(text, this.isBlank ? this.expansions : this.inner)
    this.pieces.push(safe.text)
    this.bytes += countUtf8Bytes(safe.text)
    this.neutralised += safe.count
    this.isBlank = this.isBlank && text.trim() === ''
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
    return { text: this.pieces.join(''), map: this.entries, neutralised: this.neutralised }
  }
}

/** Renders one object with sorted keys and one trailing newline. The map covers whole sections, because JSON escapes move bytes within them. */
function renderJson({ rule, expansions, sections, omissions, note }: RenderInput): RenderedPacket {
  const map: SourceMapEntry[] = []
  let neutralised = 0
  // JSON begins with a brace.
  const inner = expansions.filter(({ at }) => at !== 'text')
  // Neutralise the values before they become JSON, because a backslash in JSON escapes.
  const stringify = (value: unknown, space?: number) =>
    JSON.stringify(
      value,
      (_, part: unknown) => {
        if (typeof part !== 'string' || inner.length === 0) return part
        const safe = neutraliseExpansions(part, inner)
        neutralised += safe.count
        return safe.text
      },
      space,
    )
  const safe = (json: string) => neutraliseTags(json, [rule.tag, rule.task_tag])
  const listed = rule.omissions === 'none' || note === 'none' ? [] : omissions
  const omitted = listed.map(({ id, source, what, why }) =>
    note === 'short' ? { id, what } : { id, source, what, why },
  )
  let text = `{\n  "omitted": ${safe(indent(stringify(omitted, 2)))}`
  text += ',\n  "sections": ['
  for (const [i, { heading, id, source, lines }] of sections.entries()) {
    text += `${i > 0 ? ',' : ''}\n    `
    const start = countUtf8Bytes(text)
    // Neutralise before JSON escapes line breaks, because a tag may contain one.
    text += safe(stringify({ heading, id, source, text: safe(joinLines(lines)) }))
    const end = countUtf8Bytes(text)
    for (const [path, range] of groupRangesBySource(lines, source))
      map.push({ start, end, section: id, source: path, lines: range })
  }
  text += sections.length > 0 ? '\n  ]\n}\n' : ']\n}\n'
  return { text, map, neutralised }
}

function indent(json: string): string {
  return json.replaceAll('\n', '\n  ')
}
