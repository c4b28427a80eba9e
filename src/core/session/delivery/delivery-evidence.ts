import { findLongestPrefix, type PreparedPattern, preparePattern, reverseText } from './longest-prefix.ts'
import type { NormalizedText } from './normalize-text.ts'

/** Characters [from, to) of the normalised packet that were found in a text. */
export interface MatchedPiece {
  readonly from: number
  readonly to: number
  /** Number of the output it belongs to; null for a section that was found alone. */
  readonly value: number | null
  /** Whether it is the whole output. */
  readonly whole: boolean
  /** Whether it was found by its title instead of by an end of the output. */
  readonly loose?: boolean
  /** For a section that one text holds several times: the number of copies that no other piece stands for. */
  readonly copies?: number
}

export interface DeliveryEvidence {
  readonly pieces: readonly MatchedPiece[]
  /** Whether it could also be part of another packet. */
  readonly doubtful: boolean
}

export interface ExpectedOutput {
  /** Normalised, like all texts here. */
  readonly values: readonly string[]
  readonly others: readonly string[]
  /** Ranges of the normalised packet, in order. */
  readonly sections: readonly (readonly [number, number])[]
  readonly beyond: 'head' | 'head-and-tail'
  readonly alone: boolean
}

/** A shorter match could occur in any text. */
const minLength = 48

/** A shorter match could occur in any text, even if only hooks write about the project. */
const minLengthAlone = 24

/** Agents wrap a text in a tag, the name of the event or a sentence. */
const maxWrapperLength = 120

/** The notes that agents insert where they cut, without blanks. */
const cutNotices = /…\d+tokenstruncated…|\.\.\.<\/persisted-output>/

/** An output and its place in the packet. Outputs that are not part of the packet are not searched for. */
interface Value extends PreparedPattern {
  readonly at: number
  readonly number: number
  /** The output reversed. Computed only if something was cut. */
  backwards(): PreparedPattern
}

export function collectDeliveryEvidence(packet: NormalizedText, expected: ExpectedOutput) {
  const values = locateValues(packet.text, expected.values)
  const others = expected.others.filter((other) => other !== packet.text && other !== '').map(preparePattern)
  const titled = listTitledSections(packet.text, expected.sections)
  const minSure = expected.alone ? minLengthAlone : minLength
  const isWhole = (piece: MatchedPiece) =>
    titled.some(({ from, above, text }) => from === piece.from && from - above + text.length === piece.to)
  const isSureIn = (text: string) => (piece: MatchedPiece) => isSure(piece, text, minSure)
  return {
    /** Finds every whole copy of an output. */
    wholeIn: (text: string): MatchedPiece[] => findWholeValues(values, text).filter(isSureIn(text)),
    in(text: string): DeliveryEvidence {
      const whole = findWholeValues(values, text)
      const sure = whole.filter(isSureIn(text))
      if (whole.length > 0) {
        const more = findMoreCopies(titled, sure, text)
        return { pieces: [...sure, ...more], doubtful: sure.length < whole.length }
      }
      const parts = text.split(cutNotices)
      const pieces = values.flatMap((value) => findParts(value, parts, expected.beyond))
      const ours = Math.max(0, ...pieces.map(({ from, to }) => to - from))
      const theirs = Math.max(0, ...others.map((other) => measureBestMatch(other, parts)))
      if (theirs > ours) return { pieces: [], doubtful: false }
      if (ours > 0 && theirs === ours) return { pieces: [], doubtful: true }
      const titledPieces = findTitledSections(titled, parts, ours > 0)
      return {
        pieces:
          ours > 0
            ? [...pieces, ...addTitledPieces(pieces, titledPieces, { values, isWhole })]
            : titledPieces,
        doubtful: false,
      }
    },
  }
}

/**
 * Adds sections that follow a changed word in the same output. They count as parts of that output, because another packet may begin the
 * same way and have the same section, and only one of two texts is this output.
 */
function addTitledPieces(
  parts: readonly MatchedPiece[],
  titledPieces: readonly MatchedPiece[],
  { values, isWhole }: { readonly values: readonly Value[]; isWhole(piece: MatchedPiece): boolean },
): MatchedPiece[] {
  return titledPieces.flatMap((piece) => {
    const value = values.find(({ at, text }) => at <= piece.from && piece.to <= at + text.length)
    const known = parts.filter((part) => part.value === value?.number)
    // A whole section counts also where an end of the output matches some of it, as when two sections have changed places.
    const isKnown = known.some(({ from, to }) => piece.from < to && from < piece.to) && !isWhole(piece)
    return value === undefined || known.length === 0 || isKnown
      ? []
      : [{ ...piece, value: value.number, loose: true }]
  })
}

function locateValues(packet: string, values: readonly string[]): Value[] {
  let from = 0
  return values.flatMap((text, number) => {
    const at = text === '' ? -1 : packet.indexOf(text, from)
    if (at === -1) return []
    from = at + text.length
    let reversed: PreparedPattern | null = null
    const backwards = () => {
      reversed ??= preparePattern(reverseText(text))
      return reversed
    }
    return [{ ...preparePattern(text), at, number, backwards }]
  })
}

