import type { OutputLimit } from '../../../agents/index.ts'
import type { Request } from '../../../core/plan/index.ts'
import { measureLength, utf8Length } from '../../../core/values/index.ts'

/** Which of the values that one event may print. */
export interface OutputPart {
  readonly index: number
  readonly of: number
}

/** What stands where even the last value was too small. */
const rest = '\n[cut: the channel carries no more]\n'

/** Of a value, up to here nothing ends it: so much of it is used at least. */
const minShare = 0.9

/** How much all values of an event carry together: of each a little is lost at its end and around it. */
export function computeChannelLimit(cap: OutputLimit | null, parts: number): Request['channelLimit'] {
  if (cap === null) return null
  const each = usable(cap)
  const amount = parts === 1 ? each : Math.floor(each * parts * (minShare - 0.03))
  // Several values may carry more than that, and then what is protected has it: `isCarried` tells.
  return { amount, unit: cap.unit, cutProtected: parts === 1 }
}

/** A little below what was measured: an agent's next version may count a line end more. */
function usable({ amount }: OutputLimit): number {
  return amount - 100
}

/**
 * A packet as one or several values, none of which the agent would cut. Borders are where sections begin; where that takes too many
 * values, where lines or words do. What was planned to them fits; anything else is cut here, with a mark, because the agent would cut
 * it without one that we chose.
 */
export function splitPacket(text: string, cap: OutputLimit | null, parts: number): string[] {
  const { pieces, wrap } = bestSplit(text, cap, parts)
  return pieces.map((piece, i) => wrap(piece, i + 1))
}

/** Whether so many values carry all of a packet. */
export function fitsOutputParts(text: string, cap: OutputLimit | null, parts: number): boolean {
  return !isCut(bestSplit(text, cap, parts))
}

function bestSplit(text: string, cap: OutputLimit | null, parts: number): Split {
  const split = splitOf(text, cap, { parts, cuts: 'sections' })
  return isCut(split) ? splitOf(text, cap, { parts, cuts: 'anywhere' }) : split
}

function isCut({ pieces }: Split): boolean {
  return pieces.at(-1)?.endsWith(rest) === true
}

/** What was planned to one value. */
export function formatSinglePart(text: string, cap: OutputLimit | null): string {
  return splitPacket(text, cap, 1)[0] ?? ''
}

/** More than any settings have entries for one event. */
const manyValues = 100

/** What of the packet stands in each value, without what was put around it: each way in which it may have been split. */
export function listPossiblePieces(text: string, cap: OutputLimit | null): readonly (readonly string[])[] {
  const ways = (['sections', 'anywhere'] as const).map(
    (cuts) => splitOf(text, cap, { parts: manyValues, cuts }).pieces,
  )
  return ways[0]!.length === 1 ? ways.slice(0, 1) : ways
}

interface Way {
  readonly parts: number
  readonly cuts: 'sections' | 'anywhere'
}

interface Split {
  readonly pieces: readonly string[]
  wrap(piece: string, at: number): string
}

/** Agents may put values in any order: each of several has to stand alone, and to say which it is. */
function splitOf(text: string, cap: OutputLimit | null, way: Way): Split {
  const alone = (piece: string) => piece
  if (cap === null) return { pieces: [text], wrap: alone }
  if (way.parts === 1 || measureLength(cap, text) <= usable(cap))
    return { pieces: piecesOf(text, cap, way), wrap: alone }
  const [, open = '', tag = ''] = /^(<([A-Za-z_][\w.-]*)[^>\n]*)>\n/.exec(text) ?? []
  const close = `</${tag}>\n`
  const wrap = (piece: string, at: number) =>
    tag === ''
      ? `[part ${at}]\n${piece}`
      : `${open} part="${at}">\n${piece}${piece.endsWith('\n') ? '' : '\n'}${close}`
  const inner = tag !== '' && text.endsWith(close) ? text.slice(open.length + 2, -close.length) : text
  const frame = measureLength(cap, wrap('', 99)) + 1
  return { pieces: piecesOf(inner, { ...cap, amount: cap.amount - frame }, way), wrap }
}

function piecesOf(text: string, cap: OutputLimit, { parts, cuts }: Way): string[] {
  const most = usable(cap)
  const values: string[] = []
  let left = text
  while (left !== '' && values.length < parts) {
    const last = values.length === parts - 1
    const limit = last ? most - rest.length : most
    const value =
      measureLength(cap, left) <= most ? left : left.slice(0, endIn(left, reachOf(left, cap, limit), cuts))
    left = left.slice(value.length)
    values.push(last && left !== '' ? value + rest : value)
  }
  return values
}

/** Where the last section begins, or the last line ends, or a word does near the end; else as far as it goes. */
function endIn(text: string, reach: number, cuts: Way['cuts']): number {
  const last = (mark: string) => text.lastIndexOf(mark, reach - 1) + 1
  if (cuts === 'sections' && last('\n## ') > reach / 4) return last('\n## ')
  if (cuts === 'sections' && last('\n') > 1) return last('\n')
  return ['\n## ', '\n', ' '].map(last).find((end) => end > reach * minShare) ?? reach
}

/** How many UTF-16 units of a text fit, never in the middle of a character. */
function reachOf(text: string, { unit }: OutputLimit, most: number): number {
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
