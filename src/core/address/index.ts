// Addresses: what can be read by name, and what a name means.
export type { Address, Catalog } from './address.ts'
export { addressText, catalogOf, documentAddresses, hasScheme, isAt, parseAddress } from './address.ts'
export { type Match, matchId, numberOf } from './ids.ts'
export { layerOf } from './published.ts'
export { sectionId } from './section-id.ts'
export { statusOf } from './status.ts'
