import {
  appendItem,
  formatJsonDocument,
  isOwnContainer,
  removeItem,
  removeRootItem,
  replaceItem,
} from './json-container.ts'
import { findMember, type ObjectNode, readNodeValue, SettingsFault, scanJson } from './scan-json.ts'

/** The place of an MCP server in a JSON document: the object of all servers, and the name of ours in it. */
export interface ServerPlace {
  readonly key: string
  readonly name: string
}

/** Returns the value of the server; undefined if there is none. Throws a `SettingsFault`. */
export function readServerEntry(text: string, { key, name }: ServerPlace): unknown {
  if (isBlank(text)) return undefined
  const { servers } = readServers(text, key)
  const member = servers === null ? undefined : findMember(servers, name)
  return member === undefined ? undefined : readNodeValue(member.value)
}

/** Adds or replaces the server and keeps all other bytes. A missing or blank text becomes a document of our own. */
export function addServerEntry(text: string | null, { key, name }: ServerPlace, value: object): string {
  const document = { [key]: { [name]: value } }
  if (text === null) return `${formatJsonDocument(document)}\n`
  if (isBlank(text)) return text + formatJsonDocument(document)
  const { root, servers } = readServers(text, key)
  if (servers === null) return appendItem(text, root, { key, value: { [name]: value } })
  const member = findMember(servers, name)
  if (member === undefined) return appendItem(text, servers, { key: name, value })
  return replaceItem(text, member, { key: name, value })
}

/** Removes the server. Null if foreword created the whole text. */
export function removeServerEntry(text: string, { key, name }: ServerPlace): string | null {
  if (isBlank(text)) return text
  const { root, servers } = readServers(text, key)
  const index = servers?.items.findIndex((item) => item.key === name) ?? -1
  if (servers === null || index < 0) return text
  if (!isOwnContainer(text, servers)) return removeItem(text, servers, index)
  return removeRootItem(
    text,
    root,
    root.items.findIndex((item) => item.value.start === servers.start),
  )
}

function readServers(text: string, key: string): { root: ObjectNode; servers: ObjectNode | null } {
  const root = scanJson(text)
  if (root.kind !== 'object') throw new SettingsFault(text, root.start, 'expected an object')
  const servers = findMember(root, key)?.value ?? null
  if (servers !== null && servers.kind !== 'object')
    throw new SettingsFault(text, servers.start, `expected an object under "${key}"`)
  return { root, servers }
}

function isBlank(text: string): boolean {
  return /^\s*$/.test(text)
}
