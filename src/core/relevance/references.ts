import { parseLeadingNumber } from '../plan/index.ts'
import { getBaseName, getStem } from '../values/index.ts'
import type { DocumentScan } from './scan-document.ts'

/** A reference to another document by one of its keys. */
export interface Reference {
  readonly key: string
  /** The label of the field that contains it, such as `depends on`; empty elsewhere. */
  readonly under: string
  /** Counted from 0. */
  readonly line: number
}

// Every repetition is bounded or unambiguous, because a line from outside must not make a search slow.
const linkTarget =
  /\]\(\s{0,3}<?([^)<>\s]{1,300})(?=[)>\s])|^ {0,3}\[[^\]]{1,200}\]:\s{0,3}<?([^<>\s]{1,300})/g
const codeSpan = /`([^`\n]{1,300})`/g
const wikiLink = /\[\[([^\]|#\n]{1,200})(?:[|#][^\]\n]{0,200})?\]\]/g
const docsAddress = /\b[a-z][a-z0-9+.-]{0,20}:\/\/docs\/([A-Za-z][\w-]{0,40})\/([\w.-]{1,200})/g
const numberedType =
  /\b([A-Z][A-Za-z]{1,19})[ \u00a0-]{1,2}#?(\d{1,6}(?:(?:,| and| &|\/) ?#?\d{3,6})*)(?!\.?\w)/g
const numberedName = /(?<![\w./-])\d{3,9}(?:-[\p{L}\p{N}]+)+(?:\.[a-z]+)*/gu
const fieldLabel = /^[\s|*_+-]{0,8}([A-Za-z][A-Za-z ]{2,30})(?=[:*_|])/
const fieldNames = new Set([
  ...['depends on', 'supersedes', 'superseded by', 'references', 'related', 'related to', 'see also'],
  ...['source', 'replaces', 'replaced by', 'blocks', 'blocked by', 'implements', 'rfc', 'adr', 'parent'],
])
/** Longer lines are data, not prose, and are not searched. */
const maxLineLength = 4000

/** Returns the keys by which other documents can name this one. */
export function getDocumentKeys(path: string, title: string): string[] {
  const stem = getStem(getBaseName(path)).toLowerCase()
  const keys = new Set([makePathKey(path), makeStemKey(stem), makeStemKey(stripStage(stem))])
  const number = parseLeadingNumber(getBaseName(path))
  const folder = path.split('/').at(-2)
  if (number !== null && folder !== undefined) keys.add(makeNumberKey(folder, number))
  const [, type, digits] = /^([A-Za-z]{2,20})[ -]#?(\d{1,6})\b/.exec(title) ?? []
  if (type !== undefined && digits !== undefined) keys.add(makeNumberKey(type, digits))
  return [...keys].sort()
}

/** Finds the references of a document, one per key. Code blocks are skipped. */
export function findReferences(path: string, { lines, fences }: DocumentScan): Reference[] {
  const found = new Map<string, Reference>()
  let fence = 0
  for (const [line, text] of lines.entries()) {
    while (fence < fences.length && fences[fence]![1] < line) fence++
    const inside = fences[fence] !== undefined && fences[fence]![0] <= line
    if (inside || text.length > maxLineLength) continue
    const under = parseFieldName(text)
    for (const key of findKeys(path, text, under)) {
      // Keep the first reference, unless a later one is in a field.
      const before = found.get(key)
      if (before === undefined || (before.under === '' && under !== '')) found.set(key, { key, under, line })
    }
  }
  return [...found.values()]
}

function parseFieldName(line: string): string {
  const name = fieldLabel.exec(line)?.[1]?.trim().toLowerCase() ?? ''
  return fieldNames.has(name) ? name : ''
}

function* findKeys(path: string, line: string, under: string): Iterable<string> {
  if (line.includes('](') || line.includes(']:')) {
    for (const [, inline, defined] of line.matchAll(linkTarget)) yield* findLinkKeys(path, inline ?? defined!)
  }
  if (line.includes('`')) for (const [, code] of line.matchAll(codeSpan)) yield* findCodeKeys(path, code!)
  if (line.includes('[[')) for (const [, name] of line.matchAll(wikiLink)) yield* makeWikiKeys(name!)
  if (line.includes('://docs/'))
    for (const [, type, id] of line.matchAll(docsAddress)) yield makeIdKey(type!, id!)
  if (!/\d/.test(line)) return
  for (const [, type, numbers] of line.matchAll(numberedType)) {
    for (const [digits] of numbers!.matchAll(/\d+/g)) yield makeNumberKey(type!, digits)
  }
  for (const [name] of line.matchAll(numberedName)) yield* makeStemKeys(name)
  // In such a field a number alone names a document of the same folder.
  const folder = path.split('/').at(-2)
  if (under === '' || folder === undefined) return
  for (const [digits] of line.matchAll(/(?<![\w-])0\d{2,5}(?![\w-])/g)) yield makeNumberKey(folder, digits)
}

function* findLinkKeys(path: string, target: string): Iterable<string> {
  if (/^[a-z][a-z0-9+.-]*:|^#/i.test(target)) return
  const plain = tryDecode(target.replace(/[?#].*$/s, ''))
  const resolved =
    plain === null || plain === '' ? null : resolvePath(plain.startsWith('/') ? '' : getFolder(path), plain)
  if (resolved !== null) yield makePathKey(resolved)
}

/** Tries a path in code from the root and from the folder of the document, because authors write both. */
function* findCodeKeys(path: string, code: string): Iterable<string> {
  const [, plain] = /^\/?([\w@.-]+(?:\/[\w@.-]+)*\.[A-Za-z0-9]{1,8})(?::\d+)?$/.exec(code) ?? []
  if (plain === undefined) return
  for (const from of plain.includes('/') ? ['', getFolder(path)] : [getFolder(path)]) {
    const resolved = resolvePath(from, plain)
    if (resolved !== null) yield makePathKey(resolved)
  }
}

function* makeWikiKeys(name: string): Iterable<string> {
  yield* makeStemKeys(getBaseName(name.trim()))
}

function* makeStemKeys(name: string): Iterable<string> {
  const stem = name.toLowerCase().replace(/\.(?:mdx?|markdown|txt|rst|adoc)$/, '')
  yield makeStemKey(stem)
  yield makeStemKey(stripStage(stem))
}

function makeIdKey(type: string, id: string): string {
  return /^\d{1,9}$/.test(id) ? makeNumberKey(type, id) : makeStemKey(stripStage(id.toLowerCase()))
}

/** Removes the stage from a name, because references leave it out: `0016-d-context`, `0005-single-source.accepted`. */
function stripStage(stem: string): string {
  return stem.replace(/^(\d+)-[a-z]-/, '$1-').replace(/\.[a-z]+$/, '')
}

function getFolder(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}

/** Null if the path leads out of the root. */
function resolvePath(from: string, target: string): string | null {
  const parts = from === '' ? [] : from.split('/')
  for (const part of target.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.length === 0 ? null : parts.join('/')
}

function tryDecode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function makePathKey(path: string): string {
  return `path:${path}`
}

function makeStemKey(stem: string): string {
  return `name:${stem}`
}

/** Gives `ADR 5`, `ADRs 0005` and `adrs/0005-….md` the same key. */
function makeNumberKey(type: string, digits: string): string {
  return `number:${type.toLowerCase().replace(/s$/, '')}:${Number(digits)}`
}
