import { isMap, isScalar, type Pair, parse, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import type { StampManifest } from '../../ports/index.ts'

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Edits by the offsets of nodes, so that comments, order and spelling of everything else stay. */
export const stampManifest: StampManifest = (text, stamp) => {
  let stamped = text
  for (const [key, value] of Object.entries(stamp).reverse()) {
    const edit = makeEdit(stamped, key, formatValue(value))
    if (edit === null) return null
    stamped = stamped.slice(0, edit.from) + edit.text + stamped.slice(edit.to)
  }
  return changesOnly(stamp, text, stamped) ? stamped : null
}

/** Unquoted if that parses to the same text, because a commit can look like a number. */
function formatValue(value: string): string {
  return parse(value) === value ? value : JSON.stringify(value)
}

function makeEdit(text: string, key: string, value: string): Edit | null {
  const map = parseDocument(text, { logLevel: 'error' }).contents
  if (!isMap<Scalar, Scalar | null>(map)) return null
  const pair = find(map, key)
  return pair === undefined ? makeInsertion(text, map, `${key}: ${value}`) : makeChange(text, pair, value)
}

function find(map: YAMLMap<Scalar, Scalar | null>, key: string): Pair<Scalar, Scalar | null> | undefined {
  return map.items.find((item) => isScalar(item.key) && item.key.value === key)
}

function makeChange(text: string, { key, value }: Pair<Scalar, Scalar | null>, to: string): Edit | null {
  // A block of text, an alias or a tag extends beyond its range.
  if (value !== null && (!isScalar(value) || value.anchor || value.tag || /^BLOCK/.test(value.type ?? '')))
    return null
  const range = value?.range
  if (range && range[0] < range[1]) return { from: range[0], to: range[1], text: to }
  const colon = text.indexOf(':', key.range![1])
  return colon === -1 ? null : { from: colon + 1, to: colon + 1, text: ` ${to}` }
}

/** Inserts the line after the version, where readers look for it. */
function makeInsertion(text: string, map: YAMLMap<Scalar, Scalar | null>, line: string): Edit | null {
  const pair = find(map, 'foreword') ?? find(map, 'version')
  const range = pair?.value?.range
  if (pair === undefined || !range) return null
  if (map.flow) return { from: range[1], to: range[1], text: `, ${line}` }
  const start = pair.key.range![0]
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/^\uFEFF/, '')
  if (indent.trim() !== '') return null
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const next = text.indexOf('\n', range[1])
  if (next === -1) return { from: text.length, to: text.length, text: `${lineEnd}${indent}${line}` }
  return { from: next + 1, to: next + 1, text: `${indent}${line}${lineEnd}` }
}

/** Parses the result and compares it as data, so that a wrong edit is never written. */
function changesOnly(stamp: Readonly<Record<string, string>>, before: string, after: string): boolean {
  const expected = JSON.stringify(sortEntries({ ...parse(before), ...stamp }))
  return JSON.stringify(sortEntries(parse(after))) === expected
}

function sortEntries(data: Record<string, unknown>): [string, unknown][] {
  return Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
}
