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

/** The injections of a project and their known deliveries. */
export type SentHistory = Pick<HistoryDeps, 'project' | 'uid' | 'hash'> & { readonly store: SentReads }

export interface RecordDeliveryDeps {
  readonly past: SentHistory
  readonly recorder: Recorder
  readonly transcripts: Pick<Transcripts, 'read' | 'take'>
  readonly engine: Pick<EngineServices, 'ids' | 'systemTime'>
}

export interface RecordDeliveryInput {
  readonly agent: Agent
  /** The agent's own session id. */
  readonly session: string
  /** Path from the agent; null if the agent gave none. */
  readonly transcriptPath: string | null
  /** Record from our plugin, for an agent without a transcript; else null or left out. */
  readonly record?: string | null
  /** The session is over, so unknown deliveries stay unknown. */
  readonly ended?: boolean
}

export interface RecordDeliveryResult {
  /** The deliveries that this call determined and recorded. */
  readonly judged: readonly { readonly injection_id: string; readonly sections: readonly SectionDelivery[] }[]
  /** Sections to send again: cut or missing, and in no later packet that arrived. */
  readonly lost: readonly LostSection[]
  /** Number of injections whose delivery is not known yet. */
  readonly pending: number
  /** The model that answered last. */
  readonly model: string | null
  /** Why the transcript is unreadable; null if it was read. */
  readonly why: string | null
  readonly troubles: readonly StoreTrouble[]
}

/** Older injections of a session are not worth repairing. */
const maxInjections = 20

/** Determines which sections of a session's unjudged injections arrived, records that, and returns the lost sections. */
export async function recordDelivery(
  deps: RecordDeliveryDeps,
  input: RecordDeliveryInput,
): Promise<RecordDeliveryResult> {
  const { earlier, sent, aside } = await readSessionInjections(deps.past, input.session)
  if (sent.length + aside.length === 0)
    return { ...nothing, lost: findLostSections(await withAccounts(deps.past, earlier)) }
  const read = sent.length === 0 ? null : readTranscript(deps.transcripts, input)
  const transcript = typeof read === 'string' ? null : read
  const why = typeof read === 'string' ? read : null
  const judged =
    transcript === null ? [] : await judgeInjections(deps.past, sent, { order: input, transcript })
  const known = judged.filter(({ settled, pending }) => settled || (input.ended === true && !pending))
  const never = input.ended === true || input.agent.transcript === null
  const open = sent.filter((injection) => !known.some((judgement) => judgement.injection === injection))
  const silence = transcript?.complete === false ? tooLong : noAnswer
  const abandoned = never ? open : []
  const bodies = [
    ...known.map(({ injection, ...judgement }) => buildDeliveryBody(injection, input, judgement)),
    ...aside.map((injection) => buildDeliveryBody(injection, input, { model: null, why: ofSubagent })),
    ...abandoned.map((injection) =>
      buildDeliveryBody(injection, input, { model: null, why: why ?? silence }),
    ),
  ]
  const parcels = bodies.map((body) => makeParcel(deps.engine, 'event', body))
  const troubles = parcels.length === 0 ? [] : (await deps.recorder.record(parcels)).troubles
  const arrived = known.map(({ injection, sections }) => makePacketDelivery(injection, sections))
  const onTheWay = never ? [] : open.map((injection) => makePacketDelivery(injection, null))
  return {
    judged: bodies.map(({ injection_id, sections }) => ({ injection_id, sections })),
    lost: findLostSections(await withAccounts(deps.past, [...earlier, ...arrived, ...onTheWay])),
    pending: never ? 0 : open.length,
    model: transcript === null ? null : readModelName(transcript),
    why,
    troubles,
  }
}

const nothing: RecordDeliveryResult = {
  judged: [],
  lost: [],
  pending: 0,
  model: null,
  why: null,
  troubles: [],
}
/** The session may have ended before an answer, or the transcript has an unknown format. */
const noAnswer = 'its transcript holds no answer of the model'
const tooLong = 'its transcript is too long to read from the beginning'
const ofSubagent = 'it was sent to a subagent, which has a transcript of its own'

function readTranscript(
  transcripts: Pick<Transcripts, 'read' | 'take'>,
  { agent, transcriptPath, record = null }: RecordDeliveryInput,
): Transcript | string {
  const { transcript: rule, title } = agent
  if (rule === null) return `${title} keeps no transcript that can be read`
  const { form, directory } = rule
  if (directory === null)
    return record === null ? `${title} did not report what its model got` : transcripts.take(form, record)
  if (transcriptPath === null) return `${title} did not say where its transcript is`
  return transcripts.read(form, transcriptPath)
}

interface SessionSent {
  /** Known deliveries. */
  readonly earlier: readonly PacketDelivery[]
  /** Unjudged injections, oldest first. */
  readonly sent: readonly SentInjection[]
  /** Unjudged injections of the session's subagents. */
  readonly aside: readonly SentInjection[]
}

