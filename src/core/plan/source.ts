import { addressText } from '../address/index.ts'
import type { PlannedSource } from './plan.ts'

/** Why a section of a tier that is pulled is not in a packet. */
export const onDemand = 'read on demand'

/** A source as the manifest names it, with its placeholders filled. */
export function uriOf({
  scheme,
  pattern,
  address,
}: Pick<PlannedSource, 'scheme' | 'pattern' | 'address'>): string {
  return address === null ? `${scheme}:${pattern}` : addressText(scheme, address)
}
