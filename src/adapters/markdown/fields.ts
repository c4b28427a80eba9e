import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { OutlineBlock, OutlineField } from '../../core/document/index.ts'
import { isAscii } from '../../core/values/index.ts'

const boldKey =
  /^\s*(?<bold>\*\*|__)(?<key>(?:(?!\k<bold>).){1,60}?)(?::\k<bold>|\k<bold>\s*:)\s*(?<value>.*)$/
const plainKey = /^\s*(?<key>[A-Za-z][A-Za-z0-9 _./&-]{0,40}):(?:\s+(?<value>.*))?$/
/** Made when a line needs it: it reads the tables of Unicode. */
const anyKey = () => /^\s*(?<key>[\p{L}][\p{L}\p{N} _./&-]{0,40}):(?:\s+(?<value>.*))?$/u

/** `Key: value` and `**Key:** value`. */
export function keyLines(lines: readonly string[], { start, end }: Span, block: number): OutlineField[] {
  const fields: OutlineField[] = []
  for (let line = start; line < end; line++) {
    const text = lines[line] ?? ''
    const found = keyValue(text)
    const before = fields.at(-1)
    if (found !== null) fields.push({ ...found, items: [], line, end: line + 1, block })
    // A line without a key goes on with the value before it.
    else if (before !== undefined && before.end === line && text.trim() !== '') {
      const value = `${before.value} ${plain(text)}`.trim()
      fields[fields.length - 1] = { ...before, value, end: line + 1 }
    }
  }
  return fields
}

type Span = Pick<OutlineBlock, 'start' | 'end'>

function keyValue(line: string): { key: string; value: string } | null {
  const found = (boldKey.exec(line) ?? (isAscii(line) ? plainKey : anyKey()).exec(line))?.groups
  const key = found?.key?.trim()
  if (key === undefined || key.split(/\s+/).length > 4) return null
  return { key, value: plain(found?.value ?? '') }
}

/** `- **Decisions:** …`: a list of bold keys is metadata too. */
export function listFields(lines: readonly string[], { start, end }: Span, block: number): OutlineField[] {
  const fields: OutlineField[] = []
  for (let line = start; line < end; line++) {
    const found = boldKey.exec((lines[line] ?? '').replace(/^\s*[-*+]\s+/, ''))?.groups
    if (found === undefined) continue
    fields.push({ key: found.key!.trim(), value: plain(found.value!), items: [], line, end: line + 1, block })
  }
  return fields
}

/** `* Status: accepted` in every item, right below the title: decision records begin like that. */
export function topListFields(lines: readonly string[], span: Span, block: number): OutlineField[] {
  const fields: OutlineField[] = []
  for (let line = span.start; line < span.end; line++) {
    const text = lines[line] ?? ''
    if (text.trim() === '') continue
    const found = /^[-*+]\s/.test(text) ? keyValue(text.slice(1)) : null
    if (found === null) return listFields(lines, span, block)
    fields.push({ ...found, items: [], line, end: line + 1, block })
  }
  return fields
}

/** Markup that decorates a short text, taken off; on one line, because an underlined heading may have several. */
export function plain(text: string): string {
  const line = oneLine(text)
  // From every bracket these patterns look ahead; a line as long as this decorates nothing.
  if (line.length > 1000) return line
  return line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+#+\s*$/, '')
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** The keys of a YAML text that begins at line `offset`, nested ones joined by dots. */
export function yamlFields(lines: readonly string[], offset: number, block: number): OutlineField[] {
  const text = lines.join('\n')
  if (text.length > 64_000) return []
  const lineCounter = new LineCounter()
  const parsed = parseDocument(text, { lineCounter, logLevel: 'silent', uniqueKeys: false, schema: 'core' })
  if (parsed.errors.length > 0) {
    const fields = keyLines(lines, { start: 0, end: lines.length }, block)
    return fields.map((field) => ({ ...field, line: field.line + offset, end: field.end + offset }))
  }
  const fields: OutlineField[] = []
  const walk = (given: unknown, path: readonly string[], line: number) => {
    if (path.length > 6) return
    if (isMap<Node>(given)) {
      for (const { key, value } of given.items) {
        const at = lineCounter.linePos(key?.range?.[0] ?? 0).line - 1
        walk(value, [...path, scalarText(key)], at + offset)
      }
      return
    }
    // Only values are followed, never maps: those could multiply without end.
    const node = isAlias(given) ? given.resolve(parsed) : given
    const items = isSeq(node) ? node.items.map(scalarText).filter((item) => item !== '') : []
    if (path.length > 0)
      fields.push({ key: path.join('.'), value: scalarText(node), items, line, end: line + 1, block })
  }
  walk(parsed.contents, [], offset)
  return fields
}

/** As it is written (`1.10` is no 1.1), on one line; nothing for null and for collections. */
function scalarText(node: unknown): string {
  return isScalar(node) && node.value !== null ? oneLine(node.source ?? String(node.value)) : ''
}
