import { type Address, addressText } from '../address/index.ts'

/** Why a section of a tier that is pulled is not in a packet. */
export const onDemand = 'read on demand'

interface Named {
  readonly scheme: string
  readonly pattern: string
  readonly address: Address | null
}

/** A source as the manifest names it, with its placeholders filled. */
export function uriOf({ scheme, pattern, address }: Named): string {
  return address === null ? `${scheme}:${pattern}` : addressText(scheme, address)
}
