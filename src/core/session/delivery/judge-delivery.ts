import {
  collectDeliveryEvidence,
  type DeliveryEvidence,
  type MatchedPiece,
  pickBestText,
} from './evidence.ts'
import { findIndexAtByte, type NormalizedText, normalizeText, normalizeWithOffsets } from './normalize.ts'

export const deliveryStates = ['delivered', 'truncated', 'dropped', 'duplicated', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What was handed to the agent. */
export interface SentPacket {
  /** The packet; all bytes are counted in it. */
  readonly packet: string
  /** The pieces of it, where it went out as several values. */
  readonly values?: readonly string[]
  /** In the order of the packet; null for a section of which no byte has a known place. */
  readonly sections: readonly { readonly id: string; readonly bytes: readonly [number, number] | null }[]
  /** When it was recorded: before the agent could have it. ISO 8601. */
  readonly at: string
  /** Other packets of the same session, which may look alike. */
  readonly others: readonly string[]
}

/** What the agent's own transcript shows. */
export interface ReceivedTranscript {
  readonly texts: readonly {
    readonly at: string | null
    /** How many compactions came before it. */
    readonly era: number
    readonly text: string
  }[]
  readonly compactions: number
  /** Whether the transcript was read from its beginning. */
  readonly complete: boolean
  /** From when on it tells everything, where that is later than its session. */
  readonly since?: string
  /** When the model last answered; null when it did not. */
  readonly answered: string | null
  /** What the agent does with more than it takes. */
  readonly beyond: 'head' | 'head-and-tail'
  /** Nobody has said anything of the project but the hooks: a few words of it cannot be somebody else's. */
  readonly alone?: boolean
}

export interface SectionDelivery {
  readonly id: string
  readonly state: DeliveryState
  /** Bytes [start, end) of the packet that arrived: of several runs the longest. */
  readonly bytes?: readonly [number, number]
}

export interface Delivery {
  /** Too early to say: the model has not answered since. */
  readonly pending: boolean
  readonly sections: readonly SectionDelivery[]
}

export function judgeDelivery(sent: SentPacket, received: ReceivedTranscript): Delivery {
  const packet = normalizeWithOffsets(sent.packet)
  const search = searchTranscript(packet, sent, received)
  const answered = received.answered !== null && received.answered >= sent.at
  const nothing = search.pieces.length === 0
  const isComplete = received.complete && (received.since === undefined || received.since <= sent.at)
  const absent = nothing && answered && isComplete && !search.doubtful
  const missing: DeliveryState = absent || !(nothing || search.doubtful) ? 'dropped' : 'unknown'
  return {
    pending: nothing && !answered,
    sections: sent.sections.map(({ id, bytes }) => {
      if (bytes !== null) return judgeSection({ id, bytes, packet }, search, missing)
      const run = findLongestRun(search.pieces, 0, packet.text.length)
      const whole = !nothing && run.to - run.from === packet.text.length
      return { id, state: whole ? 'delivered' : nothing ? missing : 'unknown' }
    }),
  }
}

interface SearchResult {
  readonly pieces: readonly MatchedPiece[]
  /** A text that could as well be part of another packet. */
  readonly doubtful: boolean
}

/** What came since it was sent counts; what was there before only where it is all of it, and the agent still has it. */
function searchTranscript(
  packet: NormalizedText,
  sent: SentPacket,
  { texts, compactions, beyond, alone = false }: ReceivedTranscript,
): SearchResult {
  const evidence = collectDeliveryEvidence(packet, {
    values: (sent.values ?? [sent.packet]).map(normalizeText),
    others: sent.others.map(normalizeText),
    sections: sent.sections.flatMap(({ bytes }) => (bytes === null ? [] : [findRange(packet, bytes)])),
    beyond,
    alone,
  })
  const since: (DeliveryEvidence & { era: number })[] = []
  const before: { era: number; text: string }[] = []
  for (const { at, era, text } of texts) {
    if (at !== null && at >= sent.at) since.push({ ...evidence.in(normalizeText(text)), era })
    else before.push({ era, text })
  }
  const now = since.findLast(({ pieces }) => pieces.length > 0)?.era ?? compactions
  const old = before
    .filter(({ era }) => era === now)
    .flatMap(({ text }) => evidence.wholeIn(normalizeText(text)))
  const last = pickBestText(since.filter(({ era }) => era === now).map(({ pieces }) => pieces))
  return { pieces: [...old, ...last], doubtful: since.some(({ doubtful }) => doubtful) }
}

interface SectionPlace {
  readonly id: string
  readonly bytes: readonly [number, number]
  readonly packet: NormalizedText
}

function judgeSection(
  place: SectionPlace,
  { pieces, doubtful }: SearchResult,
  missing: DeliveryState,
): SectionDelivery {
  const { id, bytes, packet } = place
  const [from, to] = findRange(packet, bytes)
  const copies = pieces.filter((piece) => piece.whole && piece.from <= from && piece.to >= to).length
  if (copies > 1) return { id, state: 'duplicated', bytes }
  const run = findLongestRun(pieces, from, to)
  if (run.to - run.from === to - from && (to > from || copies === 1)) return { id, state: 'delivered', bytes }
  if (run.to === run.from) return { id, state: missing }
  const arrived = [packet.starts[run.from]!, packet.ends[run.to - 1]!] as const
  return { id, state: doubtful ? 'unknown' : 'truncated', bytes: arrived }
}

function findRange(
  packet: NormalizedText,
  [start, end]: readonly [number, number],
): readonly [number, number] {
  return [findIndexAtByte(packet, start), findIndexAtByte(packet, end)]
}

type Run = Pick<MatchedPiece, 'from' | 'to'>

/** The longest part of a range that the pieces cover without a gap. */
function findLongestRun(pieces: readonly MatchedPiece[], from: number, to: number): Run {
  const inside = pieces
    .map((piece) => ({ from: Math.max(from, piece.from), to: Math.min(to, piece.to) }))
    .filter((piece) => piece.to > piece.from)
    .toSorted((a, b) => a.from - b.from)
  let best: Run = { from, to: from }
  let run: Run = best
  for (const piece of inside) {
    run = piece.from <= run.to ? { from: run.from, to: Math.max(run.to, piece.to) } : piece
    if (run.to - run.from > best.to - best.from) best = run
  }
  return best
}
