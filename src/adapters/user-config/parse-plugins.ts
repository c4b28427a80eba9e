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
import { findNearest, reservedNames } from '../../core/manifest/index.ts'
import type { EnabledPlugin } from '../../ports/index.ts'
import { ConfigurationFault } from './own-file.ts'

type Fail = (at: ParsedNode | null, message: string) => ConfigurationFault

/** The plugins that a text enables. Throws a fault that begins with line and column. */
export function parsePlugins(text: string, home: string): ReadonlyMap<string, EnabledPlugin> {
  const counter = new LineCounter()
  const at = (offset: number, message: string) => {
    const { line, col } = counter.linePos(offset)
    return new ConfigurationFault(`${line}:${col}: ${message}`)
  }
  const document = parsed(text, counter)
  const fault = document.errors[0]
  // By its code: the message may quote the line.
  if (fault !== undefined) {
    throw at(fault.pos[0], `not valid YAML (${fault.code.toLowerCase().replaceAll('_', ' ')})`)
  }
  if (document.contents === null) return new Map()
  return pluginsOf(document.contents, home, (node, message) => at(node?.range[0] ?? 0, message))
}

function parsed(text: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, { lineCounter, logLevel: 'error', prettyErrors: false, merge: false })
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigurationFault('1:1: it is nested too deeply')
    throw error
  }
}

function pluginsOf(top: ParsedNode, home: string, fail: Fail): Map<string, EnabledPlugin> {
  const all = entriesOf(top, ['plugins'], fail).get('plugins')
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
    plugins.set(name, pluginOf(name, value ?? key, { home, fail }))
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
const aMebibyte = 1024 * 1024

interface Around {
  readonly home: string
  readonly fail: Fail
}
type Key = (typeof keys)[number]

function pluginOf(name: string, node: ParsedNode, { home, fail }: Around): EnabledPlugin {
  const fields = fieldsOf(name, node, fail)
  const chosen = ways.filter((way) => fields.has(way))
  const [way] = chosen
  if (way === undefined || chosen.length > 1) {
    const forms = 'command: [program, words…], mcp: [program, words…] and mcp_url: https://…'
    throw fail(node, `plugins.${name}: expected one of ${forms}`)
  }
  return {
    how: kinds[way],
    ...(way === 'mcp_url' ? serverOf(fields) : programOf(fields, way, home)),
    projects: projectsOf(fields, home),
    timeoutMs: Math.round(fields.number('timeout_seconds', 5, [0.1, 60]) * 1000),
    maxBytes: Math.floor(fields.number('max_bytes', 256 * 1024, [1, 4 * aMebibyte])),
    env: fields.texts('env', 'a list of names of variables', isVariable),
  }
}

/** What is given for a plugin, each with what was expected instead. */
function fieldsOf(name: string, node: ParsedNode, fail: Fail) {
  const given = entriesOf(node, keys, fail)
  const says = (key: Key, expected: string) =>
    fail(given.get(key) ?? node, `plugins.${name}.${key}: expected ${expected}`)
  return {
    has: (key: Key) => given.has(key),
    says,
    text: (key: Key) => textOf(given.get(key)),
    texts(key: Key, expected: string, isFine: (text: string) => boolean = () => true): string[] {
      const list = textsOf(given.get(key))
      if (list === null || !list.every(isFine)) throw says(key, expected)
      return list
    },
    number(key: Key, fallback: number, [least, most]: readonly [number, number]): number {
      const value = given.has(key) ? numberOf(given.get(key)) : fallback
      if (value === null || value < least || value > most)
        throw says(key, `a number from ${least} to ${most}`)
      return value
    },
  }
}
type Fields = ReturnType<typeof fieldsOf>

function programOf(fields: Fields, way: 'command' | 'mcp', home: string) {
  if (fields.has('bearer_env')) throw fields.says('bearer_env', 'it beside mcp_url alone; use env')
  const [first = '', ...words] = fields.texts(way, 'a list of words, the program first')
  const program = fromHome(first, home)
  if (!isProgram(program)) {
    throw fields.says(way, 'a program by its absolute path, or by a name that is looked up in PATH')
  }
  return { command: [program, ...words.map((word) => fromHome(word, home))], url: null, bearer: null }
}

function serverOf(fields: Fields) {
  const bearer = fields.has('bearer_env') ? fields.text('bearer_env') : null
  if (fields.has('bearer_env') && !isVariable(bearer ?? '')) {
    throw fields.says('bearer_env', 'the name of a variable')
  }
  const url = urlOf(fields.text('mcp_url'), bearer)
  if (typeof url !== 'string') throw fields.says('mcp_url', url.expected)
  return { command: [], url, bearer }
}

function projectsOf(fields: Fields, home: string): string[] | null {
  const expected = 'a list of absolute paths, or "*"'
  const isFine = (path: string) => path === '*' || isAbsolute(fromHome(path, home))
  const paths = fields.texts('projects', expected, isFine)
  if (fields.has('projects') && paths.length === 0) throw fields.says('projects', expected)
  return paths.length === 0 || paths.includes('*') ? null : paths.map((path) => fromHome(path, home))
}

/** The values of a mapping by key; unknown and repeated keys, aliases and tags are faults. */
function entriesOf<Key extends string>(
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
    const one = known.find((each) => each === name)
    if (one === undefined) throw fail(key, `there is no key ${JSON.stringify(name)}${meant(name, known)}`)
    if (isAlias(value)) throw fail(value, `${one}: write it out without an alias`)
    entries.set(one, value ?? key)
  }
  return entries
}

function meant(name: string, candidates: readonly string[]): string {
  const one = findNearest(name, candidates)
  return one === undefined ? `; there is ${candidates.join(', ')}` : `; did you mean "${one}"?`
}

function isEmpty(node: ParsedNode): boolean {
  return isScalar(node) && node.value === null
}

function textOf(node: ParsedNode | undefined): string | null {
  return isScalar(node) && typeof node.value === 'string' && node.value !== '' ? node.value : null
}

/** Words; numbers are taken as they are written. Empty where nothing is given, null for anything else. */
function textsOf(node: ParsedNode | undefined): string[] | null {
  if (node === undefined) return []
  if (!isSeq(node)) return null
  const words = (node.items as ParsedNode[]).map((item) =>
    isScalar(item) && ['string', 'number', 'boolean'].includes(typeof item.value)
      ? String(item.source)
      : null,
  )
  return words.every((word) => word !== null && !word.includes('\0')) ? (words as string[]) : null
}

function numberOf(node: ParsedNode | undefined): number | null {
  return isScalar(node) && typeof node.value === 'number' && Number.isFinite(node.value) ? node.value : null
}

function isProgram(word: string): boolean {
  return word !== '' && (isAbsolute(word) || !/[/\\]/.test(word))
}

function isVariable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

function fromHome(path: string, home: string): string {
  return path.startsWith('~/') ? join(home, path.slice(2)) : path
}

/** The URL of a server, or what was expected instead. */
function urlOf(text: string | null, bearer: string | null): string | { readonly expected: string } {
  const url = text === null ? null : URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return { expected: 'a URL such as https://example.org/mcp' }
  if (url.username !== '' || url.password !== '')
    return { expected: 'a URL without name and password; use bearer_env' }
  const isNear = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (bearer !== null && url.protocol === 'http:' && !isNear)
    return { expected: 'https://, since a token is sent along' }
  return url.href
}
