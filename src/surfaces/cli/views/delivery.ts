import type { DeliveryAnswer } from '../../../app/index.ts'
import { counted } from '../../../core/values/index.ts'

/** `delivered 4 of 5 sections (roadmap truncated)`. */
export function deliveryText({ sections, why }: DeliveryAnswer): string {
  if (why !== null) return `delivery unknown: ${why}`
  const there = sections.filter(({ state }) => state === 'delivered' || state === 'duplicated').length
  const others = sections
    .filter(({ state }) => state !== 'delivered')
    .map(({ id, state }) => `${id} ${state}`)
  const all = sections.length
  const amount = there === all ? counted(all, 'section') : `${there} of ${counted(all, 'section')}`
  return `delivered ${amount}${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}
