import MarkdownIt from 'markdown-it'
import { parseDocument } from 'yaml'
import type { Outline, OutlineBlock, OutlineField } from '../../core/document/index.ts'

// Block structure only: emphasis, links and the like are not needed to know where a heading is, and cost most of the time.
const parser = new MarkdownIt('commonmark').enable(['table'])
parser.core.ruler.disable(['inline', 'text_join'])

type Token = ReturnType<typeof parser.parse>[number]

export function outlineOf(text: string): Outline {
  const lines = text.split('\n')
  const front = frontMatterEnd(lines)
  // Blank lines instead of front matter keep the line numbers.
  const body = `${'\n'.repeat(front)}${lines.slice(front).join('\n')}\n`
  const tokens = parser.parse(body, {})
  const blocks: OutlineBlock[] = []
  const fields: OutlineField[] = front === 0 ? [] : yamlFields(lines.slice(1, front - 1), 1, -1)
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.level !== 0 || token.map === null || token.nesting === -1) continue
    const block = blockOf(token, tokens[i + 1])
    const index = blocks.push(block) - 1
    fields.push(...fieldsOf(block, index, lines, token, tokens.slice(i)))
  }
  return { bodyStart: front, fields, blocks, fences: fencesOf(tokens, lines) }
}

function fencesOf(tokens: readonly Token[], lines: readonly string[]): Outline['fences'] {
  return tokens
    .filter((token) => token.type === 'fence' && token.map !== null)
    .map((token) => {
      const [start, end] = token.map!
      const opening = lines[start] ?? ''
      // The closing line needs the quote marks or the indent that its opening line stands behind.
      const before = opening.slice(0, Math.max(0, opening.indexOf(token.markup))).replace(/[^>\s]/g, ' ')
      // The parser does not say whether it met the closing line; it is the one that is not content.
      const closed = token.content.split('\n').length - 1 === end - start - 2
      return { start, end, close: before + token.markup, closed }
    })
}

function frontMatterEnd(lines: readonly string[]): number {
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

function blockOf(token: Token, next: Token | undefined): OutlineBlock {
  const [start, end] = token.map!
  const kind = kinds[token.type] ?? 'other'
  const level = kind === 'heading' ? Number(token.tag.slice(1)) : 0
  return { kind, start, end, level, text: kind === 'heading' ? plain(next?.content ?? '') : '' }
}

function fieldsOf(
  block: OutlineBlock,
  index: number,
  lines: readonly string[],
  token: Token,
  rest: readonly Token[],
): OutlineField[] {
  switch (block.kind) {
    case 'paragraph':
      return keyLines(lines, block.start, block.end, index)
    case 'list':
      return listFields(lines, block, index)
    case 'table':
      return tableFields(rest, index)
    case 'fence':
      return /^ya?ml\b/i.test(token.info)
        ? yamlFields(lines.slice(block.start + 1, block.end - 1), block.start + 1, index)
        : []
    default:
      return []
  }
}

const boldKey = /^\s*(?:\*\*|__)([^*_]{1,60}?)(?::(?:\*\*|__)|(?:\*\*|__)\s*:)\s*(.*)$/
const plainKey = /^\s*([\p{L}][\p{L}\p{N} _./&-]{0,40}):(?:\s+(.*))?$/u

function keyLines(lines: readonly string[], start: number, end: number, block: number): OutlineField[] {
  const fields: OutlineField[] = []
  for (let line = start; line < end; line++) {
    const found = keyValue(lines[line] ?? '')
    if (found !== null) fields.push({ ...found, items: [], line, block })
  }
  return fields
}

function keyValue(line: string): { key: string; value: string } | null {
  const match = boldKey.exec(line) ?? plainKey.exec(line)
  const key = match?.[1]?.trim()
  if (key === undefined || key.split(/\s+/).length > 4) return null
  return { key, value: plain(match?.[2] ?? '') }
}

/** `- **Decisions:** …`: a list of bold keys is metadata too. */
function listFields(lines: readonly string[], block: OutlineBlock, index: number): OutlineField[] {
  const fields: OutlineField[] = []
  for (let line = block.start; line < block.end; line++) {
    const match = boldKey.exec((lines[line] ?? '').replace(/^\s*[-*+]\s+/, ''))
    if (match !== null)
      fields.push({ key: match[1]!.trim(), value: plain(match[2] ?? ''), items: [], line, block: index })
  }
  return fields
}

/** Two columns, the first one naming: `| **Status** | Accepted |`. */
function tableFields(tokens: readonly Token[], block: number): OutlineField[] {
  const fields: OutlineField[] = []
  let row: string[] = []
  let line = 0
  for (const token of tokens) {
    if (token.type === 'table_close') break
    if (token.type === 'tr_open') {
      row = []
      line = token.map?.[0] ?? line
    }
    if (token.type === 'inline') row.push(plain(token.content))
    if (token.type === 'tr_close' && row.length === 2 && row[0] !== '') {
      fields.push({ key: row[0]!, value: row[1]!, items: [], line, block })
    }
  }
  return fields
}

/** Markup that decorates a short text, taken off; on one line, because an underlined heading may have several. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+#+\s*$/, '')
}

function yamlFields(lines: readonly string[], offset: number, block: number): OutlineField[] {
  const text = lines.join('\n')
  if (text.length > 64_000) return []
  const parsed = parseDocument(text, { logLevel: 'silent', uniqueKeys: false, schema: 'core' })
  if (parsed.errors.length > 0)
    return keyLines(lines, 0, lines.length, block).map((f) => ({ ...f, line: f.line + offset }))
  let value: unknown
  try {
    value = parsed.toJS({ maxAliasCount: 10 })
  } catch {
    return []
  }
  const lineOf = (key: string) =>
    Math.max(
      0,
      lines.findIndex((line) => line.trimStart().startsWith(`${key}:`)),
    ) + offset
  const fields: OutlineField[] = []
  const walk = (here: unknown, path: readonly string[]) => {
    if (path.length > 6) return
    if (here !== null && typeof here === 'object' && !Array.isArray(here)) {
      for (const [key, inner] of Object.entries(here)) walk(inner, [...path, key])
    } else if (path.length > 0) {
      const items = Array.isArray(here) ? here.filter((item) => typeof item !== 'object').map(String) : []
      const scalar =
        Array.isArray(here) || here === null
          ? ''
          : String(here)
              .replace(/\s*\n\s*/g, ' ')
              .trim()
      fields.push({ key: path.join('.'), value: scalar, items, line: lineOf(path.at(-1)!), block })
    }
  }
  walk(value, [])
  return fields
}
