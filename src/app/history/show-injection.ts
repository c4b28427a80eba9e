import { readDelivery } from './deliveries.ts'
import { findInjection, type HistoryDeps } from './find-injection.ts'
import type { ShowResult } from './outputs.ts'

/** Shows one injection as it was recorded. */
export async function showInjection(past: HistoryDeps, ref: string): Promise<ShowResult> {
  const { stored, body, account, outcome } = await findInjection(past, ref)
  const { seq, at, uid, prev, digest } = stored.entry
  const isStored = body.text !== null && (await past.store.present([body.text])).has(body.text)
  return {
    project: past.project,
    entry: { seq, at, uid, prev, digest },
    injection: body,
    account,
    text: body.text === null ? 'none' : isStored ? 'kept' : 'pruned',
    outcome,
    delivery: await readDelivery(past, { seq, injectionId: body.injection_id }),
  }
}
