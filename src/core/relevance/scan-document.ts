import { getBaseName } from '../values/index.ts'

/** The structure of a document. Lines count from 0. */
export interface DocumentScan {
  readonly lines: readonly string[]
  readonly title: string
  /** Line of the title; null if the title is the file name. */
  readonly titleLine: number | null
  readonly headings: readonly Heading[]
  /** First and last line of each code fence. */
  readonly fences: readonly LineRange[]
}

export interface Heading {
  readonly line: number
  readonly text: string
}

/** First and last line, inclusive. */
export type LineRange = readonly [number, number]

const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const atx = /^ {0,3}#{1,6}[ \t]/
const underline = /^ {0,3}(?:={3,}|-{3,})[ \t]*$/

/** Scans line by line instead of parsing Markdown, because thousands of files are scanned and only headings and fences are needed. */
export function scanDocument(path: string, text: string): DocumentScan {
  const lines = text.split('\n')
  const matter = findFrontMatterEnd(lines)
  const headings: Heading[] = []
  const fences: LineRange[] = []
  for (let i = matter + 1; i < lines.length; i++) {
    const fence = opening.exec(lines[i]!)?.[1]
    if (fence !== undefined) {
      const end = findFenceEnd(lines, i, fence)
      fences.push([i, end])
      i = end
      continue
    }
    const heading = parseHeading(lines, i, Math.max(matter, fences.at(-1)?.[1] ?? -1))
    if (heading !== null) headings.push(heading)
  }
  return { lines, headings, fences, ...findTitle(path, lines, matter, headings) }
}

/** Finds the last line of the front matter; -1 if there is none. */
function findFrontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return -1
  return lines.findIndex((line, i) => i > 0 && i < 200 && /^(?:---|\.\.\.)\s*$/.test(line))
}

function findFenceEnd(lines: readonly string[], start: number, fence: string): number {
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`)
  for (let i = start + 1; i < lines.length; i++) if (closing.test(lines[i]!)) return i
  return lines.length - 1
}

/** `before`: the last line of the front matter or code fence above, which cannot be part of a heading. */
function parseHeading(lines: readonly string[], i: number, before: number): Heading | null {
  const line = lines[i]!
  if (atx.test(line)) {
    const text = parseHeadingText(line)
    return text === '' ? null : { line: i, text }
  }
  const above = i - 1 > before ? lines[i - 1]!.trim() : ''
  // Dashes under a table, a list or a quotation are a rule, not a heading.
  if (!underline.test(line) || above === '' || above.length > 200 || /^[|>#*+-]/.test(above)) return null
  return { line: i - 1, text: above }
}

/** Removes the `#` at both ends. Written by hand because a regular expression would be quadratic in the blanks. */
function parseHeadingText(line: string): string {
  const text = line.slice(0, 1000).trim()
  let end = text.length
  while (text[end - 1] === '#') end--
  const closed = end < text.length && /[ \t]/.test(text[end - 1] ?? ' ')
  return (closed ? text.slice(0, end) : text).replace(/^#{1,6}/, '').trim()
}

function findTitle(
  path: string,
  lines: readonly string[],
  matter: number,
  headings: readonly Heading[],
): Pick<DocumentScan, 'title' | 'titleLine'> {
  for (let i = 1; i < matter; i++) {
    const line = lines[i]!
    const title = line.startsWith('title:') ? unquote(line.slice('title:'.length).trim()) : ''
    if (title !== '') return { title: title, titleLine: i }
  }
  const [first] = headings
  return first === undefined
    ? { title: getBaseName(path), titleLine: null }
    : { title: first.text, titleLine: first.line }
}

function unquote(text: string): string {
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.at(-1) === text[0]
  return isQuoted ? text.slice(1, -1) : text
}

/** Lists the sections, each from a heading to the next. The lines before the first heading are a section too. */
export function listSections({ lines, headings }: DocumentScan): LineRange[] {
  const starts = [...new Set([0, ...headings.map(({ line }) => line)])]
  return starts.map((start, i) => [start, (starts[i + 1] ?? lines.length) - 1])
}
