import { makePlan } from '../../core/plan/index.ts'
import { redactReceipt } from '../../core/receipt/index.ts'
import { type FoundSource, formatCount, Refusal, toList } from '../../core/values/index.ts'
import type { SourceReader } from '../../ports/index.ts'
import {
  listUnaddressedSections,
  makeIndexingInput,
  makeInjectionMetadata,
  makeReadDeps,
  readSources,
  redactCallerInfo,
} from '../engine/index.ts'
import { makeInjectionParcel } from '../record/index.ts'
import type { Caller, SearchHit, SearchResult } from './project-info.ts'
import { buildHitsReceipt, renderHits } from './render-hits.ts'
import { describeCaller, makeServerRequest, type ServerDeps } from './server-deps.ts'
import { listServerTools } from './server-tools.ts'

/** The most that one hit takes, in the unit of the manifest: enough to judge whether it is the right one. */
const maxHitSize = 100
const maxQueryLength = 500

/** Searches all documents that have an address. The excerpts that it returns are recorded. */
export async function searchDocuments(
  deps: ServerDeps,
  { query, limit }: { readonly query: string; readonly limit: number },
  caller: Caller,
): Promise<SearchResult> {
  const { engine, project, recorder, warn } = deps
  if (query.length > maxQueryLength)
    throw new Refusal('usage', `The query is longer than ${maxQueryLength} characters.`, 'Name a few words.')
  const { manifest, chain } = await engine.loadManifest(project.manifestFile)
  const { addresses, plan, read } = await findSearchable(deps)
  const index = await makeIndexingInput({ engine, project, plan, reader: { read } })
  const formatAddress = (path: string) => addresses.get(path)!
  const candidates = [...addresses.keys()].sort()
  const relevance = await engine.relevance()
  const search = { ...index, candidates, formatAddress, query, limit, each: maxHitSize }
  const { chosen, left } = await relevance.search(search)
  const found = new Map(chosen.map(({ path }) => [path, index.read(path)]))
  const hits = chosen
    .filter(({ path }) => found.get(path) != null)
    .map(({ path, title, reasons, lines, excerpt }): SearchHit => {
      const named = { address: formatAddress(path), path, title, why: reasons }
      return { ...named, lines, excerpt }
    })
  const redactedQuery = index.redact(query)
  if (hits.length === 0) {
    const text = formatNoHits(redactedQuery, candidates.length, manifest.scheme)
    return { query: redactedQuery, injection_id: null, hits, more: 0, text }
  }
  const { text, map } = renderHits(hits, left, index.redact)
  const who = { agent: null, role: null, asked: `search:${redactedQuery}`, ...describeCaller(caller) }
  const occasion = makeInjectionMetadata(
    engine,
    project,
    { manifest: manifest.name, manifest_digest: chain[0]?.digest ?? '' },
    await redactCallerInfo(engine, project, who),
  )
  const sizes = { measure: plan.measure, count: index.count, hash: engine.hash }
  const receipt = buildHitsReceipt(hits, { occasion, text, map, sizes, found: (path) => found.get(path)! })
  const parcel = makeInjectionParcel(engine, { receipt: redactReceipt(receipt, index.redact), text })
  for (const trouble of (await recorder.record([parcel])).troubles) warn(trouble)
  return { query: redactedQuery, injection_id: occasion.injection_id, hits, more: left, text }
}

function formatNoHits(query: string, among: number, scheme: string): string {
  const { context_status } = listServerTools(scheme)
  if (among === 0) return `Nothing can be searched: none of the documents that the manifest declares exists.`
  return `Nothing was found for "${query}" among ${formatCount(among, 'document')}. Try fewer or other words; ${context_status.name} lists what is declared.`
}

/** Finds every file that has an address. The address of a document is preferred to that of a context, and that to that of a section. */
async function findSearchable(deps: ServerDeps) {
  const { engine, project } = deps
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const only = listUnaddressedSections(manifest)
  const plan = makePlan(manifest, makeServerRequest(deps, { only }))
  const reading = await makeReadDeps(engine, project, plan, { task: null })
  const { reader } = reading
  const resolver = await reading.resolver(reader)
  const addresses = new Map<string, string>()
  const put = (path: string, address: string) => addresses.has(path) || addresses.set(path, address)
  for (const type of Object.keys(manifest.collections)) {
    const collection = resolver.collection(type)
    const addressOf = collection.addresses(manifest.scheme, type)
    for (const path of collection.paths()) put(path, addressOf(path))
  }
  for (const [scope, rule] of Object.entries(manifest.contexts)) {
    if (!('files' in rule)) continue
    for (const path of toList(rule.files).flatMap((pattern) => reader.list(pattern)))
      put(path, `${manifest.scheme}://context/${scope}`)
  }
  const read = new Map<string, FoundSource>()
  for (const { section, found } of await readSources(plan, reading)) {
    for (const document of found) {
      put(document.path, `section:${section}`)
      // Keep the content that this section may read, because other sections may be allowed less.
      read.set(document.path, document)
    }
  }
  await reading.finish(plan)
  const readPath: SourceReader['read'] = (path) => read.get(path) ?? reader.read(path)
  return { plan, addresses, read: readPath }
}