/** Ignores content that the agent read by address, because that arrives as the output of a tool. */
async function readSessionInjections(past: SentHistory, session: string): Promise<SessionSent> {
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
  const pushed = found.filter(({ body }) => body.text !== null && !isPulled(body))
  const isAside = ({ body }: SentInjection) => body.asked === subagentEvent
  return { earlier, sent: pushed.filter((injection) => !isAside(injection)), aside: pushed.filter(isAside) }
}

/** Reads the accounts of those packets that are compared, which are the ones with a section that was lost and sent again. */
async function withAccounts(
  past: SentHistory,
  packets: readonly PacketDelivery[],
): Promise<PacketDelivery[]> {
  const compared = findComparedPackets(packets)
  return Promise.all(
    packets.map(async (packet) =>
      packet.account === null && compared.has(packet.seq)
        ? { ...packet, account: (await readSentInjection(past, packet.seq)).account }
        : packet,
    ),
  )
}

type Blobs = { readonly store: Pick<SentReads, 'blob'> }

export interface JudgedInjection {
  readonly injection: SentInjection
  readonly sections: readonly SectionDelivery[]
  readonly pending: boolean
  /** Final: the model has answered. A lost section is final before that. */
  readonly settled: boolean
  readonly model: string | null
}

export interface TranscriptReading {
  readonly order: Pick<RecordDeliveryInput, 'agent'>
  readonly transcript: Transcript
  /** Only the hooks have sent anything about the project. */
  readonly alone?: boolean
}

/** Skips injections whose packet was pruned: they stay open until the session ends. */
export async function judgeInjections(
  past: Blobs,
  sent: readonly SentInjection[],
  reading: TranscriptReading,
): Promise<JudgedInjection[]> {
  const { order, transcript, alone = false } = reading
  const packets = await Promise.all(
    sent.map(async (injection) => ({ injection, packet: await readPacket(past, injection) })),
  )
  const beyond = order.agent.hooks?.outputLimit?.beyond ?? 'head-and-tail'
  return packets.flatMap(({ injection, packet }) => {
    if (packet === null || injection.account === null) return []
    // The number of parts is unknown, but the last part that was sent begins where one of these pieces does.
    const splits = listPossiblePieces(packet, order.agent.hooks?.outputLimit ?? null)
    const others = packets.flatMap((other) =>
      other.packet === null || other.packet === packet ? [] : [other.packet],
    )
    const { at } = injection.stored.entry
    const sections = listSectionRanges(injection.account)
    const sentPacket = { packet, sections, at, others }
    const deliveries = splits.map((values) =>
      judgeDelivery({ ...sentPacket, values }, { ...transcript, beyond, alone }),
    )
    const delivery = findMostDelivered(deliveries)
    const answered = transcript.answered !== null && transcript.answered >= at
    const settled = !delivery.pending && (answered || delivery.sections.some(isLostSection))
    return [{ injection, ...delivery, settled, model: answered ? readModelName(transcript) : null }]
  })
}

/** Selects the split that matches the transcript best. */
function findMostDelivered([first, ...others]: readonly Delivery[]): Delivery {
  const count = ({ sections }: Delivery) =>
    sections.reduce((sum, { bytes = [0, 0] }) => sum + bytes[1] - bytes[0], 0)
  return others.reduce((best, delivery) => (count(delivery) > count(best) ? delivery : best), first!)
}

async function readPacket({ store }: Blobs, { body }: SentInjection): Promise<string | null> {
  const sealed = body.text === null ? null : await store.blob(body.text)
  return sealed === null ? null : unsealText(sealed, body.injection_id)
}

/** The range of each section in the packet, from its first byte to its last. */
function listSectionRanges({ sections, map }: Account) {
  return sections.map(({ id }) => {
    const own = map.filter((entry) => entry.section === id)
    const bytes = [
      Math.min(...own.map(({ start }) => start)),
      Math.max(...own.map(({ end }) => end)),
    ] as const
    return { id, bytes: own.length === 0 ? null : bytes }
  })
}

interface Judgement {
  readonly model: string | null
  readonly sections?: readonly SectionDelivery[]
  readonly why?: string
}

function buildDeliveryBody(
  { body, account }: SentInjection,
  input: RecordDeliveryInput,
  judgement: Judgement,
): DeliveryBody {
  const unknown = (account?.sections ?? []).map(({ id }) => ({ id, state: 'unknown' as const }))
  return {
    name: 'delivery',
    injection_id: body.injection_id,
    session_id: body.session_id,
    agent: input.agent.id,
    model: judgement.model,
    sections: judgement.sections ?? unknown,
    why: judgement.why ?? null,
  }
}

/** The model's name is the only text that foreword stores from a transcript, so anything that is not a name is dropped. */
function readModelName({ model }: Transcript): string | null {
  return model !== null && /^[\w.:@/[\]-]{1,100}$/.test(model) ? model : null
}

function makePacketDelivery(
  { stored, body, account }: SentInjection,
  sections: PacketDelivery['sections'] | null,
): PacketDelivery {
  const open = (account?.sections ?? []).map(({ id }) => ({ id, state: null }))
  return { seq: stored.entry.seq, injection_id: body.injection_id, sections: sections ?? open, account }
}
