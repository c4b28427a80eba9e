import type { Agent } from '../../agents/index.ts'
import { type Account, type DeliveryBody, unsealText } from '../../core/receipt/index.ts'
import { type Delivery, judgeDelivery, type SectionDelivery } from '../../core/session/index.ts'
import type {
  EngineServices,
  Recorder,
  SentReads,
  StoreTrouble,
  Transcript,
  Transcripts,
} from '../../ports/index.ts'
import {
  findComparedPackets,
  findLostSections,
  type HistoryDeps,
  isLostSection,
  isPulled,
  type LostSection,
  type PacketDelivery,
  readDeliveriesAfter,
  readSentInjection,
  type SentInjection,
} from '../history/index.ts'
import { makeParcel } from '../record/index.ts'
import { listPossiblePieces } from './hook/split-packet.ts'
import { subagentEvent } from './hook/subagent.ts'

/** What was sent, and what is known of it. */
export type SentHistory = Pick<HistoryDeps, 'project' | 'uid' | 'hash'> & { readonly store: SentReads }

export interface DeliveryDeps {
  readonly past: SentHistory
  readonly recorder: Recorder
  readonly transcripts: Pick<Transcripts, 'read' | 'take'>
  readonly engine: Pick<EngineServices, 'ids' | 'systemTime'>
}

export interface DeliveryInput {
  readonly agent: Agent
  /** The agent's own id of it. */
  readonly session: string
  /** As the agent told it; null where it did not. */
  readonly transcriptPath: string | null
  /** What stands in place of a transcript, where there is none to read; else null or left out. */
  readonly record?: string | null
  /** The session is over: what is not known now never will be. */
  readonly ended?: boolean
}

export interface DeliveryResult {
  /** What was found out and recorded just now. */
  readonly judged: readonly { readonly injection_id: string; readonly sections: readonly SectionDelivery[] }[]
  /** To be sent again: cut or missing, and in no later packet that arrived. */
  readonly lost: readonly LostSection[]
  /** Injections about which nothing can be said yet. */
  readonly pending: number
  /** That answered last. */
  readonly model: string | null
  /** Why nothing could be read; null where it could. */
  readonly why: string | null
  readonly troubles: readonly StoreTrouble[]
}

/** As far back in a session as anybody would repair. */
const maxInjections = 20

/** Finds out, for what a session was sent and nobody has judged yet, what of it arrived; records it, and says what was lost. */
export async function noteDelivery(tools: DeliveryDeps, order: DeliveryInput): Promise<DeliveryResult> {
  const { earlier, sent, aside } = await sentTo(tools.past, order.session)
  if (sent.length + aside.length === 0)
    return { ...nothing, lost: findLostSections(await withAccounts(tools.past, earlier)) }
  const read = sent.length === 0 ? null : transcriptOf(tools.transcripts, order)
  const transcript = typeof read === 'string' ? null : read
  const why = typeof read === 'string' ? read : null
  const found = transcript === null ? [] : await judgeInjections(tools.past, sent, { order, transcript })
  const known = found.filter((one) => one.settled || (order.ended === true && !one.pending))
  const never = order.ended === true || order.agent.transcript === null
  const open = sent.filter((one) => !known.some(({ injection }) => injection === one))
  const silence = transcript?.complete === false ? tooLong : noAnswer
  const given = never ? open.map((one) => bodyOf(one, order, { model: null, why: why ?? silence })) : []
  const bodies = [
    ...known.map(({ injection, ...one }) => bodyOf(injection, order, one)),
    ...aside.map((one) => bodyOf(one, order, { model: null, why: ofSubagent })),
    ...given,
  ]
  const parcels = bodies.map((body) => makeParcel(tools.engine, 'event', body))
  const troubles = parcels.length === 0 ? [] : (await tools.recorder.record(parcels)).troubles
  const came = known.map(({ injection, sections }) => cameOf(injection, sections))
  const onTheWay = never ? [] : open.map((one) => cameOf(one, null))
  return {
    judged: bodies.map(({ injection_id, sections }) => ({ injection_id, sections })),
    lost: findLostSections(await withAccounts(tools.past, [...earlier, ...came, ...onTheWay])),
    pending: never ? 0 : open.length,
    model: transcript === null ? null : modelOf(transcript),
    why,
    troubles,
  }
}

const nothing: DeliveryResult = { judged: [], lost: [], pending: 0, model: null, why: null, troubles: [] }
/** It may have ended before, or be written in a form that we do not know. */
const noAnswer = 'no answer of the model stands in its transcript'
const tooLong = 'its transcript is too long to be read from the beginning'
const ofSubagent = 'a subagent got it, which keeps a transcript of its own'

function transcriptOf(
  transcripts: Pick<Transcripts, 'read' | 'take'>,
  { agent, transcriptPath, record = null }: DeliveryInput,
): Transcript | string {
  const { transcript: rule, title } = agent
  if (rule === null) return `${title} keeps no transcript that can be read`
  const { form, directory } = rule
  if (directory === null)
    return record === null ? `${title} did not tell what its model saw` : transcripts.take(form, record)
  if (transcriptPath === null) return `${title} did not say where its transcript is`
  return transcripts.read(form, transcriptPath)
}

interface SessionSent {
  /** What is known already. */
  readonly earlier: readonly PacketDelivery[]
  /** What nobody has judged yet, oldest first. */
  readonly sent: readonly SentInjection[]
  /** The same, for subagents of the session. */
  readonly aside: readonly SentInjection[]
}

