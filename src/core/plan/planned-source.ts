import type { Select, Shape, StubRule } from '../manifest/index.ts'
import { type Address, formatAddress } from './address/address.ts'

export interface PlannedSource {
  /** Without scheme, placeholders filled in. */
  readonly pattern: string
  readonly scheme: string
  readonly select: Select
  readonly shape: Shape
  readonly stub: StubRule | null
  /** Set where the source is an address. */
  readonly address: Address | null
  /** What the manifest allows beyond the project and the deny-list, if it is trusted. */
  readonly allow: { readonly external: boolean; readonly sensitive: boolean }
}

/** Why a section of a tier that is pulled is not in a packet. */
export const onDemandReason = 'read on demand'

/** A source as the manifest names it, with its placeholders filled. */
export function formatSourceUri({
  scheme,
  pattern,
  address,
}: Pick<PlannedSource, 'scheme' | 'pattern' | 'address'>): string {
  return address === null ? `${scheme}:${pattern}` : formatAddress(scheme, address)
}
