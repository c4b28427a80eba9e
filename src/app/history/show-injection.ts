import type { Account, InjectionBody, OutcomeBody } from '../../core/receipt/index.ts'
import {
  accountFields,
  changesField,
  deliveryField,
  type Output,
  occasionFields,
  outputFields,
  requireExactType,
  type Zod,
} from '../output/index.ts'
import { readDelivery } from './deliveries.ts'
import { findInjection, type HistoryDeps } from './find-injection.ts'

export function showOutput(z: Zod) {
  const { text, maybe, count, maybeAmount, digest, time } = outputFields(z)
  const delivery = deliveryField(z)
  const changes = changesField(z)
  return z.strictObject({
    project: text,
    entry: z.strictObject({ seq: count, at: time, uid: text, prev: digest, digest }),
    injection: requireExactType<InjectionBody>()(
      z.strictObject({ ...occasionFields(z), account: digest, text: digest.nullable() }),
    ),
    account: requireExactType<Account>()(z.strictObject(accountFields(z))).nullable(),
    text: z.enum(['kept', 'pruned', 'none']),
    outcome: requireExactType<OutcomeBody>()(
      z.strictObject({
        run_id: text,
        status: z.enum(['success', 'failed', 'timeout', 'interrupted']),
        changes,
        seconds: maybeAmount,
        exit_code: maybeAmount,
        after: maybe,
        session_id: maybe.exactOptional().describe("The agent's own session id, if it reported one"),
        model: maybe.exactOptional(),
      }),
    ).nullable(),
    delivery,
  })
}

export type ShowResult = Output<typeof showOutput>

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
