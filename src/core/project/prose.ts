// READMEs and contributing guides are written in Markdown, reStructuredText or AsciiDoc. A description needs their words only, so one
// scanner of lines serves all three: it finds headings, paragraphs, list items and code, and takes badges, images and HTML out.
import { removeImages } from '../document/index.ts'

/** Bounds the work on one block: some patterns look from every bracket to the end. */
const maxBlockCharacters = 4000

export type ProseKind = 'heading' | 'paragraph' | 'item' | 'code'

export interface ProseBlock {
  readonly kind: ProseKind
  /** One line without markup, except code: there the lines of the block. */
  readonly text: string
  /** The heading above, in lower case; '' before the first one. */
  readonly under: string
  /** Set for a quotation: authors write warnings so. */
  readonly quoted?: true
}

/** Splits a document into blocks of plain words. Blocks without words, such as rows of badges, are left out. */
export function parseProse(
  text: string,
  { comments = 'drop' }: { comments?: 'drop' | 'read' } = {},
): ProseBlock[] {
  const blocks: ProseBlock[] = []
  let under = ''
  let pending: string[] = []
  let kind: ProseKind = 'paragraph'
  let quoted = false
  const flush = () => {
    const joined = stripInline(pending.join(' ').slice(0, maxBlockCharacters))
    if (/\p{L}/u.test(joined)) blocks.push({ kind, text: joined, under, ...(quoted && { quoted }) })
    pending = []
    kind = 'paragraph'
    quoted = false
  }
  const lines = removeComments(comments === 'read' ? text.replace(/<!--|-->/g, '\n') : text).split('\n')
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const fence = readCode(lines, i)
    if (fence !== null) {
      flush()
      if (fence.text.trim() !== '') blocks.push({ kind: 'code', text: fence.text, under })
      i = fence.last
      continue
    }
    const heading = readHeading(lines, i)
    if (heading !== null) {
      flush()
      under = stripInline(heading.text).toLowerCase()
      blocks.push({ kind: 'heading', text: stripInline(heading.text), under })
      i = heading.last
      continue
    }
    const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)
    if (item !== null) {
      flush()
      kind = 'item'
      pending.push(item[1]!)
    } else if (isBlank(line)) flush()
    else {
      quoted ||= /^\s*>/.test(line)
      pending.push(line.replace(/^\s*>\s?/, '').replace(/\\$/, ''))
    }
  }
  flush()
  return blocks
}

/** Takes out HTML comments, front matter and directives that hold nothing for a reader. */
function removeComments(text: string): string {
  return removeBetween(
    text.replace(/\r\n?/g, '\n').replace(/^---\n[\s\S]{0,4000}?\n---\n/, ''),
    '<!--',
    '-->',
  ).replace(/^\.\. (?:image|figure|\|[^|\n]*\| image|contents|_[^:\n]*:)[^\n]*(?:\n[ \t]+[^\n]*)*/gm, '')
}

/** In linear time, also if nothing closes. An unclosed comment stays text. */
function removeBetween(text: string, open: string, close: string): string {
  const kept: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf(open, from)
    const end = start === -1 ? -1 : text.indexOf(close, start + open.length)
    if (end === -1) return kept.join('') + text.slice(from)
    kept.push(text.slice(from, start))
    from = end + close.length
  }
}

