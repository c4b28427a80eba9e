import { breakIn, type Item, type ListNode, type ObjectNode } from './scan.ts'

// `modify` of jsonc-parser cannot undo its own insertion byte for byte, so the edits here are ours; the offsets come from its parser.
export type Container = ObjectNode | ListNode

/** How a text is laid out. */
interface Layout {
  readonly newline: string
  readonly unit: string
}

function layoutOf(text: string): Layout {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n'
  return { newline, unit: /\n([ \t]+)["{[]/.exec(text)?.[1] ?? '  ' }
}

/** As a document of its own. */
export function document(value: object): string {
  return JSON.stringify(value, null, 2)
}

/** An element of a list, or a member of an object. */
export interface Fresh {
  readonly key: string | null
  readonly value: object
}

/**
 * Puts an item behind all others. Into an empty container it goes without white space in front: by that `isMade` tells later that
 * the container was there before.
 */
export function append(text: string, container: Container, fresh: Fresh): string {
  const layout = layoutOf(text)
  const last = container.items.at(-1)
  if (last === undefined) {
    const written = rendered(fresh, layout, indentAt(text, container.start))
    return splice(text, [[container.start + 1, container.start + 1, written]])
  }
  const inside = text.slice(container.start, container.end)
  const behind = (last.comma ?? last.end - 1) + 1
  const flat = !/[\r\n]/.test(inside)
  const indent = indentOf(text, last) ?? indentAt(text, container.start) + layout.unit
  const written = flat ? ` ${inOneLine(fresh)}` : layout.newline + indent + rendered(fresh, layout, indent)
  // Behind a comment that belongs to the line of the last item.
  const at = behind + Math.max(0, breakIn(text.slice(behind, container.end - 1)))
  return last.comma === null
    ? splice(text, [
        [last.end, last.end, ','],
        [at, at, written],
      ])
    : splice(text, [[at, at, `${written},`]])
}

export function replace(text: string, item: Item, fresh: Fresh): string {
  const layout = layoutOf(text)
  const flat = !/[\r\n]/.test(text.slice(item.start, item.end)) && indentOf(text, item) === null
  const written = flat ? inOneLine(fresh) : rendered(fresh, layout, indentAt(text, item.start))
  return splice(text, [[item.start, item.end, written]])
}

/** Takes out an item with its comma and its line; comments stay. Undoes `append` byte for byte. */
export function remove(text: string, { items, start }: Container, index: number): string {
  const item = items[index]!
  const before = items[index - 1]
  const from = (before === undefined ? start : (before.comma ?? before.end - 1)) + 1
  const lead = leadOf(text, from, item)
  const cut: Change[] = [[item.start - lead, item.end, '']]
  if (item.comma !== null) {
    const spaces = lead === 0 ? /^[ \t]*/.exec(text.slice(item.comma + 1))![0].length : 0
    cut.push([item.comma, item.comma + 1 + spaces, ''])
  } else if (before !== undefined && before.comma !== null) cut.unshift([before.comma, before.comma + 1, ''])
  return splice(text, cut)
}

/** How much of the white space in front goes too. A line end stays that closes a comment, unless another one follows. */
function leadOf(text: string, from: number, { start, end, comma }: Item): number {
  const trivia = text.slice(from, start)
  const lead = /(\r?\n)?[ \t]*$/.exec(trivia)![0].length
  const isClosing = trivia.slice(0, trivia.length - lead).includes('//')
  return isClosing && !/[\r\n]/.test(text[comma === end ? end + 1 : end] ?? '') ? 0 : lead
}

/** Whether a container with one item was written by us together with it: then it goes when the item goes. */
export function isMade(text: string, { start, end, items }: Container): boolean {
  const [item] = items
  if (items.length !== 1 || item === undefined) return false
  const isSpace = (some: string) => /^\s*$/.test(some)
  const behind = text.slice(item.end, end - 1)
  return item.start > start + 1 && isSpace(text.slice(start + 1, item.start)) && isSpace(behind)
}

type Change = readonly [from: number, to: number, instead: string]

/** In the order of their places. */
function splice(text: string, changes: readonly Change[]): string {
  let at = 0
  let result = ''
  for (const [from, to, instead] of changes) {
    result += text.slice(at, from) + instead
    at = to
  }
  return result + text.slice(at)
}

function rendered({ key, value }: Fresh, { newline, unit }: Layout, indent: string): string {
  const lines = JSON.stringify(value, null, unit).split('\n')
  return named(key) + lines.join(newline + indent)
}

/** With a space inside of every bracket, which tells `isMade` that it is ours. */
function inOneLine({ key, value }: Fresh): string {
  return named(key) + JSON.stringify(value, null, 1).replace(/\n */g, ' ')
}

function named(key: string | null): string {
  return key === null ? '' : `${JSON.stringify(key)}: `
}

/** The white space in front of an item that begins its line; null for one that does not. */
function indentOf(text: string, { start }: Item): string | null {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, start))?.[1] ?? null
}

/** The white space that the line of a place begins with. */
function indentAt(text: string, at: number): string {
  return /(?:^|[\r\n])([ \t]*)[^\r\n]*$/.exec(text.slice(0, at).replace(/^\ufeff/, ''))?.[1] ?? ''
}
