import { addressText, catalogOf, documentAddress, hasScheme, parseAddress } from '../../core/address/index.ts'
import type { Manifest } from '../../core/manifest/index.ts'
import { makePlan, request } from '../../core/plan/index.ts'
import { nameOf, stemOf } from '../../core/values/index.ts'
import { Resolver } from '../addresses/resolve.ts'
import { redactorFor } from '../clean.ts'
import { readTools } from '../read-tools.ts'
import type { OfferedResource, OfferedTemplate } from './answer.ts'
import type { OfferTools } from './offer.ts'

/** By their names alone: no document is opened. */
export async function offeredResources(tools: OfferTools): Promise<readonly OfferedResource[]> {
  const { shop, project } = tools
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, request({ repo: project.name }))
  const { reader } = await readTools(shop, project, plan, { task: null })
  const resolver = new Resolver({
    catalog: catalogOf(manifest),
    reader,
    outline: shop.outliner,
    computed: {},
  })
  const { rules } = await shop.outside(project, plan.redact)
  const redactor = redactorFor(plan.redact, rules)
  const clean = (text: string) => redactor.redact(text).text
  const found = [...addresses(manifest), ...documents(manifest, resolver), ...sections(manifest)]
  const once = new Map(found.map((one) => [one.address, one]))
  return (
    [...once.values()]
      .map((one) => ({ ...one, about: one.about === null ? null : clean(one.about) }))
      // A name that would be redacted is not told: its address leads nowhere then.
      .filter(({ address }) => clean(address) === address)
      .sort((a, b) => (a.address < b.address ? -1 : 1))
  )
}

export async function offeredTemplates({ shop, project }: OfferTools): Promise<readonly OfferedTemplate[]> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const { scheme, collections } = manifest
  return Object.entries(collections).map(([type, { about = null }]) => ({
    template: `${scheme}://docs/${type}/{id}`,
    variable: 'id',
    name: type,
    about,
  }))
}

function addresses(manifest: Manifest): OfferedResource[] {
  const { scheme, collections, contexts, states, plugins } = manifest
  const tiers = tiersOf(manifest)
  const entry = (address: string, kind: OfferedResource['kind'], name: string, about?: string) => ({
    address,
    kind,
    name,
    about: about ?? null,
    tier: tiers.get(address) ?? null,
  })
  return [
    ...Object.entries(collections).map(([type, { about }]) =>
      entry(`${scheme}://docs/${type}/`, 'collection', type, about),
    ),
    ...Object.entries(contexts).map(([scope, { about }]) =>
      entry(`${scheme}://context/${scope}`, 'context', scope, about),
    ),
    ...Object.entries(states).map(([entity, { about }]) =>
      entry(`${scheme}://state/${entity}`, 'state', entity, about),
    ),
    ...Object.entries(plugins).map(([name, { about }]) =>
      entry(`${scheme}://${name}/`, 'plugin', name, about),
    ),
  ]
}

function documents({ scheme, collections }: Manifest, resolver: Resolver): OfferedResource[] {
  return Object.keys(collections).flatMap((type) =>
    resolver
      .collection(type)
      .paths()
      .map((path) => ({
        address: documentAddress(scheme, type, path),
        kind: 'document' as const,
        name: stemOf(nameOf(path)),
        about: null,
        tier: null,
      })),
  )
}

/** What has no address of its own is read by its name. */
function sections(manifest: Manifest): OfferedResource[] {
  const catalog = catalogOf(manifest)
  return Object.entries(manifest.sections).flatMap(([id, { sources, about, heading, tier }]) => {
    const uris = sources.map((source) => (typeof source === 'string' ? source : source.uri))
    if (uris.some((uri) => hasScheme(uri, catalog))) return []
    return [
      {
        address: `section:${id}`,
        kind: 'section' as const,
        name: id,
        about: about ?? heading ?? null,
        tier: tier ?? null,
      },
    ]
  })
}

function tiersOf(manifest: Manifest): Map<string, string> {
  const catalog = catalogOf(manifest)
  const tiers = new Map<string, string>()
  for (const { sources, tier } of Object.values(manifest.sections)) {
    for (const source of sources) {
      const uri = typeof source === 'string' ? source : source.uri
      if (tier === undefined || !hasScheme(uri, catalog)) continue
      const address = addressText(catalog.scheme, parseAddress(uri, catalog))
      if (!tiers.has(address)) tiers.set(address, tier)
    }
  }
  return tiers
}
