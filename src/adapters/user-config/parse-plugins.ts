import { isAbsolute, join } from 'node:path'
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import { findNearestName, reservedNames } from '../../core/manifest/index.ts'
import type { EnabledPlugin } from '../../ports/index.ts'
import { ConfigurationFault } from './read-user-file.ts'

type Fail = (at: ParsedNode | null, message: string) => ConfigurationFault

/** Parses the plugins that a text enables. Throws a fault that begins with line and column. */
export function parsePlugins(text: string, home: string): ReadonlyMap<string, EnabledPlugin> {
  const counter = new LineCounter()
  const at = (offset: number, message: string) => {
    const { line, col } = counter.linePos(offset)
    return new ConfigurationFault(`${line}:${col}: ${message}`)
  }
  const document = parseYaml(text, counter)
  const fault = document.errors[0]
  // Report the code, because the message may quote the line.
  if (fault !== undefined) {
    throw at(fault.pos[0], `not valid YAML (${fault.code.toLowerCase().replaceAll('_', ' ')})`)
  }
  if (document.contents === null) return new Map()
  return parseAll(document.contents, home, (node, message) => at(node?.range[0] ?? 0, message))
}

function parseYaml(text: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, { lineCounter, logLevel: 'error', prettyErrors: false, merge: false })
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigurationFault('1:1: it is nested too deeply')
    throw error
  }
}

function parseAll(top: ParsedNode, home: string, fail: Fail): Map<string, EnabledPlugin> {
  const all = readEntries(top, ['plugins'], fail).get('plugins')
  if (all === undefined || isEmpty(all)) return new Map()
  if (!isMap(all))
    throw fail(all, 'plugins: expected a mapping from the name of a plugin to how it is reached')
  const plugins = new Map<string, EnabledPlugin>()
  for (const { key, value } of all.items) {
    const name = isScalar(key) ? String(key.value) : ''
    if (!/^[a-z][a-z0-9_-]*$/.test(name)) {
      throw fail(key, 'a plugin has a name of lower-case letters, digits, "-" or "_", starting with a letter')
    }
    if ((reservedNames as readonly string[]).includes(name)) {
      throw fail(key, `"${name}" is reserved; no manifest can name a plugin like that`)
    }
    plugins.set(name, parsePlugin(name, value ?? key, { home, fail }))
  }
  return plugins
}

const keys = [
  'command',
  'mcp',
  'mcp_url',
  'projects',
  'timeout_seconds',
  'max_bytes',
  'env',
  'bearer_env',
] as const
const ways = ['command', 'mcp', 'mcp_url'] as const
const kinds = { command: 'command', mcp: 'mcp-stdio', mcp_url: 'mcp-http' } as const
const mebibyte = 1024 * 1024

interface ParseContext {
  readonly home: string
  readonly fail: Fail
}
type Key = (typeof keys)[number]

function parsePlugin(name: string, node: ParsedNode, { home, fail }: ParseContext): EnabledPlugin {
  const fields = makeFields(name, node, fail)
  const chosen = ways.filter((way) => fields.has(way))
  const [way] = chosen
  if (way === undefined || chosen.length > 1) {
    const forms = 'command: [program, words…], mcp: [program, words…] and mcp_url: https://…'
    throw fail(node, `plugins.${name}: expected one of ${forms}`)
  }
  return {
    how: kinds[way],
    ...(way === 'mcp_url' ? parseServer(fields) : parseProgram(fields, way, home)),
    projects: parseProjects(fields, home),
    timeoutMs: Math.round(fields.number('timeout_seconds', 5, [0.1, 60]) * 1000),
    maxBytes: Math.floor(fields.number('max_bytes', 256 * 1024, [1, 4 * mebibyte])),
    env: fields.texts('env', 'a list of names of variables', isVariable),
  }
}

/** Reads the fields of a plugin, with an error for each that is not as expected. */
function makeFields(name: string, node: ParsedNode, fail: Fail) {
  const entries = readEntries(node, keys, fail)
  const makeFault = (key: Key, expected: string) =>
    fail(entries.get(key) ?? node, `plugins.${name}.${key}: expected ${expected}`)
  return {
    has: (key: Key) => entries.has(key),
    makeFault,
    text: (key: Key) => getText(entries.get(key)),
    texts(key: Key, expected: string, isFine: (text: string) => boolean = () => true): string[] {
      const list = getTexts(entries.get(key))
      if (list === null || !list.every(isFine)) throw makeFault(key, expected)
      return list
    },
    number(key: Key, fallback: number, [least, most]: readonly [number, number]): number {
      const value = entries.has(key) ? getNumber(entries.get(key)) : fallback
      if (value === null || value < least || value > most)
        throw makeFault(key, `a number from ${least} to ${most}`)
      return value
    },
  }
}
type Fields = ReturnType<typeof makeFields>

