import { type DeliveryBody, parseDeliveryBody } from '../../core/receipt/index.ts'
import type { LogRow, SentReads } from '../../ports/index.ts'
import type { DeliveredSection, InjectionDelivery } from '../output/index.ts'
import { findInjection, type HistoryDeps, type PastInjection } from './find-injection.ts'
import { isAtLeastAsWhole, isLostSection } from './lost-sections.ts'

type Asked = Pick<HistoryDeps, 'uid'> & { readonly store: Pick<SentReads, 'entries'> }

const page = 200

/** The most events to search: a delivery is recorded during the session it belongs to. */
const maxCount = 2000

/** Reads the deliveries that were recorded after an entry, oldest first. */
export async function* readDeliveriesAfter(
  { store, uid }: Asked,
  seq: number,
): AsyncGenerator<{ readonly at: string; readonly body: DeliveryBody }> {
  for (let [after, seen] = [seq, 0]; seen < maxCount; seen += page) {
    const events = await store.entries(uid, after, page, 'event')
    for (const { entry } of events) {
      const body = parseDeliveryBody(entry)
      if (body !== null) yield { at: entry.at, body }
    }
    if (events.length < page) return
    after = events.at(-1)!.entry.seq
  }
}

/** An injection with its delivery, if known. */
export interface SentInjectionRow {
  readonly row: LogRow
  readonly delivery: InjectionDelivery | null
}

/** Reads the last packets that an agent was sent in its own sessions, newest first. */
export async function readLastDeliveries(
  past: Asked & { readonly store: Pick<HistoryDeps['store'], 'log'> },
  agent: string,
  limit: number,
): Promise<SentInjectionRow[]> {
  const rows = await past.store.log(past.uid, { agent, limit: 5 * limit })
  // Leave out runs, where the context comes with the task, and reads, which are the output of a tool.
  const sent = rows.filter((row) => row.status !== 'error' && row.run_id === null && row.level !== 'read')
  const newest = sent.slice(0, limit)
  const oldest = newest.at(-1)
  if (oldest === undefined) return []
  const known = new Map<string, InjectionDelivery>()
  for await (const { at, body } of readDeliveriesAfter(past, oldest.seq))
    known.set(body.injection_id, makeDelivery(at, body))
  return newest.map((row) => ({ row, delivery: known.get(row.injection_id) ?? null }))
}

/** Reads which sections of a packet the session has now. Later packets may have brought lost sections. Null while the delivery is unknown. */
export async function readSessionDelivery(
  past: HistoryDeps,
  last: PastInjection,
): Promise<InjectionDelivery | null> {
  const { injection_id: injectionId, session_id } = last.body
  const delivery = await readDelivery(past, { seq: last.stored.entry.seq, injectionId })
  if (delivery === null || !delivery.sections.some(isLostSection)) return delivery
  const arrived = new Map<string, DeliveredSection>()
  for await (const { body } of readDeliveriesAfter(past, last.stored.entry.seq)) {
    if (body.session_id !== session_id || body.injection_id === injectionId) continue
    const found = body.sections.filter(({ id, state }) => state === 'delivered' && isLostIn(delivery, id))
    if (found.length === 0) continue
    const { account } = await findInjection(past, body.injection_id)
    for (const { id } of found) {
      const state = isAtLeastAsWhole(id, last.account, account) ? 'delivered' : 'truncated'
      if (arrived.get(id)?.state !== 'delivered') arrived.set(id, { id, state, with: body.injection_id })
    }
  }
  return { ...delivery, sections: delivery.sections.map((section) => arrived.get(section.id) ?? section) }
}

const isLostIn = ({ sections }: InjectionDelivery, id: string) =>
  sections.some((section) => section.id === id && isLostSection(section))

function makeDelivery(at: string, { agent, model, sections, why }: DeliveryBody): InjectionDelivery {
  return { at, agent, model, sections, why }
}

/** Reads the delivery of an injection; null while it is unknown. */
export async function readDelivery(
  past: Asked,
  { seq, injectionId }: { readonly seq: number; readonly injectionId: string },
): Promise<InjectionDelivery | null> {
  let last: InjectionDelivery | null = null
  for await (const { at, body } of readDeliveriesAfter(past, seq))
    if (body.injection_id === injectionId) last = makeDelivery(at, body)
  return last
}
