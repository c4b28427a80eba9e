import type { DeliveryResult } from '../../../app/output/index.ts'
import { formatCount } from '../../../core/values/index.ts'

/** `delivered 4 of 5 sections (roadmap truncated)`. What a later packet brought has its id: `(rules with INJ-…)`. */
export function deliveryText({ sections, why }: DeliveryResult): string {
  if (why !== null) return `delivery unknown: ${why}`
  const there = sections.filter(({ state }) => state === 'delivered' || state === 'duplicated').length
  const others = sections
    .filter((one) => one.state !== 'delivered' || one.with !== undefined)
    .map(({ id, state, with: later }) =>
      [id, ...(state === 'delivered' ? [] : [state]), ...(later === undefined ? [] : ['with', later])].join(
        ' ',
      ),
    )
  const all = sections.length
  const amount = there === all ? formatCount(all, 'section') : `${there} of ${formatCount(all, 'section')}`
  return `delivered ${amount}${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}

/** The same with the model that answered, and what arrived of what did not arrive whole. */
export function deliveryDetails(answer: DeliveryResult): string {
  const ranges = answer.sections.flatMap(({ id, state, bytes }) =>
    state === 'truncated' && bytes !== undefined
      ? [`of ${id}, bytes ${bytes[0]} to ${bytes[1]} of the packet`]
      : [],
  )
  const model = answer.model === null ? [] : [`${answer.model} answered`]
  return [deliveryText(answer), ...ranges, ...model].join('; ')
}
