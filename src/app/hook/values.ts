import type { HookCap } from '../../agents/index.ts'

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
  if (cap === null) return [text]
  if (parts === 1 || sizeOf(text, cap) <= usable(cap)) return piecesOf(text, cap, parts)
  const [, open = '', tag = ''] = /^(<([A-Za-z_][\w.-]*)[^>\n]*)>\n/.exec(text) ?? []
  const close = `</${tag}>\n`
  // Agents may put them in any order: each has to stand alone, and to say which it is.
  const wrap = (piece: string, at: number, of: number) =>
    tag === ''
      ? `[part ${at} of ${of}]\n${piece}`
      : `${open} part="${at}/${of}">\n${piece}${piece.endsWith('\n') ? '' : '\n'}${close}`
  const inner = tag !== '' && text.endsWith(close) ? text.slice(open.length + 2, -close.length) : text
  const frame = sizeOf(wrap('', 99, 99), cap) + 1
  const pieces = piecesOf(inner, { ...cap, amount: cap.amount - frame }, parts)
  return pieces.map((piece, i) => wrap(piece, i + 1, pieces.length))
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
    bytes += bytesOf(character)
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
  if (unit === 'utf-16') return text.length
  let bytes = 0
  for (const character of text) bytes += bytesOf(character)
  return bytes
}

function bytesOf(character: string): number {
  const code = character.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
