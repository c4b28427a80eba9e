// The path of a packet: prepare, read, compile, cache, then inject, explain or load it. Reads addresses (addresses) and chooses documents (select-documents).

export {
  type DeclaredAddress,
  listDeclaredAddresses,
  listUnaddressedSections,
} from './addresses/declared-addresses.ts'
export { makeIndexingInput } from './addresses/indexing-input.ts'
export { type ListedAddress, type ListResult, listAddresses, lsOutput } from './addresses/list-addresses.ts'
export { type ReadResult, readAddress, readOutput } from './addresses/read-address.ts'
export { Resolver } from './addresses/resolver.ts'
export { type CompileResult, compilePacket } from './compile-packet.ts'
export { explainPacket } from './explain-packet.ts'
export { type ComputedValue, memoizeWhileUnchanged } from './file-memo.ts'
export { getPacket, type RefusedPacket, redactCallerInfo } from './get-packet.ts'
export { buildContextFiles, formatJson, type InjectResult, injectPacket } from './inject-packet.ts'
export { type CallerInfo, lostRequestPrefix, makeInjectionMetadata, makeRunId } from './injection-metadata.ts'
export { type LoadResult, loadBundle } from './load-bundle.ts'
export { type LoadExplanation, loadOutput } from './load-explanation.ts'
export type { RenderedPacket } from './packet-cache.ts'
export { type PreparedRequest, prepareRequest } from './prepare-request.ts'
export { makeReadDeps } from './read-deps.ts'
export { readSources } from './read-sources.ts'
