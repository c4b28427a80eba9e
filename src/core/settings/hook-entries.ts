import {
  appendItem,
  formatJsonDocument,
  isOwnContainer,
  removeItem,
  removeRootItem,
  replaceItem,
} from './json-container.ts'
import {
  findMember,
  type JsonItem,
  type JsonNode,
  type ListNode,
  type ObjectNode,
  readNodeValue,
  SettingsFault,
  scanJson,
} from './scan-json.ts'

/** A hook of an event, as written in an agent's settings. */
export type HookHandler = Readonly<Record<string, string | number>>

/** The hooks that foreword installs for an event. */
export interface HookEntry {
  /** The agent's own name of the event. */
  readonly event: string
  readonly handlers: readonly HookHandler[]
  /** Resets the keys of a handler that a user may change, so that a changed handler still counts as ours. */
  readonly plain?: (handler: unknown) => unknown
}

/** A handler in a settings file, ours or not. */
export interface ListedHandler {
  readonly event: string
  /** The index of the group in the event and of the handler in the group, from 0. */
  readonly place: readonly [group: number, handler: number]
  readonly matcher: string | null
  readonly command: string
  readonly handler: Readonly<Record<string, unknown>>
}

type IsOwn = (command: string) => boolean

/**
 * Adds or updates our entries and keeps all other bytes. A missing or blank text becomes a document of our own. Throws a
 * `SettingsFault` if the text is not JSON or has another type of value in place of the hooks.
 */
export function addHookEntries(text: string | null, wanted: readonly HookEntry[], isOwn: IsOwn): string {
  if (text === null || isBlank(text)) {
    const hooks = Object.fromEntries(wanted.map((entry) => [entry.event, [makeGroup(entry)]]))
    // Only a file that foreword creates ends with a line break. This tells it apart from a file that existed and was empty.
    return text === null ? `${formatJsonDocument({ hooks })}\n` : text + formatJsonDocument({ hooks })
  }
  for (let now = text; ; ) {
    const next = makeNextChange(now, wanted, isOwn)
    if (next === null) return now
    now = next
  }
}

/** Removes our entries. Null if foreword created the whole text. */
export function removeHookEntries(text: string, isOwn: IsOwn): string | null {
  if (isBlank(text)) return text
  for (let now = text; ; ) {
    // Remove the last entry first, so that the text before it looks as it did when it was written.
    const spot = findSpots(now, isOwn).at(-1)
    if (spot === undefined) return now
    const next = removeSpot(now, spot)
    if (next === null || isBlank(next)) return next
    now = next
  }
}

/** Lists all handlers that run a command, in order. */
export function listHandlers(text: string): ListedHandler[] {
  if (isBlank(text)) return []
  const { hooks } = readHooks(text)
  return (hooks?.items ?? []).flatMap((member) =>
    listGroups(member.value).flatMap((group, at) => {
      const { matcher = null } = readNodeValue(group.value) as { matcher?: unknown }
      return listGroupHandlers(group.value).flatMap((item, index) => {
        const command = readCommand(item)
        if (command === null) return []
        const handler = readNodeValue(item.value) as ListedHandler['handler']
        const place = [at, index] as const
        return { event: member.key!, place, matcher: stringOrNull(matcher), command, handler }
      })
    }),
  )
}

/** Makes one change; null if the text is as it should be. */
function makeNextChange(text: string, wanted: readonly HookEntry[], isOwn: IsOwn): string | null {
  for (const entry of wanted) {
    const changed = addEntry(text, entry, isOwn)
    if (changed !== null) return changed
  }
  const stays = new Set(wanted.map((entry) => findEntry(text, entry)))
  const stray = findSpots(text, isOwn).findLast(
    ({ group, handler }) => handler !== null || !stays.has(group.start),
  )
  return stray === undefined ? null : removeSpot(text, stray)
}

/** Null if the entry is already there. */
function addEntry(text: string, entry: HookEntry, isOwn: IsOwn): string | null {
  if (findEntry(text, entry) !== null) return null
  const { root, hooks } = readHooks(text)
  const fresh = { key: null, value: makeGroup(entry) }
  const list = [fresh.value]
  if (hooks === null) return appendItem(text, root, { key: 'hooks', value: { [entry.event]: list } })
  const member = findMember(hooks, entry.event)
  if (member === undefined) return appendItem(text, hooks, { key: entry.event, value: list })
  const groups = readList(text, member)
  const old = groups.items.find((group) => findOwnHandlers(group, isOwn) === 'all')
  return old === undefined ? appendItem(text, groups, fresh) : replaceItem(text, old, fresh)
}

