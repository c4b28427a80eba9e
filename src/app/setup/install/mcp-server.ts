import type { ServerRule } from '../../../agents/index.ts'
import {
  addServerEntry,
  addTomlTable,
  hasTomlTable,
  isOwnProgram,
  readServerEntry,
  removeServerEntry,
  removeTomlTable,
} from '../../../core/settings/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { SettingsEdit, Toml } from '../../../ports/index.ts'

/** The name of our server in the settings of agents. Models see it in the names of its tools. */
const serverName = 'foreword'

export type ServerState = 'absent' | 'own' | 'foreign'

export interface McpServerDeps {
  readonly rule: ServerRule
  readonly toml: Toml
  /** The words that start foreword. */
  readonly program: readonly string[]
}

/** A server as it is in the settings: its words, and the keys that the user may have added. */
interface FoundServer {
  readonly words: readonly string[]
  readonly others: Readonly<Record<string, unknown>>
}

/** Finds our server. `foreign`: the settings have a server of this name that does not start foreword. */
export function inspectMcpServer({ rule, toml }: McpServerDeps, text: string | null) {
  const value = text === null ? undefined : readServer(rule, toml, text)
  if (value === undefined) return { state: 'absent' as ServerState, command: null }
  const { words } = parseServer(value)
  const state: ServerState = findProgramEnd(words) === null ? 'foreign' : 'own'
  return { state, command: words.join(' ') }
}

/** The agents that get the server have hooks, too, which send the context. */
const serverWords = ['mcp', '--with-hooks']

/** Makes the edit that enters our server, or brings it up to date. Keys and words that the user added stay. */
export function makeMcpServerEdit(deps: McpServerDeps, file: string): SettingsEdit {
  const { rule, toml, program } = deps
  return (text) => {
    const { state } = inspectMcpServer(deps, text)
    if (state === 'foreign') throw refuseForeign(file)
    const found = text === null || state === 'absent' ? null : parseServer(readServer(rule, toml, text))
    const words = [...program, ...(found?.words.slice(findProgramEnd(found.words)!) ?? serverWords)]
    if (found !== null && found.words.join('\0') === words.join('\0')) return text
    if (rule.format === 'toml') return addTable(deps, file, { text, words })
    const place = { key: rule.key, name: serverName }
    return addServerEntry(text, place, { ...(found?.others ?? rule.keys), ...buildCommand(rule, words) })
  }
}

/** Makes the edit that removes our server. */
export function makeMcpServerRemoval(deps: McpServerDeps): SettingsEdit {
  const { rule } = deps
  return (text) => {
    if (text === null || inspectMcpServer(deps, text).state !== 'own') return text
    return rule.format === 'toml'
      ? removeTomlTable(text, tableName(rule))
      : removeServerEntry(text, { key: rule.key, name: serverName })
  }
}

function addTable(
  { rule, toml }: McpServerDeps,
  file: string,
  { text, words }: { readonly text: string | null; readonly words: readonly string[] },
): string {
  const { state } = inspectMcpServer({ rule, toml, program: [] }, text)
  if (state === 'own' && !hasTomlTable(text!, tableName(rule))) throw refuseForeign(file)
  const after = addTomlTable(text, {
    name: tableName(rule),
    values: { ...rule.keys, ...buildCommand(rule, words) },
  })
  // An inline table of servers cannot be extended. Reading the result finds that, and throws.
  toml.read(after)
  return after
}

const tableName = ({ key }: ServerRule) => `${key}.${serverName}`

function buildCommand({ command }: ServerRule, words: readonly string[]) {
  return command === 'list' ? { command: words } : { command: words[0]!, args: words.slice(1) }
}

function readServer({ format, key }: ServerRule, toml: Toml, text: string): unknown {
  if (format === 'json') return readServerEntry(text, { key, name: serverName })
  const servers = (toml.read(text) as Record<string, unknown>)[key]
  return typeof servers === 'object' && servers !== null
    ? (servers as Record<string, unknown>)[serverName]
    : undefined
}

function parseServer(value: unknown): FoundServer {
  const { command, args, ...others } = (typeof value === 'object' && value !== null ? value : {}) as {
    command?: unknown
    args?: unknown
  }
  const words = [...(Array.isArray(command) ? command : [command]), ...(Array.isArray(args) ? args : [])]
  return { words: words.filter((word) => typeof word === 'string'), others }
}

/** The index of the word `mcp` after the words that start foreword; null if they start something else. */
function findProgramEnd(words: readonly string[]): number | null {
  const at = words.indexOf('mcp')
  return at >= 1 && isOwnProgram(words.slice(0, at)) ? at : null
}

function refuseForeign(file: string): Refusal {
  return new Refusal(
    'settings-invalid',
    `${file} already has an MCP server "${serverName}" that "foreword install" did not write; it was left as it is.`,
    'Remove it, then run the command again; or use --no-mcp.',
  )
}
