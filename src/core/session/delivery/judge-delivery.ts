import {
  collectDeliveryEvidence,
  type DeliveryEvidence,
  type MatchedPiece,
  pickBestText,
} from './delivery-evidence.ts'
import {
  findIndexAtByte,
  type NormalizedText,
  normalizeText,
  normalizeWithOffsets,
} from './normalize-text.ts'

export const deliveryStates = ['delivered', 'truncated', 'dropped', 'duplicated', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A packet that a hook gave to the agent. */
export interface SentPacket {
  /** All byte ranges refer to this text. */
  readonly packet: string
  /** The outputs, if the packet was sent in several. */
  readonly values?: readonly string[]
  /** In the order of the packet. `bytes` is null if the place of the section is not known. */
  readonly sections: readonly { readonly id: string; readonly bytes: readonly [number, number] | null }[]
  /** When it was recorded, which is before the agent received it. ISO 8601. */
  readonly at: string
  /** Other packets of the same session, which may be similar. */
  readonly others: readonly string[]
}

/** The texts of the agent's own transcript. */
export interface ReceivedTranscript {
  readonly texts: readonly {
    readonly at: string | null
    /** How many compactions came before the text. */
    readonly era: number
    readonly text: string
  }[]
  readonly compactions: number
  /** Whether the transcript was read from its beginning. */
  readonly complete: boolean
  /** When the transcript begins, if that is later than the session. */
  readonly since?: string
  /** When the model last answered; null if it never did. */
  readonly answered: string | null
  /** The part of a long output that the agent keeps. */
  readonly beyond: 'head' | 'head-and-tail'
  /** Everything that was sent until this time and is not in the texts is lost, whether the model answered or not. */
  readonly restarted?: string | null
  /** Whether only hooks wrote about the project. Then even a few words of the packet must come from the packet. */
  readonly alone?: boolean
}

export interface SectionDelivery {
  readonly id: string
  readonly state: DeliveryState
  /** Bytes [start, end) of the packet that arrived: the longest run, if there are several. */
  readonly bytes?: readonly [number, number]
}

export interface Delivery {
  /** The model has not answered since, so it is too early to judge. */
  readonly pending: boolean
  readonly sections: readonly SectionDelivery[]
}

export function judgeDelivery(sent: SentPacket, received: ReceivedTranscript): Delivery {
  const packet = normalizeWithOffsets(sent.packet)
  const search = searchTranscript(packet, sent, received)
  const answered = received.answered !== null && received.answered >= sent.at
  const isPast = answered || (received.restarted != null && received.restarted >= sent.at)
  const nothing = search.pieces.length === 0
  const isComplete = received.complete && (received.since === undefined || received.since <= sent.at)
  const absent = nothing && isPast && isComplete && !search.doubtful
  const missing: DeliveryState = absent || !(nothing || search.doubtful) ? 'dropped' : 'unknown'
  return {
    pending: nothing ? !isPast : !answered,
    sections: sent.sections.map(({ id, bytes }) => {
      const section = judgePlace({ id, bytes, packet }, search, missing)
      // A text in the transcript may still wait for its request, and a blocked prompt has none.
      return hasArrived(section) && !answered ? { id, state: 'unknown' } : section
    }),
  }
}

const hasArrived = ({ state }: SectionDelivery) => state === 'delivered' || state === 'duplicated'

function judgePlace(
  { id, bytes, packet }: Omit<SectionPlace, 'bytes'> & { readonly bytes: SectionPlace['bytes'] | null },
  search: SearchResult,
  missing: DeliveryState,
): SectionDelivery {
  if (bytes !== null) return judgeSection({ id, bytes, packet }, search, missing)
  const nothing = search.pieces.length === 0
  const run = findLongestRun(search.pieces, 0, packet.text.length)
  const whole = !nothing && run.to - run.from === packet.text.length
  return { id, state: whole ? 'delivered' : nothing ? missing : 'unknown' }
}

interface SearchResult {
  readonly pieces: readonly MatchedPiece[]
  /** Whether a text could also be part of another packet. */
  readonly doubtful: boolean
}

/** Searches the texts since the packet was sent. An earlier text counts only if it is whole and the agent still has it. */
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
  const holding = pieces.filter((piece) => piece.from <= from && piece.to >= to)
  const copies = holding.reduce((sum, piece) => sum + (piece.copies ?? (piece.whole ? 1 : 0)), 0)
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

/** Finds the longest part of a range that the pieces cover without a gap. */
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
