import type { Plan, Request } from '../core/plan/index.ts'
import type { Occasion, Receipt } from '../core/receipt/index.ts'
import { computeAgeInDays } from '../core/reduce/index.ts'
import { isoTime } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { Seal } from './record/parcels.ts'

// The fast way to a packet that was compiled before: when no place that was looked at has changed since, the bytes are the
// same but for the injection id. No source is read, parsed or counted.

/** What is to be delivered, however it was come by. */
export interface Ready {
  readonly text: string
  readonly receipt: Receipt
  readonly render: Plan['render']
  readonly record: Plan['record']
  readonly seal: Seal
}

export interface Memory extends Ready {
  readonly request: string
  /** Path → stamp of every place that decided what was read. */
  readonly places: readonly (readonly [string, string])[]
  readonly aging: readonly { readonly date: string; readonly days: number }[]
}

/** A change younger than this when it was read may share its time stamp with a later one, so it proves nothing. */
export const settleMs = 3000

export function recall(shop: Workshop, project: Project, request: Request): Memory | null {
  const described = describe(shop, project, request)
  const memory = shop.keep.get(keyOf(shop, described)) as Memory | undefined
  if (memory?.request !== described) return null
  const now = isoTime(shop.clock.now().getTime())
  if (memory.aging.some((one) => computeAgeInDays(one.date, now) !== one.days)) return null
  return shop.stamps.areAll(project, memory.places) ? memory : null
}

/** The remembered packet as a new injection. */
export function renew(shop: Workshop, memory: Memory, occasion: Occasion): Ready {
  const { text: old, receipt, render, record, seal } = memory
  const text = old.replaceAll(receipt.injection_id, occasion.injection_id)
  return { text, receipt: { ...receipt, ...occasion, packet_digest: shop.hash(text) }, render, record, seal }
}

export function describe(shop: Workshop, project: Project, { task: _, ...request }: Request): string {
  return JSON.stringify([shop.build, project, request])
}

export function keyOf(shop: Workshop, described: string): string {
  return `recall-${shop.hash(described)}`
}