function parseProgram(fields: Fields, way: 'command' | 'mcp', home: string) {
  if (fields.has('bearer_env'))
    throw fields.makeFault('bearer_env', 'it only together with mcp_url; use env instead')
  const [first = '', ...words] = fields.texts(way, 'a list of words, the program first')
  const program = expandHome(first, home)
  if (!isProgram(program)) {
    throw fields.makeFault(way, 'a program by its absolute path, or by a name that is looked up in PATH')
  }
  return { command: [program, ...words.map((word) => expandHome(word, home))], url: null, bearer: null }
}

function parseServer(fields: Fields) {
  const bearer = fields.has('bearer_env') ? fields.text('bearer_env') : null
  if (fields.has('bearer_env') && !isVariable(bearer ?? '')) {
    throw fields.makeFault('bearer_env', 'the name of a variable')
  }
  const url = parseUrl(fields.text('mcp_url'), bearer)
  if (typeof url !== 'string') throw fields.makeFault('mcp_url', url.expected)
  return { command: [], url, bearer }
}

function parseProjects(fields: Fields, home: string): string[] | null {
  const expected = 'a list of absolute paths, or "*"'
  const isFine = (path: string) => path === '*' || isAbsolute(expandHome(path, home))
  const paths = fields.texts('projects', expected, isFine)
  if (fields.has('projects') && paths.length === 0) throw fields.makeFault('projects', expected)
  return paths.length === 0 || paths.includes('*') ? null : paths.map((path) => expandHome(path, home))
}

/** Returns the values of a mapping by key. Unknown and repeated keys, aliases and tags are faults. */
function readEntries<Key extends string>(
  node: ParsedNode,
  known: readonly Key[],
  fail: Fail,
): Map<Key, ParsedNode> {
  if (!isMap(node))
    throw fail(
      node,
      `expected a mapping with ${known.length === 1 ? 'the key' : 'keys such as'} "${known[0]}:"`,
    )
  const entries = new Map<Key, ParsedNode>()
  for (const { key, value } of (node as YAMLMap.Parsed).items) {
    const name = isScalar(key) ? String(key.value) : ''
    const knownKey = known.find((candidate) => candidate === name)
    if (knownKey === undefined)
      throw fail(key, `unknown key ${JSON.stringify(name)}${suggestName(name, known)}`)
    if (isAlias(value)) throw fail(value, `${knownKey}: write it out without an alias`)
    entries.set(knownKey, value ?? key)
  }
  return entries
}

function suggestName(name: string, candidates: readonly string[]): string {
  const nearest = findNearestName(name, candidates)
  return nearest === undefined ? `; known keys: ${candidates.join(', ')}` : `; did you mean "${nearest}"?`
}

function isEmpty(node: ParsedNode): boolean {
  return isScalar(node) && node.value === null
}

function getText(node: ParsedNode | undefined): string | null {
  return isScalar(node) && typeof node.value === 'string' && node.value !== '' ? node.value : null
}

/** Returns the words of a list; numbers as they are written. Empty if the field is missing, null if it is not a list of words. */
function getTexts(node: ParsedNode | undefined): string[] | null {
  if (node === undefined) return []
  if (!isSeq(node)) return null
  const words = (node.items as ParsedNode[]).map((item) =>
    isScalar(item) && ['string', 'number', 'boolean'].includes(typeof item.value)
      ? String(item.source)
      : null,
  )
  return words.every((word) => word !== null && !word.includes('\0')) ? (words as string[]) : null
}

function getNumber(node: ParsedNode | undefined): number | null {
  return isScalar(node) && typeof node.value === 'number' && Number.isFinite(node.value) ? node.value : null
}

function isProgram(word: string): boolean {
  return word !== '' && (isAbsolute(word) || !/[/\\]/.test(word))
}

function isVariable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

function expandHome(path: string, home: string): string {
  return path.startsWith('~/') ? join(home, path.slice(2)) : path
}

/** Returns the URL of a server, or a description of what was expected. */
function parseUrl(text: string | null, bearer: string | null): string | { readonly expected: string } {
  const url = text === null ? null : URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return { expected: 'a URL such as https://example.org/mcp' }
  if (url.username !== '' || url.password !== '')
    return { expected: 'a URL without name and password; use bearer_env' }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (bearer !== null && url.protocol === 'http:' && !isLocal)
    return { expected: 'https://, because a token is sent' }
  return url.href
}