/** A blank line, a rule, a table row, an alert marker, an attribute of AsciiDoc or a link definition separates blocks. */
function isBlank(line: string): boolean {
  return /^\s*(?:>\s*)?(?:$|[-=*_~^]{3,}\s*$|\|.*\|\s*$|\[![A-Z]+\]\s*$|\[[^\]]+\]:\s|:[\w-]+:(?:\s|$)|\[[\w=",#. -]*\]\s*$)/.test(
    line,
  )
}

interface Span {
  readonly text: string
  readonly last: number
}

function readCode(lines: readonly string[], from: number): Span | null {
  const open = /^\s*(?:>\s?)?(`{3,}|~{3,}|-{4}\s*$)\s*([\w+-]*)/.exec(lines[from]!)
  if (open !== null && (open[1]![0] !== '-' || lines[from - 1]?.startsWith('[source'))) {
    const mark = open[1]!.trim()
    let last = from + 1
    while (last < lines.length && !lines[last]!.replace(/^\s*(?:>\s?)?/, '').startsWith(mark)) last++
    const body = lines.slice(from + 1, last)
    const isText =
      /^(?:|sh|bash|zsh|shell|console|shell-session|text|plaintext|powershell|pwsh|cmd|fish)$/i.test(open[2]!)
    return { text: isText ? body.join('\n') : '', last }
  }
  if (/(?:::|^\.\. code-block::.*)\s*$/.test(lines[from]!)) return readIndented(lines, from)
  return null
}

/** The indented block below a line of reStructuredText that ends with `::`. */
function readIndented(lines: readonly string[], from: number): Span | null {
  let last = from
  for (let i = from + 1; i < lines.length; i++) {
    if (/^\s+\S/.test(lines[i]!)) last = i
    else if (lines[i]!.trim() !== '') break
  }
  return last === from ? null : { text: lines.slice(from + 1, last + 1).join('\n'), last }
}

function readHeading(lines: readonly string[], from: number): Span | null {
  const line = lines[from]!
  const marked =
    /^\s{0,3}(?:#{1,6}|={1,5})\s+(.*?)\s*#*$/.exec(line) ?? /<h[1-6][^>]*>(.*?)<\/h[1-6]>/i.exec(line)
  if (marked !== null) return { text: marked[1]!, last: from }
  const below = lines[from + 1] ?? ''
  const underlined = /^([=\-~^"#*+])\1{2,}\s*$/.test(below) && /^\S.*\S/.test(line)
  return underlined && !/^[-*+|]/.test(line) ? { text: line, last: from + 1 } : null
}

/** The words of a line: without images, badges, tags, link targets and emphasis. Code keeps its backticks. */
export function stripInline(text: string): string {
  return removeImages(text, ' ')
    .replace(/(?:image|footnote):+[^\s[]*\[[^\]]*\]/g, ' ')
    .replace(/\[((?:`[^`]*`|[^\]`])*)\]\((?:[^()]|\([^)]*\))*\)/g, '$1')
    .replace(/\[([^\]]*)\]\[[^\]]*\]/g, '$1')
    .replace(/(?:link:|xref:|https?:\/\/)[^\s[\]]*\[([^\]]*)\]/g, '$1')
    .replace(/`([^`<]+?)\s*<[^>`]*>`__?/g, '$1')
    .replace(/:[a-z:]+:`([^`]*)`/g, '`$1`')
    .replace(/``([^`]+)``/g, '`$1`')
    .replace(/(`[^`]*`)|<\/?[a-zA-Z][^<>\n]*>/g, (_, code?: string) => code ?? ' ')
    .replace(/<https?:[^>]*>/g, ' ')
    .replace(/&(?:nbsp|ensp|emsp);/g, ' ')
    .replace(/\*{1,3}(?=\S)([^*\n]+?)\*{1,3}/g, '$1')
    .replace(/(?<![\w`])__?(?=\S)([^_\n]+?)__?(?![\w`])/g, '$1')
    .replace(/:[a-z_]+:(?!\S*`)/g, ' ')
    .replace(/\\([\\`*_{}[\]()#+.!-])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?])(?=\s|$)/g, '$1')
    .trim()
}

/** The sentences of a paragraph. A dot inside code, a number or an abbreviation does not end one. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let from = 0
  let inCode = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '`') inCode = !inCode
    if (inCode || !/[.!?]/.test(text[i]!)) continue
    const rest = text.slice(i + 1)
    if (!/^["')\]]*\s+["'(`[]*[\p{Lu}\p{N}`]/u.test(rest)) continue
    if (/\b(?:e\.g|i\.e|etc|vs|cf|Mr|Dr|No)$/.test(text.slice(from, i))) continue
    sentences.push(text.slice(from, i + 1).trim())
    from = i + 1
  }
  const last = text.slice(from).trim()
  return last === '' ? sentences : [...sentences, last]
}
