import type { Agent } from '../agents/index.ts'
import { judge, type SectionDelivery } from '../core/delivery/index.ts'
import { type Account, type DeliveryBody, openText } from '../core/ledger/index.ts'
import type { Recorder, StoreTrouble, Transcript, Transcripts, Workshop } from '../ports/index.ts'
import { piecesIn } from './hook/values.ts'
import { deliveriesAfter } from './past/delivered.ts'
import { findInjection, type PastInjection, type PastTools } from './past/find.ts'
import { parcel } from './record/parcels.ts'

export interface DeliveryTools {
  readonly past: PastTools
  readonly recorder: Recorder
  readonly transcripts: Transcripts
  readonly shop: Pick<Workshop, 'ids' | 'stamps'>
}

export interface DeliveryOrder {
  readonly agent: Agent
  /** The agent's own id of it. */
  readonly session: string
  /** As the agent told it; null where it did not. */
  readonly transcriptPath: string | null
  /** The session is over: what is not known now never will be. */
  readonly ended?: boolean
}

export interface LostSection {
  readonly injection_id: string
  readonly section: string
  readonly state: 'truncated' | 'dropped'
}

export interface DeliveryNote {
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

/** More than any settings have entries for one event. */
const manyValues = 100

/** As far back in a session as anybody would repair. */
const mostInjections = 20

/** Finds out, for what a session was sent and nobody has judged yet, what of it arrived; records it, and says what was lost. */
export async function noteDelivery(tools: DeliveryTools, order: DeliveryOrder): Promise<DeliveryNote> {
  const sent = await unjudged(tools.past, order.session)
  if (sent.length === 0) return nothing
  const read = transcriptOf(tools.transcripts, order)
  const transcript = typeof read === 'string' ? null : read
  const why = typeof read === 'string' ? read : null
  const found = transcript === null ? [] : await judged(tools.past, sent, { order, transcript })
  const known = found.filter(({ pending }) => !pending)
  const never =
    order.ended === true || order.agent.transcript === null || order.agent.transcript === 'opencode'
  const open = sent.filter((one) => !known.some(({ injection }) => injection === one))
  const given = never ? open.map((one) => bodyOf(one, order, { transcript, why: why ?? noAnswer })) : []
  const bodies = [
    ...known.map(({ injection, sections }) => bodyOf(injection, order, { transcript, sections })),
    ...given,
  ]
  const parcels = bodies.map((body) => parcel(tools.shop, 'event', body))
  const troubles = parcels.length === 0 ? [] : (await tools.recorder.record(parcels)).troubles
  return {
    judged: bodies.map(({ injection_id, sections }) => ({ injection_id, sections })),
    lost: lostOf(known),
    pending: never ? 0 : open.length,
    model: transcript === null ? null : modelOf(transcript),
    why,
    troubles,
  }
}

const nothing: DeliveryNote = { judged: [], lost: [], pending: 0, model: null, why: null, troubles: [] }
const noAnswer = 'the session ended before the model answered'

function transcriptOf(
  transcripts: Transcripts,
  { agent, transcriptPath }: DeliveryOrder,
): Transcript | string {
  const form = agent.transcript
  if (form === null) return `${agent.title} keeps no transcript that can be read`
  if (form === 'opencode') return `${agent.title} keeps no transcript of what a plugin adds to its prompts`
  if (transcriptPath === null) return `${agent.title} did not say where its transcript is`
  return transcripts.read(form, transcriptPath)
}

/** Oldest first. What the agent read by address came to it as the output of a tool. */
async function unjudged(past: PastTools, session: string): Promise<PastInjection[]> {
  const rows = await past.store.log(past.uid, { session, limit: mostInjections })
  const sent = rows.filter((row) => row.status !== 'error').toReversed()
  if (sent.length === 0) return []
  const known = new Set<string>()
  for await (const { body } of deliveriesAfter(past, sent[0]!.seq)) known.add(body.injection_id)
  const open = sent.filter((row) => !known.has(row.injection_id))
  const found = await Promise.all(open.map((row) => findInjection(past, `@${row.seq}`)))
  return found.filter(
    ({ body }) => body.text !== null && !(body.level === 'read' && body.asked !== undefined),
  )
}

export interface Judged {
  readonly injection: PastInjection
  readonly sections: readonly SectionDelivery[]
  readonly pending: boolean
}

export interface Reading {
  readonly order: Pick<DeliveryOrder, 'agent'>
  readonly transcript: Transcript
}

/** What was pruned cannot be compared, so it stays open until the session ends. */
export async function judged(
  past: PastTools,
  sent: readonly PastInjection[],
  reading: Reading,
): Promise<Judged[]> {
  const { order, transcript } = reading
  const packets = await Promise.all(
    sent.map(async (injection) => ({ injection, packet: await packetOf(past, injection) })),
  )
  const beyond = order.agent.hooks?.cap?.beyond ?? 'head-and-tail'
  return packets.flatMap(({ injection, packet }) => {
    if (packet === null || injection.account === null) return []
    // However many of them there were: the last one that went out begins where one of these does.
    const values = piecesIn(packet, order.agent.hooks?.cap ?? null, manyValues)
    const others = packets.flatMap((one) =>
      one.packet === null || one.packet === packet ? [] : [one.packet],
    )
    const { at } = injection.stored.entry
    const sections = rangesOf(injection.account)
    const given = { packet, values, sections, at, others }
    return [{ injection, ...judge(given, { ...transcript, beyond }) }]
  })
}

async function packetOf({ store }: PastTools, { body }: PastInjection): Promise<string | null> {
  const sealed = body.text === null ? null : await store.blob(body.text)
  return sealed === null ? null : openText(sealed, body.injection_id)
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
  readonly transcript: Transcript | null
  readonly sections?: readonly SectionDelivery[]
  readonly why?: string
}

function bodyOf({ body, account }: PastInjection, order: DeliveryOrder, finding: Finding): DeliveryBody {
  const unknown = (account?.sections ?? []).map(({ id }) => ({ id, state: 'unknown' as const }))
  return {
    name: 'delivery',
    injection_id: body.injection_id,
    session_id: body.session_id,
    agent: order.agent.id,
    model: finding.transcript === null ? null : modelOf(finding.transcript),
    sections: finding.sections ?? unknown,
    why: finding.why ?? null,
  }
}

/** The one word of a transcript that is kept: so it must be a name. */
function modelOf({ model }: Transcript): string | null {
  return model !== null && /^[\w.:@/[\]-]{1,100}$/.test(model) ? model : null
}

/** A section counts as lost until the same text of it has arrived with a later packet. */
function lostOf(known: readonly Judged[]): LostSection[] {
  const lost = new Map<string, LostSection>()
  for (const { injection, sections } of known) {
    for (const { id, state } of sections) {
      const digest = injection.account?.sections.find((one) => one.id === id)?.sent_digest
      const key = JSON.stringify([id, digest])
      if (state === 'truncated' || state === 'dropped')
        lost.set(key, { injection_id: injection.body.injection_id, section: id, state })
      else if (state !== 'unknown') lost.delete(key)
    }
  }
  return [...lost.values()]
}
