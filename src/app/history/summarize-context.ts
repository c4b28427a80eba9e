import type { Account } from '../../core/receipt/index.ts'
import {
  deliveryField,
  type InjectionDelivery,
  injectionLabelField,
  type Output,
  outputFields,
  type Zod,
} from '../output/index.ts'
import {
  findInjection,
  type HistoryDeps,
  isPulled,
  makeInjectionLabel,
  type PastInjection,
} from './find-injection.ts'

export function contextOutput(z: Zod) {
  const { text, maybe, count, amount, time } = outputFields(z)
  const delivery = deliveryField(z)
  const label = injectionLabelField(z)
  return z.strictObject({
    project: text,
    injection: label.nullable(),
    measure: maybe,
    tiers: z.array(z.strictObject({ tier: text, sources: count, tokens: amount })),
    delivery,
    refused: z
      .strictObject({ injection_id: text, at: time })
      .nullable()
      .describe('The newest injection, if it was refused'),
    waiting: count.describe('Receipts that wait in the spool'),
  })
}

export type ContextResult = Output<typeof contextOutput>

/** The name for sections without a tier. */
export const untieredName = 'context'

/** How far back to look for a packet: an agent may read by address for hours. */
const lookBack = 2000
const page = 50

/** Finds the last packet that was sent; null if there is none. */
export async function findLastSent(past: HistoryDeps): Promise<PastInjection | null> {
  let looked = 0
  for (let before: number | undefined; looked < lookBack; ) {
    // Read a single row first, because the last injection is rarely a refusal.
    const limit = before === undefined ? 1 : page
    const rows = await past.store.log(past.uid, { limit, ...(before !== undefined && { before }) })
    for (const row of rows) {
      if (row.status === 'error') continue
      const found = await findInjection(past, `@${row.seq}`)
      // Reads by address and repeated sections are not packets.
      if (found.body.asked === undefined) return found
    }
    looked += limit
    before = rows.at(-1)?.seq
    if (before === undefined) return null
  }
  return null
}

/** More than a session is sent between two packets. */
const maxResentPackets = 100

/** Reads the sections that the session of a packet has now: those of the packet, replaced by those sent again since. */
export async function readSessionSections(
  past: HistoryDeps,
  last: PastInjection,
): Promise<Account['sections'] | null> {
  if (last.account === null) return null
  const session = last.body.session_id
  const rows = await past.store.log(past.uid, { session, limit: maxResentPackets })
  const current = new Map(last.account.sections.map((section) => [section.id, section]))
  for (const { seq, status } of rows.toReversed()) {
    if (seq <= last.stored.entry.seq || status === 'error') continue
    const { body, account } = await findInjection(past, `@${seq}`)
    // The result of a pull is the output of a tool, not a section.
    if (isPulled(body)) continue
    for (const section of account?.sections ?? []) current.set(section.id, section)
  }
  return [...current.values()]
}

/** Returns the newest injection if it was refused, else null. */
export async function findLastRefused({ store, uid }: HistoryDeps): Promise<ContextResult['refused']> {
  const [row] = await store.log(uid, { limit: 1 })
  return row?.status === 'error' ? { injection_id: row.injection_id, at: row.at } : null
}

export interface LastPacket {
  readonly last: PastInjection | null
  readonly refused: ContextResult['refused']
  readonly delivery: InjectionDelivery | null
  /** Parcels in the spool. */
  readonly waiting: number
}

/** Summarizes the last packet: sources and tokens per tier. */
export function summarizeContext(project: string, packet: LastPacket): ContextResult {
  const { last, delivery, refused, waiting } = packet
  const tiers = new Map<string, { tier: string; sources: number; tokens: number }>()
  for (const section of last?.account?.sections ?? []) {
    const tier = section.tier ?? untieredName
    const sum = tiers.get(tier) ?? { tier, sources: 0, tokens: 0 }
    sum.sources += section.sources.length
    sum.tokens += section.size
    tiers.set(tier, sum)
  }
  return {
    project,
    injection: last === null ? null : makeInjectionLabel(last.stored, last.body),
    measure: last?.account?.measure ?? null,
    tiers: [...tiers.values()],
    delivery,
    refused,
    waiting,
  }
}
