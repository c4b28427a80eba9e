import { makePlan } from '../../core/plan/index.ts'
import { cleanReceipt } from '../../core/receipt/index.ts'
import { counted, type Found, listOf, Refusal } from '../../core/values/index.ts'
import type { SourceReader } from '../../ports/index.ts'
import { unaddressedSections } from '../addresses/declared.ts'
import { indexing } from '../addresses/indexing.ts'
import { withoutSecrets } from '../get-packet.ts'
import { newOccasion } from '../occasion.ts'
import { readSources } from '../read.ts'
import { readTools } from '../read-tools.ts'
import { injectionParcel } from '../record/parcels.ts'
import type { Caller, SearchAnswer, SearchHit } from './answer.ts'
import { callerWords, type OfferTools, requestFor } from './order.ts'
import { hitsReceipt, renderHits } from './search-text.ts'
import { offeredTools } from './tools.ts'

/** What one hit takes at most, in the unit of the manifest: enough to tell whether it is the right one. */
const each = 100
const longestQuery = 500

/** Documents that hold some words, of all that can be read by an address. What is shown of them is on record. */
export async function searchOffered(
  tools: OfferTools,
  { query, limit }: { readonly query: string; readonly limit: number },
  caller: Caller,
): Promise<SearchAnswer> {
  const { shop, project, recorder, warn } = tools
  if (query.length > longestQuery)
    throw new Refusal('usage', `The query is longer than ${longestQuery} characters.`, 'Name a few words.')
  const { manifest, chain } = await shop.loadManifest(project.manifestFile)
  const places = await placesOf(tools)
  const { addresses, plan, read } = places
  const order = await indexing({ shop, project, plan, reader: { read } })
  const addressOf = (path: string) => addresses.get(path)!
  const candidates = [...addresses.keys()].sort()
  const relevance = await shop.relevance()
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
  const who = { agent: null, role: null, asked: `search:${asked}`, ...callerWords(caller) }
  const occasion = newOccasion(
    shop,
    project,
    { manifest: manifest.name, manifest_digest: chain[0]?.digest ?? '' },
    await withoutSecrets(shop, project, who),
  )
  const sizes = { measure: plan.measure, count: order.count, hash: shop.hash }
  const receipt = hitsReceipt(hits, { occasion, text, map, sizes, found: (path) => seen.get(path)! })
  const parcel = injectionParcel(shop, { receipt: cleanReceipt(receipt, order.clean), text })
  for (const trouble of (await recorder.record([parcel])).troubles) warn(trouble)
  return { query: asked, injection_id: occasion.injection_id, hits, more: left, text }
}

function nothingFound(query: string, among: number, scheme: string): string {
  const { context_status } = offeredTools(scheme)
  if (among === 0) return `Nothing can be searched: the manifest declares no document that is there.`
  return `Nothing was found for "${query}" among ${counted(among, 'document')}. Try fewer or other words; ${context_status.name} lists what is declared.`
}

/** Every file that an address leads to, with that address: a document's own before a context's, that before a section's. */
async function placesOf(tools: OfferTools) {
  const { shop, project } = tools
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const only = unaddressedSections(manifest)
  const plan = makePlan(manifest, requestFor(tools, { only }))
  const reading = await readTools(shop, project, plan, { task: null })
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
    for (const path of listOf(rule.files).flatMap((pattern) => reader.list(pattern)))
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
