import type { InjectionDelivery } from '../../../app/output/index.ts'
import { formatCount } from '../../../core/values/index.ts'

/** `delivered 4 of 5 sections (roadmap truncated)`. A section that came with a later packet has its id: `(rules with INJ-…)`. */
export function formatDelivery({ sections, why }: InjectionDelivery): string {
  if (why !== null) return `delivery unknown: ${why}`
  const there = sections.filter(({ state }) => state === 'delivered' || state === 'duplicated').length
  const others = sections
    .filter(({ state, with: later }) => state !== 'delivered' || later !== undefined)
    .map(({ id, state, with: later }) =>
      [id, ...(state === 'delivered' ? [] : [state]), ...(later === undefined ? [] : ['with', later])].join(
        ' ',
      ),
    )
  const all = sections.length
  const amount = there === all ? formatCount(all, 'section') : `${there} of ${formatCount(all, 'section')}`
  return `delivered ${amount}${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}

/** Also names the model that answered and the byte ranges of truncated sections. */
export function formatDeliveryDetails(result: InjectionDelivery): string {
  const ranges = result.sections.flatMap(({ id, state, bytes }) =>
    state === 'truncated' && bytes !== undefined
      ? [`${id}: bytes ${bytes[0]} to ${bytes[1]} of the packet arrived`]
      : [],
  )
  const model = result.model === null ? [] : [`${result.model} answered`]
  return [formatDelivery(result), ...ranges, ...model].join('; ')
}
