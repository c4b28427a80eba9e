import {
  computeTextOffsets,
  getContentLines,
  type PacketParts,
  type SectionPart,
  splitPacketText,
  type TextOffsets,
} from '../../../core/history/index.ts'
import type { Account } from '../../../core/receipt/index.ts'
import { findText, type TextMatch } from './find-text.ts'
import { findSource, getFirstPath, type PastSources } from './past-sources.ts'
import type { WhyHit } from './why-output.ts'

/** The packet that the question is about. */
export interface WhyQuestion {
  readonly text: string
  readonly account: Account
  readonly sources: PastSources
}

/** A place in the packet, without its commit. */
export type WhyPlace = Omit<WhyHit, 'commit' | 'state' | 'computed_from'>

type MapEntry = Account['map'][number]

/** Finds every place of a text in a packet. */
export function findTextPlaces(question: WhyQuestion, wanted: string): WhyPlace[] {
  const { text, account } = question
  const parts = splitPacketText(text, account.map, account.sections)
  const inside =
    parts.format === 'json' ? findInJson(question, parts, wanted) : findInStrings(question, wanted)
  return inside.length > 0 ? inside : findInText(question, parts, wanted)
}

/** Finds every place that came from a source, by its first line. */
export function findPathPlaces({ text, account }: WhyQuestion, path: string): WhyPlace[] {
  const offsets = computeTextOffsets(text)
  const parts = splitPacketText(text, account.map, account.sections)
  const shown = (section: string, line: number) => {
    const part = parts.format === 'json' ? parts.sections.find(({ id }) => id === section) : undefined
    return part === undefined
      ? text.slice(...offsets.line(line)).trimEnd()
      : getContentLines(part, 'json')[0]!
  }
  return account.map
    .filter(({ source }) => getFirstPath(source) === path)
    .map(({ start, section, lines }) => {
      const line = offsets.lineAt(offsets.unitAt(start))
      return { section, source: path, lines: toPair(lines), packet_line: line, text: shown(section, line) }
    })
}

/** The map of a JSON packet covers only whole sections, because escapes move bytes. Exact lines come from the sources, if they still exist. */
function findInJson({ text, account, sources }: WhyQuestion, parts: PacketParts, wanted: string): WhyPlace[] {
  const offsets = computeTextOffsets(text)
  return parts.sections.flatMap((part) => {
    const content = getContentLines(part, 'json').join('\n')
    const section = account.sections.find(({ id }) => id === part.id)
    const entries = account.map.filter((entry) => entry.section === part.id)
    return findText(content, wanted).map((match): WhyPlace => {
      const packet_line = offsets.lineAt(text.indexOf(part.text))
      const fixed = { section: part.id, packet_line, text: getWholeLines(content, match) }
      for (const { source } of entries) {
        const file = findSource(section, source)
        const origin = file === null ? null : sources.asRead(file.path, file.digest)
        const [found] = origin === null ? [] : findText(origin, fixed.text)
        if (found !== undefined) return { ...fixed, source: file!.path, lines: getLineRange(origin!, found) }
      }
      const [only, ...more] = entries
      const known = only !== undefined && more.length === 0 ? only : null
      return { ...fixed, source: known?.source ?? null, lines: known === null ? null : toPair(known.lines) }
    })
  })
}

/** In a bundle each document is one JSON string. The unescaped string is searched, and its line ends are counted. */
function findInStrings({ text, account, sources }: WhyQuestion, wanted: string): WhyPlace[] {
  if (!isJson(text)) return []
  const offsets = computeTextOffsets(text)
  return account.map.flatMap(({ start, end, section, source, lines }) => {
    const content: unknown = JSON.parse(text.slice(offsets.unitAt(start), offsets.unitAt(end)))
    if (typeof content !== 'string') return []
    const packet_line = offsets.lineAt(offsets.unitAt(start))
    const file = findSource(
      account.sections.find(({ id }) => id === section),
      source,
    )
    const origin = file === null ? null : sources.asRead(file.path, file.digest)
    return findText(content, wanted).map((match): WhyPlace => {
      const shown = getWholeLines(content, match)
      const [found] = origin === null ? [] : findText(origin, shown)
      const [first, last] = toPair(lines)
      const counted = getLineRange(content, match).map((line) => Math.min(last, first + line - 1))
      const known = found === undefined ? toPair(counted) : getLineRange(origin!, found)
      return { section, source, lines: known, packet_line, text: shown }
    })
  })
}

function isJson(text: string): boolean {
  if (!text.startsWith('{')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function findInText({ text, account }: WhyQuestion, parts: PacketParts, wanted: string): WhyPlace[] {
  const offsets = computeTextOffsets(text)
  return findText(text, wanted).flatMap((match): WhyPlace[] => {
    const [from, to] = [offsets.byteAt(match.start), offsets.byteAt(match.end)]
    const entries = account.map.filter(({ start, end }) => start < to && end > from)
    if (entries.length > 0) return entries.map((entry) => makePlace(entry, match, { text, offsets }))
    const section = findSectionAt(parts, match.start)?.id ?? null
    const packet_line = offsets.lineAt(match.start)
    return [{ section, source: null, lines: null, packet_line, text: getWholeLines(text, match) }]
  })
}

interface Page {
  readonly text: string
  readonly offsets: TextOffsets
}

/** Makes the place for the part of a match that one map entry covers. */
function makePlace(entry: MapEntry, match: TextMatch, { text, offsets }: Page): WhyPlace {
  const [start, end] = [offsets.unitAt(entry.start), offsets.unitAt(entry.end)]
  const part = { start: Math.max(start, match.start), end: Math.min(end, match.end) }
  const first = offsets.lineAt(start)
  const count = offsets.lineAt(end - 1) - first + 1
  const at = (unit: number) => estimateLines(toPair(entry.lines), offsets.lineAt(unit) - first, count)
  const lines = [at(part.start)[0], at(part.end - 1)[1]] as const
  const { section, source } = entry
  return { section, source, lines, packet_line: offsets.lineAt(part.start), text: getWholeLines(text, part) }
}

/** A line of a source may become several lines of the packet, so the range may be a few lines too wide. */
function estimateLines(
  [first, last]: readonly [number, number],
  offset: number,
  count: number,
): readonly [number, number] {
  return [Math.max(first, last - (count - 1 - offset)), Math.min(last, first + offset)]
}

function findSectionAt({ head, sections, format }: PacketParts, unit: number): SectionPart | null {
  if (format === 'json') return null
  let at = head.length
  for (const [i, part] of sections.entries()) {
    at += (i > 0 || head !== '' ? 1 : 0) + part.lead.length
    if (unit >= at && unit < at + part.text.length) return part
    at += part.text.length
  }
  return null
}

/** Returns the whole lines that a match touches. */
function getWholeLines(text: string, { start, end }: TextMatch): string {
  const to = text.indexOf('\n', Math.max(start, end - 1))
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, to === -1 ? undefined : to)
}

/** Returns the first and last line of a match, from 1. */
export function getLineRange(text: string, { start, end }: TextMatch): readonly [number, number] {
  const offsets = computeTextOffsets(text)
  return [offsets.lineAt(start), offsets.lineAt(Math.max(start, end - 1))]
}

function toPair(lines: readonly number[]): readonly [number, number] {
  const [first = 1, last = first] = lines
  return [first, last]
}
