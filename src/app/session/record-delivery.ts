import type { Agent } from '../../agents/index.ts'
import { type Account, type DeliveryBody, unsealText } from '../../core/receipt/index.ts'
import { type Delivery, judgeDelivery, type SectionDelivery } from '../../core/session/index.ts'
import { formatIsoTime } from '../../core/values/index.ts'
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
  hasArrived,
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
  /** The prompt, in which an agent may put the output of a hook; null or left out if there is none. */
  readonly prompt?: string | null
  /** The session is over, so unknown deliveries stay unknown until it is resumed. */
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

/**
 * Judges the packets of a session against its conversation as it is now. Records a verdict for each packet that has none, and a new verdict
 * for each packet of which the conversation has lost a section since. Returns the sections that the session lacks.
 */
export async function recordDelivery(
  deps: RecordDeliveryDeps,
  input: RecordDeliveryInput,
): Promise<RecordDeliveryResult> {
  const session = await readSessionInjections(deps.past, input.session)
  const { known: earlier, sent, aside } = session
  if (earlier.length + sent.length + aside.length === 0) return nothing
  const mayCheck = input.ended !== true && earlier.length > 0
  const read = sent.length > 0 || mayCheck ? readTranscript(deps, input) : null
  const transcript = typeof read === 'string' ? null : read
  const why = typeof read === 'string' ? read : null
  const now = input.ended === true ? null : formatIsoTime(deps.engine.systemTime())
  const judged =
    transcript === null ? [] : await judgeInjections(deps.past, sent, { order: input, transcript, now })
  const settled = judged.filter((judgement) => judgement.settled)
  const never = input.ended === true || input.agent.transcript === null
  const open = sent.filter((injection) => !settled.some((judgement) => judgement.injection === injection))
  const silence = transcript?.complete === false ? tooLong : noAnswer
  const abandoned = never
    ? open.filter((injection) => !session.verdicts.has(injection.body.injection_id))
    : []
  const arrived = settled.map(({ injection, sections }) => makePacketDelivery(injection, sections))
  const onTheWay = never ? [] : open.map((injection) => makePacketDelivery(injection, null))
  const packets = [...earlier, ...arrived, ...onTheWay]
  const gone =
    transcript === null || input.ended === true
      ? []
      : await findGoneSections(deps.past, packets, { order: input, transcript })
  const bodies = [
    ...settled
      .map(({ injection, ...judgement }) => buildDeliveryBody(injection, input, judgement))
      .filter((body) => !isSameVerdict(body, session.verdicts.get(body.injection_id))),
    ...aside.map((injection) => buildDeliveryBody(injection, input, { model: null, why: ofSubagent })),
    ...abandoned.map((injection) =>
      buildDeliveryBody(injection, input, { model: null, why: why ?? silence }),
    ),
    ...gone.map(({ injection, sections }) =>
      buildDeliveryBody(injection, input, { model: null, sections, why: noLongerThere }),
    ),
  ]
  const parcels = bodies.map((body) => makeParcel(deps.engine, 'event', body))
  const troubles = parcels.length === 0 ? [] : (await deps.recorder.record(parcels)).troubles
  const current = packets.map((packet) => gone.find(({ seq }) => seq === packet.seq) ?? packet)
  return {
    judged: bodies.map(({ injection_id, sections }) => ({ injection_id, sections })),
    lost: findLostSections(await withAccounts(deps.past, current)),
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
const noLongerThere = 'the conversation no longer holds it'

function readTranscript(
  { transcripts, engine }: Pick<RecordDeliveryDeps, 'transcripts' | 'engine'>,
  { agent, transcriptPath, record = null, prompt = null, ended = false }: RecordDeliveryInput,
): Transcript | string {
  const { transcript: rule, title } = agent
  if (rule === null) return `${title} keeps no transcript that can be read`
  const { form, directory } = rule
  if (directory === null)
    return record === null ? `${title} did not report what its model got` : transcripts.take(form, record)
  if (transcriptPath === null) return `${title} did not say where its transcript is`
  const read = transcripts.read(form, transcriptPath)
  if (typeof read === 'string' || ended || rule.holdsOutputsOf !== 'every') return read
  // The prompt event of such an agent comes after it has taken in the output of every earlier hook.
  const now = formatIsoTime(engine.systemTime())
  const own =
    prompt === null ? [] : [{ at: now, role: 'user', era: read.compactions, text: prompt, live: true }]
  return { ...read, texts: [...read.texts, ...own], restarted: now }
}

interface SessionSent {
  /** Packets with a verdict, by their last one. */
  readonly known: readonly PacketDelivery[]
  /** Injections without a verdict, or with a section that is still unknown; oldest first. */
  readonly sent: readonly SentInjection[]
  /** The last verdicts, by the id of the injection. */
  readonly verdicts: ReadonlyMap<string, DeliveryBody>
  /** Unjudged injections of the session's subagents. */
  readonly aside: readonly SentInjection[]
}

/** Ignores content that the agent read by address, because that arrives as the output of a tool. */
async function readSessionInjections(past: SentHistory, session: string): Promise<SessionSent> {
  const rows = await past.store.log(past.uid, { session, limit: maxInjections })
  const all = rows.filter((row) => row.status !== 'error').toReversed()
  if (all.length === 0) return { known: [], sent: [], verdicts: new Map(), aside: [] }
  const verdicts = new Map<string, DeliveryBody[]>()
  for await (const { body } of readDeliveriesAfter(past, all[0]!.seq))
    verdicts.set(body.injection_id, [...(verdicts.get(body.injection_id) ?? []), body])
  const isOpen = (bodies: readonly DeliveryBody[] | undefined) => {
    const last = bodies?.at(-1)
    return last === undefined || (last.why !== ofSubagent && last.sections.some(isUnknown))
  }
  const known = all.flatMap(({ seq, injection_id }): PacketDelivery[] => {
    const bodies = verdicts.get(injection_id)
    if (bodies === undefined || isOpen(bodies)) return []
    const arrived = bodies.flatMap((body) => body.sections.filter(hasArrived).map(({ id }) => id))
    return [{ seq, injection_id, sections: bodies.at(-1)!.sections, arrived, account: null }]
  })
  const open = all.filter((row) => isOpen(verdicts.get(row.injection_id)))
  const found = await Promise.all(open.map((row) => readSentInjection(past, row.seq)))
  const pushed = found.filter(({ body }) => body.text !== null && !isPulled(body))
  const isAside = ({ body }: SentInjection) => body.asked === subagentEvent
  return {
    known,
    sent: pushed.filter((injection) => !isAside(injection)),
    verdicts: new Map([...verdicts].map(([id, bodies]) => [id, bodies.at(-1)!])),
    aside: pushed.filter(isAside),
  }
}

/** A packet whose delivery stays unknown is judged at every prompt, and recorded once. */
function isSameVerdict({ sections }: DeliveryBody, before: DeliveryBody | undefined): boolean {
  const stateOf = (id: string) => before?.sections.find((section) => section.id === id)?.state
  return before !== undefined && sections.every(({ id, state }) => stateOf(id) === state)
}

const isUnknown = ({ state }: { readonly state: SectionDelivery['state'] | null }) => state === 'unknown'

interface GoneSections extends PacketDelivery {
  readonly injection: SentInjection
  readonly sections: readonly SectionDelivery[]
}

/**
 * Finds the packets that brought a section last, if the conversation no longer has it there. Reads nothing if the agent has removed no
 * message since.
 */
async function findGoneSections(
  past: SentHistory,
  packets: readonly PacketDelivery[],
  { order, transcript }: TranscriptReading,
): Promise<GoneSections[]> {
  const { restarted } = transcript
  if (restarted === null) return []
  const all = packets.toSorted((a, b) => b.seq - a.seq)
  const carriers = all.flatMap((packet, i) => {
    const later = new Set(all.slice(0, i).flatMap(({ sections }) => sections.map(({ id }) => id)))
    const last = packet.sections.filter((section) => hasArrived(section) && !later.has(section.id))
    return last.length === 0 ? [] : [{ packet, ids: new Set(last.map(({ id }) => id)), next: all[i - 1] }]
  })
  const found = await Promise.all(
    carriers.map(async ({ packet, ids, next }): Promise<GoneSections[]> => {
      const injection = await readSentInjection(past, packet.seq)
      if (restarted < injection.stored.entry.at) return []
      const until = next === undefined ? null : (await readSentInjection(past, next.seq)).stored.entry.at
      const missing = await judgeLiveSections(past, { injection, until }, { order, transcript })
      const lost = missing.filter((section) => ids.has(section.id))
      if (lost.length === 0) return []
      const sections = packet.sections.flatMap((section): SectionDelivery[] => {
        const { id, state } = section
        const now = lost.find((gone) => gone.id === id)
        return now !== undefined ? [now] : state === null ? [] : [{ ...section, state }]
      })
      return [{ ...packet, injection, sections, arrived: [...(packet.arrived ?? []), ...ids] }]
    }),
  )
  return found.flat()
}

/** Lists the sections of a packet that are not whole in the live texts. `until`: when the next packet was sent. */
async function judgeLiveSections(
  past: Blobs,
  { injection, until }: { readonly injection: SentInjection; readonly until: string | null },
  { order, transcript }: TranscriptReading,
): Promise<SectionDelivery[]> {
  const live = transcript.texts.filter((text) => text.live)
  // A later packet with a part of this one can match it better than its own text does.
  const own = until === null ? live : live.filter(({ at }) => at === null || at < until)
  const judge = async (texts: Transcript['texts']) => {
    // A compaction in the part that was read is the beginning of the live conversation.
    const { since: _, ...rest } = transcript
    const read = transcript.compactions > 0 ? { ...rest, complete: true } : transcript
    // The model has answered the packet before, so no answer is waited for.
    const { at } = injection.stored.entry
    const all = { ...read, texts, answered: at }
    const [judged] = await judgeInjections(past, [injection], { order, transcript: all })
    return (judged?.sections ?? []).filter(isLostSection)
  }
  const lost = await judge(live)
  if (lost.length === 0 || own.length === live.length) return lost
  const lostInOwn = new Set((await judge(own)).map(({ id }) => id))
  return lost.filter(({ id }) => lostInOwn.has(id))
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
  /** The time of the prompt at which the transcript is read; null or left out otherwise. */
  readonly now?: string | null
}

/** Skips injections whose packet was pruned: they stay open until the session ends. */
export async function judgeInjections(
  past: Blobs,
  sent: readonly SentInjection[],
  reading: TranscriptReading,
): Promise<JudgedInjection[]> {
  const { order, transcript, alone = false, now = null } = reading
  const holdsPrompts = now !== null && order.agent.transcript?.holdsOutputsOf === 'prompt'
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
    const restarted = holdsPrompts && wasSentWithPrompt(injection) ? now : transcript.restarted
    const deliveries = splits.map((values) =>
      judgeDelivery({ ...sentPacket, values }, { ...transcript, restarted, beyond, alone }),
    )
    const delivery = findMostDelivered(deliveries)
    const answered = transcript.answered !== null && transcript.answered >= at
    const settled = (answered && !delivery.pending) || delivery.sections.some(isLostSection)
    return [{ injection, ...delivery, settled, model: answered ? readModelName(transcript) : null }]
  })
}

/** The start of a session sends a whole packet, and a resumed session its changes. */
function wasSentWithPrompt({ body: { asked } }: SentInjection): boolean {
  return asked !== undefined && asked.split(', ')[0] !== 'resume'
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
