import { findLineBreak, type JsonItem, type ListNode, type ObjectNode } from './scan-json.ts'

// `modify` of jsonc-parser cannot undo its own insertion byte for byte, so these edits are hand-written. The offsets come from its parser.
export type JsonContainer = ObjectNode | ListNode

interface Layout {
  readonly newline: string
  readonly unit: string
}

function detectLayout(text: string): Layout {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n'
  return { newline, unit: /\n([ \t]+)["{[]/.exec(text)?.[1] ?? '  ' }
}

/** Formats a value as a document of its own. */
export function formatJsonDocument(value: object): string {
  return JSON.stringify(value, null, 2)
}

/** An element of a list, or a member of an object. */
export interface NewItem {
  readonly key: string | null
  readonly value: object
}

/**
 * Appends an item. An empty container gets the item without white space before it, so that `isMade` can tell later that the
 * container existed before foreword.
 */
export function appendItem(text: string, container: JsonContainer, fresh: NewItem): string {
  const layout = detectLayout(text)
  const last = container.items.at(-1)
  if (last === undefined) {
    const written = renderItem(fresh, layout, readLineIndent(text, container.start))
    return splice(text, [[container.start + 1, container.start + 1, written]])
  }
  const inside = text.slice(container.start, container.end)
  const after = (last.comma ?? last.end - 1) + 1
  const flat = !/[\r\n]/.test(inside)
  const indent = readOwnIndent(text, last) ?? readLineIndent(text, container.start) + layout.unit
  const written = flat ? ` ${renderFlat(fresh)}` : layout.newline + indent + renderItem(fresh, layout, indent)
  // Insert after a comment that is on the line of the last item.
  const at = after + Math.max(0, findLineBreak(text.slice(after, container.end - 1)))
  return last.comma === null
    ? splice(text, [
        [last.end, last.end, ','],
        [at, at, written],
      ])
    : splice(text, [[at, at, `${written},`]])
}

export function replaceItem(text: string, item: JsonItem, fresh: NewItem): string {
  const layout = detectLayout(text)
  const flat = !/[\r\n]/.test(text.slice(item.start, item.end)) && readOwnIndent(text, item) === null
  const written = flat ? renderFlat(fresh) : renderItem(fresh, layout, readLineIndent(text, item.start))
  return splice(text, [[item.start, item.end, written]])
}

/** Removes an item with its comma and its line; comments stay. Undoes `append` byte for byte. */
export function removeItem(text: string, { items, start }: JsonContainer, index: number): string {
  const item = items[index]!
  const before = items[index - 1]
  const from = (before === undefined ? start : (before.comma ?? before.end - 1)) + 1
  const lead = measureLead(text, from, item)
  const changes: Change[] = [[item.start - lead, item.end, '']]
  if (item.comma !== null) {
    const spaces = lead === 0 ? /^[ \t]*/.exec(text.slice(item.comma + 1))![0].length : 0
    changes.push([item.comma, item.comma + 1 + spaces, ''])
  } else if (before !== undefined && before.comma !== null)
    changes.unshift([before.comma, before.comma + 1, ''])
  return splice(text, changes)
}

/** Length of the white space before an item that is removed with it. A line break that ends a comment stays, unless another follows. */
function measureLead(text: string, from: number, { start, end, comma }: JsonItem): number {
  const trivia = text.slice(from, start)
  const lead = /(\r?\n)?[ \t]*$/.exec(trivia)![0].length
  const isClosing = trivia.slice(0, trivia.length - lead).includes('//')
  return isClosing && !/[\r\n]/.test(text[comma === end ? end + 1 : end] ?? '') ? 0 : lead
}

/** Whether foreword wrote this container together with its only item. If so, the container is removed with the item. */
export function isOwnContainer(text: string, { start, end, items }: JsonContainer): boolean {
  const [item] = items
  if (items.length !== 1 || item === undefined) return false
  const isSpace = (part: string) => /^\s*$/.test(part)
  const after = text.slice(item.end, end - 1)
  return item.start > start + 1 && isSpace(text.slice(start + 1, item.start)) && isSpace(after)
}

/** Removes a member of the outermost object. Null if foreword created the rest of the text; blank text that was there before stays. */
export function removeRootItem(text: string, root: ObjectNode, index: number): string | null {
  if (isOwnContainer(text, root)) {
    const before = text.slice(0, root.start)
    const after = text.slice(root.end)
    if (before === '' && /^\r?\n$/.test(after)) return null
    if (after === '' && /^\s*$/.test(before)) return before
  }
  return removeItem(text, root, index)
}

type Change = readonly [from: number, to: number, replacement: string]

/** Applies changes, which must be sorted by offset. */
function splice(text: string, changes: readonly Change[]): string {
  let at = 0
  let result = ''
  for (const [from, to, replacement] of changes) {
    result += text.slice(at, from) + replacement
    at = to
  }
  return result + text.slice(at)
}

function renderItem({ key, value }: NewItem, { newline, unit }: Layout, indent: string): string {
  const lines = JSON.stringify(value, null, unit).split('\n')
  return renderKey(key) + lines.join(newline + indent)
}

/** Writes a space inside every bracket, because `isMade` recognises our containers by it. */
function renderFlat({ key, value }: NewItem): string {
  return renderKey(key) + JSON.stringify(value, null, 1).replace(/\n */g, ' ')
}

function renderKey(key: string | null): string {
  return key === null ? '' : `${JSON.stringify(key)}: `
}

/** The white space before an item; null if the item is not the first on its line. */
function readOwnIndent(text: string, { start }: JsonItem): string | null {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(0, start))?.[1] ?? null
}

/** The white space at the start of the line of an offset. */
function readLineIndent(text: string, at: number): string {
  return /(?:^|[\r\n])([ \t]*)[^\r\n]*$/.exec(text.slice(0, at).replace(/^\ufeff/, ''))?.[1] ?? ''
}
