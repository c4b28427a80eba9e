// Addresses: what can be read by name, and what a name means.
export type { Address, Catalog } from './address.ts'
export {
  formatAddress,
  getCatalog,
  hasScheme,
  makeDocumentAddresses,
  namesAddress,
  parseAddress,
} from './address.ts'
export { type IdMatch, matchId, parseLeadingNumber } from './ids.ts'
export { translatePublished } from './published.ts'
export { makeSectionId } from './section-id.ts'
export { resolveDocumentStatus } from './status.ts'
