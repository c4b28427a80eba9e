import MarkdownIt from 'markdown-it'
import type { Outline, OutlineBlock, OutlineField } from '../../core/document/index.ts'
import { parseKeyLines, parseListFields, parseTopListFields, parseYamlFields, stripMarkup } from './fields.ts'

// Parses block structure only: inline markup is not needed to find headings, and takes most of the time.
const parser = new MarkdownIt('commonmark').enable(['table'])
parser.core.ruler.disable(['inline', 'text_join'])

type Token = ReturnType<typeof parser.parse>[number]

export function outlineMarkdown(text: string): Outline {
  const lines = text.split('\n')
  const front = findFrontMatterEnd(lines)
  // Blank lines instead of front matter keep the line numbers.
  const body = `${'\n'.repeat(front)}${lines.slice(front).join('\n')}\n`
  const tokens = parser.parse(body, {})
  const blocks: OutlineBlock[] = []
  const fields: OutlineField[] = front === 0 ? [] : parseYamlFields(lines.slice(1, front - 1), 1, -1)
  let isBelowTitle = true
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.level !== 0 || token.map === null || token.nesting === -1) continue
    const block = makeBlock(token, tokens[i + 1])
    blocks.push(block)
    const isTop = blocks.length > 1 && isBelowTitle
    isBelowTitle &&= block.level === 1 || block.kind === 'comment'
    for (const field of parseFields(block, blocks.length - 1, { lines, tokens, at: i, isTop }))
      fields.push(field)
  }
  if (front === 0 && isYamlLike(text, blocks)) fields.unshift(...parseYamlFields(lines, 0, -1))
  return { bodyStart: front, fields, blocks, fences: listFences(tokens, lines) }
}

/** Keys with indented lists below them and no heading: people write this too, and Markdown parses it as one list. */
function isYamlLike(text: string, blocks: readonly OutlineBlock[]): boolean {
  return blocks.every((block) => block.kind !== 'heading') && /^[\w-]+:[ \t]*\n[ \t]+- /m.test(text)
}

function listFences(tokens: readonly Token[], lines: readonly string[]): Outline['fences'] {
  return tokens
    .filter((token) => token.type === 'fence' && token.map !== null)
    .map((token) => {
      const [start, end] = token.map!
      const opening = lines[start] ?? ''
      // The closing line needs the same quote marks or indent as its opening line.
      const before = opening.slice(0, Math.max(0, opening.indexOf(token.markup))).replace(/[^>\s]/g, ' ')
      return { start, end, close: before + token.markup, closed: isClosed(token) }
    })
}

/** The parser does not report whether the closing line exists. If it does, it is not part of the content. */
function isClosed(fence: Token): boolean {
  const [start, end] = fence.map!
  return fence.content.split('\n').length - 1 === end - start - 2
}

function findFrontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  const close = lines.findIndex((line, i) => i > 0 && (line.trimEnd() === '---' || line.trimEnd() === '...'))
  return close === -1 ? 0 : close + 1
}

const kinds: Readonly<Record<string, OutlineBlock['kind']>> = {
  heading_open: 'heading',
  paragraph_open: 'paragraph',
  bullet_list_open: 'list',
  ordered_list_open: 'list',
  fence: 'fence',
  table_open: 'table',
}

function makeBlock(token: Token, next: Token | undefined): OutlineBlock {
  const [start, end] = token.map!
  const kind =
    token.type === 'html_block' && /^\s*<!--/.test(token.content) ? 'comment' : (kinds[token.type] ?? 'other')
  const level = kind === 'heading' ? Number(token.tag.slice(1)) : 0
  return { kind, start, end, level, text: kind === 'heading' ? stripMarkup(next?.content ?? '') : '' }
}

interface BlockPlace {
  readonly lines: readonly string[]
  readonly tokens: readonly Token[]
  /** Index of the block's first token. */
  readonly at: number
  /** Whether only the title comes before it: here documents state facts about themselves. */
  readonly isTop: boolean
}

function parseFields(block: OutlineBlock, index: number, place: BlockPlace): OutlineField[] {
  const { lines, tokens, at, isTop } = place
  switch (block.kind) {
    case 'paragraph':
      return parseKeyLines(lines, block, index)
    case 'list':
      return isTop ? parseTopListFields(lines, block, index) : parseListFields(lines, block, index)
    case 'table':
      return [...parseTableFields(tokens, at, index), ...(isTop ? parseColumnFields(tokens, at, index) : [])]
    case 'fence': {
      const fence = tokens[at]!
      if (!/^ya?ml\b/i.test(fence.info)) return []
      const end = block.end - (isClosed(fence) ? 1 : 0)
      return parseYamlFields(lines.slice(block.start + 1, end), block.start + 1, index)
    }
    default:
      return []
  }
}

/** Parses a table of two columns whose first column names the field: `| **Status** | Accepted |`. */
function parseTableFields(tokens: readonly Token[], at: number, block: number): OutlineField[] {
  return listRows(tokens, at).flatMap(({ cells, line, isHead }) => {
    const [name = '', value = ''] = cells
    // A head names columns, unless it is bold like the keys below it.
    if (cells.length !== 2 || (isHead && !/^(\*\*|__)/.test(name.trim()))) return []
    const key = stripMarkup(name)
    return key === '' ? [] : [{ key, value: stripMarkup(value), items: [], line, end: line + 1, block }]
  })
}

/** Parses `| Status | Date |` above a single row. */
function parseColumnFields(tokens: readonly Token[], at: number, block: number): OutlineField[] {
  const [head, row, ...more] = listRows(tokens, at)
  if (head?.isHead !== true || row === undefined || more.length > 0) return []
  const { line } = row
  return head.cells.flatMap((name, i) => {
    const key = stripMarkup(name)
    return key === ''
      ? []
      : [{ key, value: stripMarkup(row.cells[i] ?? ''), items: [], line, end: line + 1, block }]
  })
}

interface Row {
  readonly cells: readonly string[]
  readonly line: number
  readonly isHead: boolean
}

function listRows(tokens: readonly Token[], at: number): Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let line = 0
  let isHead = false
  for (let i = at; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.type === 'table_close') break
    if (token.type === 'thead_open' || token.type === 'tbody_open') isHead = token.type === 'thead_open'
    if (token.type === 'tr_open') {
      cells = []
      line = token.map?.[0] ?? line
      rows.push({ cells, line, isHead })
    }
    if (token.type === 'inline') cells.push(token.content)
  }
  return rows
}