/** What the agent read by address came to it as the output of a tool. */
async function sentTo(past: SentHistory, session: string): Promise<SessionSent> {
  const rows = await past.store.log(past.uid, { session, limit: maxInjections })
  const sent = rows.filter((row) => row.status !== 'error').toReversed()
  const none = { earlier: [], sent: [], aside: [] }
  if (sent.length === 0) return none
  const known = new Map<string, DeliveryBody>()
  for await (const { body } of readDeliveriesAfter(past, sent[0]!.seq)) known.set(body.injection_id, body)
  const earlier = sent.flatMap(({ seq, injection_id }) => {
    const sections = known.get(injection_id)?.sections
    return sections === undefined ? [] : [{ seq, injection_id, sections, account: null }]
  })
  const open = sent.filter((row) => !known.has(row.injection_id))
  const found = await Promise.all(open.map((row) => readSentInjection(past, row.seq)))
  const given = found.filter(({ body }) => body.text !== null && !isPulled(body))
  const isAside = ({ body }: SentInjection) => body.asked === subagentEvent
  return { earlier, sent: given.filter((one) => !isAside(one)), aside: given.filter(isAside) }
}

/** Only where something was lost and came later does it matter how much of it a packet held. */
async function withAccounts(
  past: SentHistory,
  packets: readonly PacketDelivery[],
): Promise<PacketDelivery[]> {
  const wanted = findComparedPackets(packets)
  return Promise.all(
    packets.map(async (one) =>
      one.account === null && wanted.has(one.seq)
        ? { ...one, account: (await readSentInjection(past, one.seq)).account }
        : one,
    ),
  )
}

type Blobs = { readonly store: Pick<SentReads, 'blob'> }

export interface JudgedInjection {
  readonly injection: SentInjection
  readonly sections: readonly SectionDelivery[]
  readonly pending: boolean
  /** Who answered is part of it. What was lost is told before. */
  readonly settled: boolean
  readonly model: string | null
}

export interface TranscriptReading {
  readonly order: Pick<DeliveryInput, 'agent'>
  readonly transcript: Transcript
  /** Nobody but the hooks has said anything of the project. */
  readonly alone?: boolean
}

/** What was pruned cannot be compared, so it stays open until the session ends. */
export async function judgeInjections(
  past: Blobs,
  sent: readonly SentInjection[],
  reading: TranscriptReading,
): Promise<JudgedInjection[]> {
  const { order, transcript, alone = false } = reading
  const packets = await Promise.all(
    sent.map(async (injection) => ({ injection, packet: await packetOf(past, injection) })),
  )
  const beyond = order.agent.hooks?.outputLimit?.beyond ?? 'head-and-tail'
  return packets.flatMap(({ injection, packet }) => {
    if (packet === null || injection.account === null) return []
    // However many of them there were: the last one that went out begins where one of these does.
    const ways = listPossiblePieces(packet, order.agent.hooks?.outputLimit ?? null)
    const others = packets.flatMap((one) =>
      one.packet === null || one.packet === packet ? [] : [one.packet],
    )
    const { at } = injection.stored.entry
    const sections = rangesOf(injection.account)
    const given = { packet, sections, at, others }
    const each = ways.map((values) => judgeDelivery({ ...given, values }, { ...transcript, beyond, alone }))
    const delivery = mostDelivered(each)
    const answered = transcript.answered !== null && transcript.answered >= at
    const settled = !delivery.pending && (answered || delivery.sections.some(isLostSection))
    return [{ injection, ...delivery, settled, model: answered ? modelOf(transcript) : null }]
  })
}

/** Of several ways in which it may have been split, the one that the transcript speaks for. */
function mostDelivered([first, ...others]: readonly Delivery[]): Delivery {
  const count = ({ sections }: Delivery) =>
    sections.reduce((sum, { bytes = [0, 0] }) => sum + bytes[1] - bytes[0], 0)
  return others.reduce((best, one) => (count(one) > count(best) ? one : best), first!)
}

async function packetOf({ store }: Blobs, { body }: SentInjection): Promise<string | null> {
  const sealed = body.text === null ? null : await store.blob(body.text)
  return sealed === null ? null : unsealText(sealed, body.injection_id)
}

/** From the first byte to the last that a section has in the packet. */
function rangesOf({ sections, map }: Account) {
  return sections.map(({ id }) => {
    const own = map.filter((entry) => entry.section === id)
    const bytes = [
      Math.min(...own.map(({ start }) => start)),
      Math.max(...own.map(({ end }) => end)),
    ] as const
    return { id, bytes: own.length === 0 ? null : bytes }
  })
}

interface Finding {
  readonly model: string | null
  readonly sections?: readonly SectionDelivery[]
  readonly why?: string
}

function bodyOf({ body, account }: SentInjection, order: DeliveryInput, finding: Finding): DeliveryBody {
  const unknown = (account?.sections ?? []).map(({ id }) => ({ id, state: 'unknown' as const }))
  return {
    name: 'delivery',
    injection_id: body.injection_id,
    session_id: body.session_id,
    agent: order.agent.id,
    model: finding.model,
    sections: finding.sections ?? unknown,
    why: finding.why ?? null,
  }
}

/** The one word of a transcript that is kept: so it must be a name. */
function modelOf({ model }: Transcript): string | null {
  return model !== null && /^[\w.:@/[\]-]{1,100}$/.test(model) ? model : null
}

function cameOf(
  { stored, body, account }: SentInjection,
  sections: PacketDelivery['sections'] | null,
): PacketDelivery {
  const open = (account?.sections ?? []).map(({ id }) => ({ id, state: null }))
  return { seq: stored.entry.seq, injection_id: body.injection_id, sections: sections ?? open, account }
}
