import { type DeliveryBody, deliveryFrom } from '../../core/ledger/index.ts'
import type { DeliveryAnswer } from './answers.ts'
import type { PastTools } from './find.ts'

type Asked = Pick<PastTools, 'uid'> & { readonly store: Pick<PastTools['store'], 'entries'> }

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

/** What is known of the delivery of an injection; null while nothing is. */
export async function deliveryOf(
  past: Asked,
  { seq, injectionId }: { readonly seq: number; readonly injectionId: string },
): Promise<DeliveryAnswer | null> {
  for await (const { at, body } of deliveriesAfter(past, seq)) {
    if (body.injection_id !== injectionId) continue
    return { at, agent: body.agent, model: body.model, sections: body.sections, why: body.why }
  }
  return null
}