function findWholeValues(values: readonly Value[], text: string): MatchedPiece[] {
  return values.flatMap((value) => {
    const piece = { from: value.at, to: value.at + value.text.length, value: value.number, whole: true }
    return Array.from({ length: findLongestPrefix(value, text).wholes }, () => piece)
  })
}

/** A short match could occur in any text. It counts only if the text has little more than a wrapper around it. */
function isSure({ from, to }: MatchedPiece, text: string, enough: number): boolean {
  return to - from >= enough || text.length - (to - from) <= maxWrapperLength
}

function measureBestMatch(pattern: PreparedPattern, parts: readonly string[]): number {
  const best = Math.max(0, ...parts.map((part) => findLongestPrefix(pattern, part).longest))
  return best < minLength && best < pattern.text.length ? 0 : best
}

/** Finds the head of an output, and its tail if the agent keeps one. Each touches an end of the output, so its place is certain. */
function findParts(value: Value, parts: readonly string[], beyond: ExpectedOutput['beyond']): MatchedPiece[] {
  const heads = parts.map((part) => findLongestPrefix(value, part))
  const longest = Math.max(0, ...heads.map((match) => match.longest))
  if (longest < minLength) return []
  const part = { value: value.number, whole: false }
  const head = { ...part, from: value.at, to: value.at + longest }
  if (beyond === 'head') return [head]
  const cut = heads.findIndex((match) => match.longest === longest)
  const after = [parts[cut]!.slice(heads[cut]!.end), ...parts.slice(cut + 1)]
  const tails = after.map((part) => findLongestPrefix(value.backwards(), reverseText(part)).longest)
  const tail = Math.min(Math.max(0, ...tails), value.text.length - longest)
  if (tail < minLength) return [head]
  const end = value.at + value.text.length
  return [head, { ...part, from: end - tail, to: end }]
}

/** A section with the lines above it in the packet. They distinguish it from the same file in another context. */
interface TitledSection extends PreparedPattern {
  readonly from: number
  /** How many characters are above the section. */
  readonly above: number
}

function listTitledSections(packet: string, sections: ExpectedOutput['sections']): TitledSection[] {
  return sections.flatMap(([from, to], i) => {
    const begin = i === 0 ? findTitle(packet, from) : Math.min(from, sections[i - 1]![1])
    const text = packet.slice(begin, to)
    const once = packet.indexOf(text) === packet.lastIndexOf(text)
    if (from === begin || from === to || !once) return []
    return [{ ...preparePattern(text), from, above: from - begin }]
  })
}

/** The title of the first section follows the head of the packet, which stays in its place when sections change theirs. */
function findTitle(packet: string, from: number): number {
  return Math.max(0, packet.lastIndexOf('##', from - 1))
}

/** Finds sections in parts of a text. A short one counts if it is whole and the text certainly holds some of the packet. */
function findTitledSections(
  sections: readonly TitledSection[],
  parts: readonly string[],
  hasEnds: boolean,
): MatchedPiece[] {
  const matches = sections.map((section) => {
    const found = parts.map((part) => findLongestPrefix(section, part))
    const longest = Math.max(0, ...found.map((match) => match.longest))
    const copies = found.reduce((sum, { wholes }) => sum + wholes, 0)
    return { section, longest, copies, isSure: longest >= minLength && longest > section.above }
  })
  const isOurs = hasEnds || matches.some((match) => match.isSure)
  return matches.flatMap(({ section: { from, above }, longest, copies, isSure }) => {
    if (!isSure && !(isOurs && copies > 0)) return []
    const piece = { from, to: from + longest - above, value: null, whole: false }
    return [copies > 1 ? { ...piece, copies } : piece]
  })
}

/** Finds the sections of which a text has more copies than the whole outputs in it bring. */
function findMoreCopies(
  sections: readonly TitledSection[],
  wholes: readonly MatchedPiece[],
  text: string,
): MatchedPiece[] {
  const rest = text.length - wholes.reduce((sum, { from, to }) => sum + to - from, 0)
  return sections.flatMap((section) => {
    const { from, above } = section
    const to = from - above + section.text.length
    const known = wholes.filter((piece) => piece.from <= from && piece.to >= to).length
    if (known === 0 || section.text.length > rest) return []
    const copies = findLongestPrefix(section, text).wholes - known
    return copies > 0 ? [{ from, to, value: null, whole: false, copies }] : []
  })
}

/** Picks, for each output that arrived in parts, the text with the most of it. Parts from two texts could belong to two packets. */
export function pickBestText(texts: readonly (readonly MatchedPiece[])[]): readonly MatchedPiece[] {
  const best = new Map<number, { size: number; pieces: readonly MatchedPiece[] }>()
  for (const pieces of texts) {
    const parts = pieces.filter((piece) => piece.value !== null && !piece.whole)
    for (const value of new Set(parts.map((piece) => piece.value!))) {
      const ownParts = parts.filter((piece) => piece.value === value)
      const size = ownParts.reduce((sum, { from, to, loose }) => sum + (loose ? 0 : to - from), 0)
      if (size > (best.get(value)?.size ?? 0)) best.set(value, { size, pieces: ownParts })
    }
  }
  const others = texts.flat().filter((piece) => piece.value === null || piece.whole)
  return [...others, ...[...best.values()].flatMap(({ pieces }) => pieces)]
}
