import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { OutlineBlock, OutlineField } from '../../core/document/index.ts'
import { isAscii } from '../../core/values/index.ts'

const boldKey =
  /^\s*(?<bold>\*\*|__)(?<key>(?:(?!\k<bold>).){1,60}?)(?::\k<bold>|\k<bold>\s*:)\s*(?<value>.*)$/
const plainKey = /^\s*(?<key>[A-Za-z][A-Za-z0-9 _./&-]{0,40}):(?:\s+(?<value>.*))?$/
/** Created only when a line needs it, because it loads Unicode tables. */
const anyKey = () => /^\s*(?<key>[\p{L}][\p{L}\p{N} _./&-]{0,40}):(?:\s+(?<value>.*))?$/u

/** Parses `Key: value` and `**Key:** value`. */
export function parseKeyLines(lines: readonly string[], { start, end }: Span, block: number): OutlineField[] {
  const fields: OutlineField[] = []
  for (let line = start; line < end; line++) {
    const text = lines[line] ?? ''
    const found = parseKeyValue(text)
    const before = fields.at(-1)
    if (found !== null) fields.push({ ...found, items: [], line, end: line + 1, block })
    // A line without a key continues the value before it.
    else if (before !== undefined && before.end === line && text.trim() !== '') {
      const value = `${before.value} ${stripMarkup(text)}`.trim()
      fields[fields.length - 1] = { ...before, value, end: line + 1 }
    }
  }
  return fields
}

type Span = Pick<OutlineBlock, 'start' | 'end'>

function parseKeyValue(line: string): { key: string; value: string } | null {
  const found = (boldKey.exec(line) ?? (isAscii(line) ? plainKey : anyKey()).exec(line))?.groups
  const key = found?.key?.trim()
  if (key === undefined || key.split(/\s+/).length > 4) return null
  return { key, value: stripMarkup(found?.value ?? '') }
}

/** Parses `- **Decisions:** …`: a list of bold keys is metadata too. */
export function parseListFields(
  lines: readonly string[],
  { start, end }: Span,
  block: number,
): OutlineField[] {
  const fields: OutlineField[] = []
  for (let line = start; line < end; line++) {
    const found = boldKey.exec((lines[line] ?? '').replace(/^\s*[-*+]\s+/, ''))?.groups
    if (found === undefined) continue
    fields.push({
      key: found.key!.trim(),
      value: stripMarkup(found.value!),
      items: [],
      line,
      end: line + 1,
      block,
    })
  }
  return fields
}

/** Parses `* Status: accepted` in every item, directly below the title, as decision records begin. */
export function parseTopListFields(lines: readonly string[], span: Span, block: number): OutlineField[] {
  const fields: OutlineField[] = []
  for (let line = span.start; line < span.end; line++) {
    const text = lines[line] ?? ''
    if (text.trim() === '') continue
    const found = /^[-*+]\s/.test(text) ? parseKeyValue(text.slice(1)) : null
    if (found === null) return parseListFields(lines, span, block)
    fields.push({ ...found, items: [], line, end: line + 1, block })
  }
  return fields
}

/** Removes markup from a short text and joins its lines, because an underlined heading may have several. */
export function stripMarkup(text: string): string {
  const line = joinLines(text)
  // These patterns look ahead from every bracket, and a line this long is not a heading or a value.
  if (line.length > 1000) return line
  return line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+#+\s*$/, '')
}

function joinLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** Parses the keys of a YAML text that begins at line `offset`. Nested keys are joined by dots. */
export function parseYamlFields(lines: readonly string[], offset: number, block: number): OutlineField[] {
  const text = lines.join('\n')
  if (text.length > 64_000) return []
  const lineCounter = new LineCounter()
  const parsed = parseDocument(text, { lineCounter, logLevel: 'silent', uniqueKeys: false, schema: 'core' })
  if (parsed.errors.length > 0) {
    const fields = parseKeyLines(lines, { start: 0, end: lines.length }, block)
    return fields.map((field) => ({ ...field, line: field.line + offset, end: field.end + offset }))
  }
  const fields: OutlineField[] = []
  const walk = (value: unknown, path: readonly string[], line: number) => {
    if (path.length > 6) return
    if (isMap<Node>(value)) {
      for (const { key, value: child } of value.items) {
        const at = lineCounter.linePos(key?.range?.[0] ?? 0).line - 1
        walk(child, [...path, scalarText(key)], at + offset)
      }
      return
    }
    // Follows aliases only to values, because maps could multiply without end.
    const node = isAlias(value) ? value.resolve(parsed) : value
    const items = isSeq(node) ? node.items.map(scalarText).filter((item) => item !== '') : []
    if (path.length > 0)
      fields.push({ key: path.join('.'), value: scalarText(node), items, line, end: line + 1, block })
  }
  walk(parsed.contents, [], offset)
  return fields
}

/** Returns the text as it is written (`1.10` is not 1.1), on one line; empty for null and for collections. */
function scalarText(node: unknown): string {
  return isScalar(node) && node.value !== null ? joinLines(node.source ?? String(node.value)) : ''
}
