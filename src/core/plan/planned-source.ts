import type { Selector, Shape, StubRule } from '../manifest/index.ts'
import { type Address, formatAddress } from './address/address.ts'

export interface PlannedSource {
  /** The URI without its scheme, with placeholders filled in. */
  readonly pattern: string
  readonly scheme: string
  readonly select: Selector
  readonly shape: Shape
  readonly stub: StubRule | null
  /** Null if the source is not an address. */
  readonly address: Address | null
  /** Whether a trusted manifest permits this source outside of the project or on the deny-list. */
  readonly allow: { readonly external: boolean; readonly sensitive: boolean }
}

/** The reason why a section is left out that the budget would have held. A later prompt can bring it. */
export const channelReason = 'the channel carries no more'

/** The reason why a section that the agent loads by itself is not in a packet. */
export const loadedReason = 'the agent has read it by itself'

/** The reason why a section of a pulled tier is not in a packet. */
export const onDemandReason = 'read on demand'

/** Formats a source as in the manifest, with placeholders filled in. */
export function formatSourceUri({
  scheme,
  pattern,
  address,
}: Pick<PlannedSource, 'scheme' | 'pattern' | 'address'>): string {
  return address === null ? `${scheme}:${pattern}` : formatAddress(scheme, address)
}
