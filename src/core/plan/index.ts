// Makes a plan from a request and a manifest. address: addresses and ids; partition: the number of documents of each tier.

export {
  type Address,
  type Catalog,
  formatAddress,
  getCatalog,
  hasScheme,
  makeDocumentAddresses,
  namesAddress,
  type ProjectAddressName,
  parseAddress,
  projectAddressNames,
} from './address/address.ts'
export { resolveDocumentStatus } from './address/document-status.ts'
export { matchId, parseLeadingNumber } from './address/match-id.ts'
export { translatePublishedManifest } from './address/translate-published-manifest.ts'
export { builtInExclusions } from './built-in-exclusions.ts'
export { containsWords } from './contains-words.ts'
export { isStub, orderCandidates, selectsMany } from './order-candidates.ts'
export { divideDocuments } from './partition/divide-documents.ts'
export {
  type Attempt,
  type DocumentLimits,
  type DocumentSelection,
  limitRefusedDocuments,
  type RefusedDocument,
  type TierShare,
} from './partition/document-selection.ts'
export { orderByName, orderByRegister } from './partition/register.ts'
export { makePlan, type Plan, type PlannedSection } from './plan.ts'
export {
  channelReason,
  formatSourceUri,
  loadedReason,
  onDemandReason,
  type PlannedSource,
} from './planned-source.ts'
export { type BundleRequest, type Expansion, makeRequest, type Request } from './request.ts'
