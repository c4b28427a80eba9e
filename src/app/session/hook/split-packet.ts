import type { OutputLimit } from '../../../agents/index.ts'
import type { Request } from '../../../core/plan/index.ts'
import { countUtf8Bytes, measureTextLength } from '../../../core/values/index.ts'

/** The number of an output part, among the parts that one event may print. */
export interface OutputPart {
  readonly index: number
  readonly of: number
}

/** Ends the last part if the packet does not fit. */
const cutMarker = '\n[cut: the channel carries no more]\n'

/** A part is never cut before this share of its size, so little of the channel stays unused. */
const minShare = 0.98

/** More than the wrapper and the number of one part take, in any unit. */
const maxFrame = 250

/** Computes how much all parts of an event hold together. Each part loses a little at its end and to its wrapper. */
export function computeChannelLimit(outputLimit: OutputLimit | null, parts: number): Request['channelLimit'] {
  if (outputLimit === null) return null
  const each = computeUsable(outputLimit)
  const amount = parts === 1 ? each : Math.floor(each * minShare - Math.min(maxFrame, each * 0.03)) * parts
  // Several parts may hold more than this amount. Protected sections may use that; `fitsOutputParts` checks it.
  return { amount, unit: outputLimit.unit, cutProtected: parts === 1 }
}

/** Stays a little below the measured limit, because the next version of an agent may count a line end more. */
function computeUsable({ amount }: OutputLimit): number {
  return amount - 100
}

/**
 * Splits a packet into parts that the agent does not cut. Parts end before a section; if that takes too many parts, at the end of a
 * line or a word. A packet that was planned for these parts fits. Anything else is cut here with a marker, because the agent would
 * cut it without one.
 */
export function splitPacket(text: string, outputLimit: OutputLimit | null, parts: number): string[] {
  const { pieces, wrap } = findBestSplit(text, outputLimit, parts)
  return pieces.map((piece, i) => wrap(piece, i + 1))
}

/** Whether the packet fits into this number of parts. */
export function fitsOutputParts(text: string, outputLimit: OutputLimit | null, parts: number): boolean {
  return !isCut(findBestSplit(text, outputLimit, parts))
}

function findBestSplit(text: string, outputLimit: OutputLimit | null, parts: number): Split {
  const split = splitText(text, outputLimit, { parts, cuts: 'sections' })
  return isCut(split) ? splitText(text, outputLimit, { parts, cuts: 'anywhere' }) : split
}

function isCut({ pieces }: Split): boolean {
  return pieces.at(-1)?.endsWith(cutMarker) === true
}

/** Formats a packet that was planned for one part. */
export function formatSinglePart(text: string, outputLimit: OutputLimit | null): string {
  return splitPacket(text, outputLimit, 1)[0] ?? ''
}

/** More than the number of hook entries that any settings have for one event. */
const manyParts = 100

/** Lists the ways in which a packet may have been split, each as pieces without their wrappers. */
export function listPossiblePieces(
  text: string,
  outputLimit: OutputLimit | null,
): readonly (readonly string[])[] {
  const ways = (['sections', 'anywhere'] as const).map(
    (cuts) => splitText(text, outputLimit, { parts: manyParts, cuts }).pieces,
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

/** Wraps and numbers each of several parts, because agents may order them differently. */
function splitText(text: string, outputLimit: OutputLimit | null, way: Way): Split {
  const alone = (piece: string) => piece
  if (outputLimit === null || measureTextLength(outputLimit, text) <= computeUsable(outputLimit))
    return { pieces: [text], wrap: alone }
  if (way.parts === 1) return { pieces: cutPieces(text, outputLimit, way), wrap: alone }
  const [, open = '', tag = ''] = /^(<([A-Za-z_][\w.-]*)[^>\n]*)>\n/.exec(text) ?? []
  const close = `</${tag}>\n`
  const wrap = (piece: string, at: number) =>
    tag === ''
      ? `[part ${at}]\n${piece}`
      : `${open} part="${at}">\n${piece}${piece.endsWith('\n') ? '' : '\n'}${close}`
  const inner = tag !== '' && text.endsWith(close) ? text.slice(open.length + 2, -close.length) : text
  const frame = measureTextLength(outputLimit, wrap('', 99)) + 1
  return { pieces: cutPieces(inner, { ...outputLimit, amount: outputLimit.amount - frame }, way), wrap }
}

function cutPieces(text: string, outputLimit: OutputLimit, { parts, cuts }: Way): string[] {
  const max = computeUsable(outputLimit)
  const pieces: string[] = []
  let left = text
  while (left !== '' && pieces.length < parts) {
    const last = pieces.length === parts - 1
    const reach = measureReach(left, outputLimit, last ? max - cutMarker.length : max)
    const piece =
      measureTextLength(outputLimit, left) <= max ? left : left.slice(0, findCut(left, reach, cuts))
    left = left.slice(piece.length)
    pieces.push(last && left !== '' ? piece + cutMarker : piece)
  }
  return pieces
}

/** Finds the start of the last section, the end of the last line, or the end of a word near the end; else returns `reach`. */
function findCut(text: string, reach: number, cuts: Way['cuts']): number {
  const last = (mark: string) => text.lastIndexOf(mark, reach - 1) + 1
  if (cuts === 'sections' && last('\n## ') > reach / 4) return last('\n## ')
  if (cuts === 'sections' && last('\n') > 1) return last('\n')
  return ['\n## ', '\n', ' '].map(last).find((end) => end > reach * minShare) ?? reach
}

/** Returns how many UTF-16 units of a text fit, without splitting a character. */
function measureReach(text: string, { unit }: OutputLimit, max: number): number {
  if (unit === 'utf-16') return avoidHalfCharacter(text, Math.min(max, text.length))
  let bytes = 0
  let at = 0
  for (const character of text) {
    bytes += countUtf8Bytes(character)
    if (bytes > max) break
    at += character.length
  }
  return at
}

function avoidHalfCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit < 0xdc00 ? at - 1 : at
}
