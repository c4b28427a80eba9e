import { append, document, isMade, remove, replace } from './edit.ts'
import {
  dataOf,
  type Item,
  type ListNode,
  memberOf,
  type Node,
  type ObjectNode,
  SettingsFault,
  scan,
} from './scan.ts'

/** One hook of an event, as an agent's settings have it. */
export type Handler = Readonly<Record<string, string | number>>

/** What we want to stand under one event. */
export interface WantedEntry {
  /** The agent's own name of it. */
  readonly event: string
  readonly handlers: readonly Handler[]
  /** A handler that stands there, as it would be if nobody had set in it what a person may. */
  readonly plain?: (handler: unknown) => unknown
}

/** A handler that stands in a file, whoever it belongs to. */
export interface ListedHandler {
  readonly event: string
  /** Which group of the event, and which of its handlers, from 0. */
  readonly place: readonly [group: number, handler: number]
  readonly matcher: string | null
  readonly command: string
  readonly handler: Readonly<Record<string, unknown>>
}

type IsOwn = (command: string) => boolean

/**
 * The text with our entries as they should be, and all else as it was. Null and blank texts become a document of our own. Throws
 * a `SettingsFault` for what is no JSON, or has something else where hooks stand.
 */
export function addEntries(text: string | null, wanted: readonly WantedEntry[], isOwn: IsOwn): string {
  if (text === null || isBlank(text)) {
    const hooks = Object.fromEntries(wanted.map((entry) => [entry.event, [groupOf(entry)]]))
    // A line end only where the file is ours: by that it is told from one that was empty.
    return text === null ? `${document({ hooks })}\n` : text + document({ hooks })
  }
  for (let now = text; ; ) {
    const next = nextStep(now, wanted, isOwn)
    if (next === null) return now
    now = next
  }
}

/** The text without our entries; null when nothing of it was there before us. */
export function removeEntries(text: string, isOwn: IsOwn): string | null {
  if (isBlank(text)) return text
  for (let now = text; ; ) {
    // The last one first: what is left in front looks as it did when it was written.
    const spot = spotsIn(now, isOwn).at(-1)
    if (spot === undefined) return now
    const next = without(now, spot)
    if (next === null || isBlank(next)) return next
    now = next
  }
}

/** All handlers that run a command, in their order. */
export function listHandlers(text: string): ListedHandler[] {
  if (isBlank(text)) return []
  const { hooks } = hooksIn(text)
  return (hooks?.items ?? []).flatMap((member) =>
    groupsOf(member.value).flatMap((group, at) => {
      const { matcher = null } = dataOf(group.value) as { matcher?: unknown }
      return handlersOf(group.value).flatMap((item, index) => {
        const command = commandOf(item)
        if (command === null) return []
        const handler = dataOf(item.value) as ListedHandler['handler']
        const place = [at, index] as const
        return { event: member.key!, place, matcher: textOr(matcher), command, handler }
      })
    }),
  )
}

/** One step nearer; null when nothing is left to do. */
function nextStep(text: string, wanted: readonly WantedEntry[], isOwn: IsOwn): string | null {
  for (const entry of wanted) {
    const changed = placed(text, entry, isOwn)
    if (changed !== null) return changed
  }
  const stays = new Set(wanted.map((entry) => placeOf(text, entry)))
  const stray = spotsIn(text, isOwn).findLast(
    ({ group, handler }) => handler !== null || !stays.has(group.start),
  )
  return stray === undefined ? null : without(text, stray)
}

/** Null when it stands there already. */
function placed(text: string, entry: WantedEntry, isOwn: IsOwn): string | null {
  if (placeOf(text, entry) !== null) return null
  const { root, hooks } = hooksIn(text)
  const fresh = { key: null, value: groupOf(entry) }
  const list = [fresh.value]
  if (hooks === null) return append(text, root, { key: 'hooks', value: { [entry.event]: list } })
  const member = memberOf(hooks, entry.event)
  if (member === undefined) return append(text, hooks, { key: entry.event, value: list })
  const groups = listIn(text, member)
  const old = groups.items.find((group) => ownIn(group, isOwn) === 'all')
  return old === undefined ? append(text, groups, fresh) : replace(text, old, fresh)
}