/** The offset of the first group that equals the entry, or null. */
function findEntry(text: string, entry: HookEntry): number | null {
  const { hooks } = readHooks(text)
  const member = hooks === null ? undefined : findMember(hooks, entry.event)
  if (member === undefined) return null
  const same = readList(text, member).items.find((group) =>
    isSame(resetGroup(group, entry), makeGroup(entry)),
  )
  return same?.start ?? null
}

function resetGroup({ value }: JsonItem, { plain }: HookEntry): unknown {
  const group = readNodeValue(value)
  const { hooks } = group as { hooks?: unknown }
  return plain === undefined || !Array.isArray(hooks)
    ? group
    : { ...(group as object), hooks: hooks.map(plain) }
}

/** A place of our hooks: a whole group, or a handler among others (`handler` is its index). */
interface Spot {
  readonly member: JsonItem
  readonly group: JsonItem
  readonly handler: number | null
}

function findSpots(text: string, isOwn: IsOwn): Spot[] {
  const { hooks } = readHooks(text)
  return (hooks?.items ?? []).flatMap((member) =>
    listGroups(member.value).flatMap((group): Spot[] => {
      const own = findOwnHandlers(group, isOwn)
      if (own === 'all') return [{ member, group, handler: null }]
      return own.map((handler) => ({ member, group, handler }))
    }),
  )
}

/** Null if foreword created the rest of the text. */
function removeSpot(text: string, { member, group, handler }: Spot): string | null {
  const { root, hooks } = readHooks(text)
  if (handler !== null) return removeItem(text, findHandlerList(group.value)!, handler)
  const groups = member.value as ListNode
  if (!isOwnContainer(text, groups)) return removeItem(text, groups, groups.items.findIndex(at(group)))
  if (!isOwnContainer(text, hooks!)) return removeItem(text, hooks!, hooks!.items.findIndex(at(member)))
  return removeRootItem(
    text,
    root,
    root.items.findIndex((item) => item.value.start === hooks!.start),
  )
}

function at({ start }: JsonItem): (item: JsonItem) => boolean {
  return (item) => item.start === start
}

function readHooks(text: string): { readonly root: ObjectNode; readonly hooks: ObjectNode | null } {
  const root = scanJson(text)
  if (root.kind !== 'object') throw new SettingsFault(text, root.start, 'expected an object')
  const hooks = findMember(root, 'hooks')?.value ?? null
  if (hooks !== null && hooks.kind !== 'object')
    throw new SettingsFault(text, hooks.start, 'expected an object under "hooks"')
  return { root, hooks }
}

function readList(text: string, { key, value }: JsonItem): ListNode {
  if (value.kind !== 'list') throw new SettingsFault(text, value.start, `expected a list under "${key}"`)
  return value
}

function listGroups(node: JsonNode): readonly JsonItem[] {
  return node.kind === 'list' ? node.items.filter((item) => item.value.kind === 'object') : []
}

function findHandlerList(node: JsonNode): ListNode | null {
  const list = node.kind === 'object' ? findMember(node, 'hooks')?.value : undefined
  return list?.kind === 'list' ? list : null
}

function listGroupHandlers(node: JsonNode): readonly JsonItem[] {
  return findHandlerList(node)?.items ?? []
}

/** The indexes of our handlers in a group, or `all`. */
function findOwnHandlers({ value }: JsonItem, isOwn: IsOwn): 'all' | number[] {
  const commands = listGroupHandlers(value).map(readCommand)
  const own = commands.flatMap((command, i) => (command !== null && isOwn(command) ? [i] : []))
  return own.length > 0 && own.length === commands.length ? 'all' : own
}

function readCommand({ value }: JsonItem): string | null {
  return value.kind === 'object'
    ? stringOrNull((readNodeValue(value) as { command?: unknown }).command)
    : null
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function makeGroup({ handlers }: HookEntry): object {
  return { hooks: handlers }
}

/** Compares JSON values and ignores the order of keys. */
function isSame(value: unknown, other: unknown): boolean {
  if (typeof value !== 'object' || value === null || typeof other !== 'object' || other === null)
    return value === other
  const keys = Object.keys(value)
  const has = (key: string) => Object.hasOwn(other, key) && isSame(value[key as never], other[key as never])
  return (
    Array.isArray(value) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every(has)
  )
}

function isBlank(text: string): boolean {
  return /^\s*$/.test(text)
}
