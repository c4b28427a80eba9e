import { type DeliveryBody, deliveryFrom } from '../../core/ledger/index.ts'
import type { LogRow, SentReads } from '../../ports/index.ts'
import { isAsWhole, isLost } from '../lost.ts'
import type { DeliveredSection, DeliveryAnswer } from '../output/index.ts'
import { findInjection, type PastInjection, type PastTools } from './find.ts'

type Asked = Pick<PastTools, 'uid'> & { readonly store: Pick<SentReads, 'entries'> }

const page = 200

/** A delivery is recorded in the session it belongs to: nobody looks for it longer than this. */
const most = 2000

/** Deliveries that were recorded after an entry, oldest first. */
export async function* deliveriesAfter(
  { store, uid }: Asked,
  seq: number,
): AsyncGenerator<{ readonly at: string; readonly body: DeliveryBody }> {
  for (let [after, seen] = [seq, 0]; seen < most; seen += page) {
    const events = await store.entries(uid, after, page, 'event')
    for (const { entry } of events) {
      const body = deliveryFrom(entry)
      if (body !== null) yield { at: entry.at, body }
    }
    if (events.length < page) return
    after = events.at(-1)!.entry.seq
  }
}

/** An injection with what is known of its delivery. */
export interface SentPacket {
  readonly row: LogRow
  readonly delivery: DeliveryAnswer | null
}

/** The last packets that an agent was sent in its own sessions, newest first. */
export async function lastDeliveries(
  past: Asked & { readonly store: Pick<PastTools['store'], 'log'> },
  agent: string,
  limit: number,
): Promise<SentPacket[]> {
  const rows = await past.store.log(past.uid, { agent, limit: 5 * limit })
  // In a run the context comes with the task, and what was read came as the output of a tool.
  const sent = rows.filter((row) => row.status !== 'error' && row.run_id === null && row.level !== 'read')
  const newest = sent.slice(0, limit)
  const oldest = newest.at(-1)
  if (oldest === undefined) return []
  const known = new Map<string, DeliveryAnswer>()
  for await (const { at, body } of deliveriesAfter(past, oldest.seq))
    known.set(body.injection_id, answerOf(at, body))
  return newest.map((row) => ({ row, delivery: known.get(row.injection_id) ?? null }))
}

/** What a session has of a packet by now: what was lost may have come with a later one. Null while nothing is known. */
export async function arrivedOf(past: PastTools, last: PastInjection): Promise<DeliveryAnswer | null> {
  const { injection_id: injectionId, session_id } = last.body
  const delivery = await deliveryOf(past, { seq: last.stored.entry.seq, injectionId })
  if (delivery === null || !delivery.sections.some(isLost)) return delivery
  const came = new Map<string, DeliveredSection>()
  for await (const { body } of deliveriesAfter(past, last.stored.entry.seq)) {
    if (body.session_id !== session_id || body.injection_id === injectionId) continue
    const found = body.sections.filter(({ id, state }) => state === 'delivered' && lostIn(delivery, id))
    if (found.length === 0) continue
    const { account } = await findInjection(past, body.injection_id)
    for (const { id } of found) {
      const state = isAsWhole(id, last.account, account) ? 'delivered' : 'truncated'
      if (came.get(id)?.state !== 'delivered') came.set(id, { id, state, with: body.injection_id })
    }
  }
  return { ...delivery, sections: delivery.sections.map((one) => came.get(one.id) ?? one) }
}

const lostIn = ({ sections }: DeliveryAnswer, id: string) =>
  sections.some((one) => one.id === id && isLost(one))

function answerOf(at: string, { agent, model, sections, why }: DeliveryBody): DeliveryAnswer {
  return { at, agent, model, sections, why }
}

/** What is known of the delivery of an injection; null while nothing is. */
export async function deliveryOf(
  past: Asked,
  { seq, injectionId }: { readonly seq: number; readonly injectionId: string },
): Promise<DeliveryAnswer | null> {
  for await (const { at, body } of deliveriesAfter(past, seq)) {
    if (body.injection_id !== injectionId) continue
    return answerOf(at, body)
  }
  return null
}