/** Where an entry stands as it should; of several the first. */
function placeOf(text: string, entry: WantedEntry): number | null {
  const { hooks } = hooksIn(text)
  const member = hooks === null ? undefined : memberOf(hooks, entry.event)
  if (member === undefined) return null
  const same = listIn(text, member).items.find((group) => isSame(plainGroup(group, entry), groupOf(entry)))
  return same?.start ?? null
}

function plainGroup({ value }: Item, { plain }: WantedEntry): unknown {
  const group = dataOf(value)
  const { hooks } = group as { hooks?: unknown }
  return plain === undefined || !Array.isArray(hooks)
    ? group
    : { ...(group as object), hooks: hooks.map(plain) }
}

/** Something of ours: a whole group, or a handler among others. */
interface Spot {
  readonly member: Item
  readonly group: Item
  readonly handler: number | null
}

function spotsIn(text: string, isOwn: IsOwn): Spot[] {
  const { hooks } = hooksIn(text)
  return (hooks?.items ?? []).flatMap((member) =>
    groupsOf(member.value).flatMap((group): Spot[] => {
      const own = ownIn(group, isOwn)
      if (own === 'all') return [{ member, group, handler: null }]
      return own.map((handler) => ({ member, group, handler }))
    }),
  )
}

/** Null when nothing is left that was there before us. */
function without(text: string, { member, group, handler }: Spot): string | null {
  const { root, hooks } = hooksIn(text)
  if (handler !== null) return remove(text, handlerList(group.value)!, handler)
  const groups = member.value as ListNode
  if (!isMade(text, groups)) return remove(text, groups, groups.items.findIndex(at(group)))
  if (!isMade(text, hooks!)) return remove(text, hooks!, hooks!.items.findIndex(at(member)))
  if (isMade(text, root)) {
    const before = text.slice(0, root.start)
    const behind = text.slice(root.end)
    if (before === '' && /^\r?\n$/.test(behind)) return null
    if (behind === '' && isBlank(before)) return before
  }
  return remove(
    text,
    root,
    root.items.findIndex((item) => item.value.start === hooks!.start),
  )
}

function at({ start }: Item): (item: Item) => boolean {
  return (item) => item.start === start
}

function hooksIn(text: string): { readonly root: ObjectNode; readonly hooks: ObjectNode | null } {
  const root = scan(text)
  if (root.kind !== 'object') throw new SettingsFault(text, root.start, 'expected an object')
  const hooks = memberOf(root, 'hooks')?.value ?? null
  if (hooks !== null && hooks.kind !== 'object')
    throw new SettingsFault(text, hooks.start, 'expected an object under "hooks"')
  return { root, hooks }
}

function listIn(text: string, { key, value }: Item): ListNode {
  if (value.kind !== 'list') throw new SettingsFault(text, value.start, `expected a list under "${key}"`)
  return value
}

function groupsOf(node: Node): readonly Item[] {
  return node.kind === 'list' ? node.items.filter((item) => item.value.kind === 'object') : []
}

function handlerList(node: Node): ListNode | null {
  const list = node.kind === 'object' ? memberOf(node, 'hooks')?.value : undefined
  return list?.kind === 'list' ? list : null
}

function handlersOf(node: Node): readonly Item[] {
  return handlerList(node)?.items ?? []
}

/** Which handlers of a group are ours. */
function ownIn({ value }: Item, isOwn: IsOwn): 'all' | number[] {
  const commands = handlersOf(value).map(commandOf)
  const own = commands.flatMap((command, i) => (command !== null && isOwn(command) ? [i] : []))
  return own.length > 0 && own.length === commands.length ? 'all' : own
}

function commandOf({ value }: Item): string | null {
  return value.kind === 'object' ? textOr((dataOf(value) as { command?: unknown }).command) : null
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function groupOf({ handlers }: WantedEntry): object {
  return { hooks: handlers }
}

/** The order of keys says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other
  const keys = Object.keys(one)
  const has = (key: string) => Object.hasOwn(other, key) && isSame(one[key as never], other[key as never])
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every(has)
  )
}

function isBlank(text: string): boolean {
  return /^\s*$/.test(text)
}
