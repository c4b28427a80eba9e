import { makePlan } from '../../core/plan/index.ts'
import { redactReceipt } from '../../core/receipt/index.ts'
import { type Found, formatCount, formatList, Refusal } from '../../core/values/index.ts'
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
import { listServerTools } from './offered-tools.ts'
import { buildHitsReceipt, renderHits } from './render-hits.ts'
import type { Caller, SearchHit, SearchResult } from './server-answer.ts'
import { describeCaller, makeServerRequest, type ServerDeps } from './service-tools.ts'

/** What one hit takes at most, in the unit of the manifest: enough to tell whether it is the right one. */
const each = 100
const maxQueryLength = 500

/** Documents that hold some words, of all that can be read by an address. What is shown of them is on record. */
export async function searchDocuments(
  tools: ServerDeps,
  { query, limit }: { readonly query: string; readonly limit: number },
  caller: Caller,
): Promise<SearchResult> {
  const { engine, project, recorder, warn } = tools
  if (query.length > maxQueryLength)
    throw new Refusal('usage', `The query is longer than ${maxQueryLength} characters.`, 'Name a few words.')
  const { manifest, chain } = await engine.loadManifest(project.manifestFile)
  const places = await placesOf(tools)
  const { addresses, plan, read } = places
  const order = await makeIndexingInput({ engine, project, plan, reader: { read } })
  const addressOf = (path: string) => addresses.get(path)!
  const candidates = [...addresses.keys()].sort()
  const relevance = await engine.relevance()
  const { chosen, left } = await relevance.search({ ...order, candidates, addressOf, query, limit, each })
  const seen = new Map(chosen.map(({ path }) => [path, order.read(path)]))
  const hits = chosen
    .filter(({ path }) => seen.get(path) != null)
    .map(({ path, title, reasons, lines, excerpt }): SearchHit => {
      const named = { address: addressOf(path), path, title, why: reasons }
      return { ...named, lines, excerpt }
    })
  const asked = order.clean(query)
  if (hits.length === 0) {
    const text = nothingFound(asked, candidates.length, manifest.scheme)
    return { query: asked, injection_id: null, hits, more: 0, text }
  }
  const { text, map } = renderHits(hits, left, order.clean)
  const who = { agent: null, role: null, asked: `search:${asked}`, ...describeCaller(caller) }
  const occasion = makeInjectionMetadata(
    engine,
    project,
    { manifest: manifest.name, manifest_digest: chain[0]?.digest ?? '' },
    await redactCallerInfo(engine, project, who),
  )
  const sizes = { measure: plan.measure, count: order.count, hash: engine.hash }
  const receipt = buildHitsReceipt(hits, { occasion, text, map, sizes, found: (path) => seen.get(path)! })
  const parcel = makeInjectionParcel(engine, { receipt: redactReceipt(receipt, order.clean), text })
  for (const trouble of (await recorder.record([parcel])).troubles) warn(trouble)
  return { query: asked, injection_id: occasion.injection_id, hits, more: left, text }
}

function nothingFound(query: string, among: number, scheme: string): string {
  const { context_status } = listServerTools(scheme)
  if (among === 0) return `Nothing can be searched: the manifest declares no document that is there.`
  return `Nothing was found for "${query}" among ${formatCount(among, 'document')}. Try fewer or other words; ${context_status.name} lists what is declared.`
}

/** Every file that an address leads to, with that address: a document's own before a context's, that before a section's. */
async function placesOf(tools: ServerDeps) {
  const { engine, project } = tools
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const only = listUnaddressedSections(manifest)
  const plan = makePlan(manifest, makeServerRequest(tools, { only }))
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
    for (const path of formatList(rule.files).flatMap((pattern) => reader.list(pattern)))
      put(path, `${manifest.scheme}://context/${scope}`)
  }
  const read = new Map<string, Found>()
  for (const { section, found } of await readSources(plan, reading)) {
    for (const one of found) {
      put(one.path, `section:${section}`)
      // As that section may read it, which can be more than others may.
      read.set(one.path, one)
    }
  }
  await reading.finish(plan)
  const readPath: SourceReader['read'] = (path) => read.get(path) ?? reader.read(path)
  return { plan, addresses, read: readPath }
}
