import type { HookCap } from '../../agents/index.ts'
import { utf8Length } from '../../core/values/index.ts'

/** Which of the values that one event may print. */
export interface Part {
  readonly index: number
  readonly of: number
}

/** What stands where even the last value was too small. */
const rest = '\n[cut: the channel carries no more]\n'

/** How much all values of an event carry together. Sections are kept whole, so some of each is lost at its end. */
export function roomIn(cap: HookCap | null, parts: number): { amount: number; unit: HookCap['unit'] } | null {
  if (cap === null) return null
  const each = usable(cap)
  return { amount: parts === 1 ? each : Math.floor(each * parts * 0.9), unit: cap.unit }
}

/** A little below what was measured: an agent's next version may count a line end more. */
function usable({ amount }: HookCap): number {
  return amount - 100
}

/**
 * A packet as one or several values, none of which the agent would cut. Borders are where sections begin, else line ends. What
 * no value has room for is cut here, with a mark, because the agent would cut it without one that we chose.
 */
export function valuesOf(text: string, cap: HookCap | null, parts: number): string[] {
  const { pieces, wrap } = splitOf(text, cap, parts)
  return pieces.map((piece, i) => wrap(piece, i + 1))
}

/** What of the packet stands in each value, without what was put around it. */
export function piecesIn(text: string, cap: HookCap | null, parts: number): readonly string[] {
  return splitOf(text, cap, parts).pieces
}

interface Split {
  readonly pieces: readonly string[]
  wrap(piece: string, at: number): string
}

/** Agents may put values in any order: each of several has to stand alone, and to say which it is. */
function splitOf(text: string, cap: HookCap | null, parts: number): Split {
  const alone = (piece: string) => piece
  if (cap === null) return { pieces: [text], wrap: alone }
  if (parts === 1 || sizeOf(text, cap) <= usable(cap))
    return { pieces: piecesOf(text, cap, parts), wrap: alone }
  const [, open = '', tag = ''] = /^(<([A-Za-z_][\w.-]*)[^>\n]*)>\n/.exec(text) ?? []
  const close = `</${tag}>\n`
  const wrap = (piece: string, at: number) =>
    tag === ''
      ? `[part ${at}]\n${piece}`
      : `${open} part="${at}">\n${piece}${piece.endsWith('\n') ? '' : '\n'}${close}`
  const inner = tag !== '' && text.endsWith(close) ? text.slice(open.length + 2, -close.length) : text
  const frame = sizeOf(wrap('', 99), cap) + 1
  return { pieces: piecesOf(inner, { ...cap, amount: cap.amount - frame }, parts), wrap }
}

function piecesOf(text: string, cap: HookCap, parts: number): string[] {
  const most = usable(cap)
  const values: string[] = []
  let left = text
  while (left !== '' && values.length < parts) {
    const last = values.length === parts - 1
    const value = sizeOf(left, cap) <= most ? left : beginningOf(left, cap, last ? most - rest.length : most)
    left = left.slice(value.length)
    values.push(last && left !== '' ? value + rest : value)
  }
  return values
}

/** Up to the last section that begins in time, else up to the last line that ends in time, else as far as it goes. */
function beginningOf(text: string, cap: HookCap, most: number): string {
  const reach = reachOf(text, cap, most)
  const section = text.lastIndexOf('\n## ', reach - 1)
  if (section > reach / 4) return text.slice(0, section + 1)
  const line = text.lastIndexOf('\n', reach - 1)
  return text.slice(0, line > 0 ? line + 1 : reach)
}

/** How many UTF-16 units of a text fit, never in the middle of a character. */
function reachOf(text: string, { unit }: HookCap, most: number): number {
  if (unit === 'utf-16') return wholeUpTo(text, Math.min(most, text.length))
  let bytes = 0
  let at = 0
  for (const character of text) {
    bytes += utf8Length(character)
    if (bytes > most) break
    at += character.length
  }
  return at
}

function wholeUpTo(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit < 0xdc00 ? at - 1 : at
}

function sizeOf(text: string, { unit }: HookCap): number {
  return unit === 'utf-16' ? text.length : utf8Length(text)
}
