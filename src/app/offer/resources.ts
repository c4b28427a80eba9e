import { catalogOf } from '../../core/address/index.ts'
import type { Manifest } from '../../core/manifest/index.ts'
import { makePlan, request } from '../../core/plan/index.ts'
import { nameOf, stemOf } from '../../core/values/index.ts'
import { declaredAddresses, unaddressedSections } from '../addresses/declared.ts'
import { Resolver } from '../addresses/resolve.ts'
import { redactorFor } from '../clean.ts'
import { readTools } from '../read-tools.ts'
import type { OfferedResource, OfferedTemplate } from './answer.ts'
import type { OfferTools } from './order.ts'

/** A manifest with what can be told of its documents by their names alone: none is opened. */
export interface Shelves {
  readonly manifest: Manifest
  readonly resolver: Resolver
  clean(text: string): string
}

export async function openShelves({ shop, project }: OfferTools): Promise<Shelves> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, request({ repo: project.name }))
  const { reader } = await readTools(shop, project, plan, { task: null })
  const catalog = catalogOf(manifest)
  const resolver = new Resolver({ catalog, reader, outline: shop.outliner, computed: {} })
  const { rules } = await shop.outside(project, plan.redact)
  const redactor = redactorFor(plan.redact, rules)
  return { manifest, resolver, clean: (text) => redactor.redact(text).text }
}

/** Each once, sorted by address. */
export async function offeredResources(tools: OfferTools): Promise<readonly OfferedResource[]> {
  const { manifest, resolver, clean } = await openShelves(tools)
  const declared = [...declaredAddresses(manifest), ...sections(manifest)].map((one) => ({
    ...one,
    about: one.about === null ? null : clean(one.about),
  }))
  const found = [...documents(manifest, resolver), ...declared]
  const once = [...new Map(found.map((one) => [one.address, one])).values()]
  return told(once, ({ address }) => address, clean).sort((a, b) => (a.address < b.address ? -1 : 1))
}

/** One for each kind of address that has names in it. */
export async function offeredTemplates({ shop, project }: OfferTools): Promise<readonly OfferedTemplate[]> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const { scheme, collections, contexts, states, plugins } = manifest
  const of = (path: string, variable: string, name: string, about: string | null): OfferedTemplate => ({
    template: `${scheme}://${path}{${variable}}`,
    variable,
    name,
    about,
  })
  const named = (rules: object) => Object.keys(rules).join(', ')
  return [
    ...Object.entries(collections).map(([type, { about = null }]) => of(`docs/${type}/`, 'id', type, about)),
    ...(named(contexts) === '' ? [] : [of('context/', 'scope', 'context', named(contexts))]),
    ...(named(states) === '' ? [] : [of('state/', 'entity', 'state', named(states))]),
    ...Object.entries(plugins).map(([plugin, { about = null }]) => of(`${plugin}/`, 'path', plugin, about)),
  ].sort((a, b) => (a.template < b.template ? -1 : 1))
}

/** Without what has a name that would be redacted: it leads nowhere then. All at once, because almost always there is none. */
export function told<T>(all: readonly T[], nameIn: (one: T) => string, clean: (text: string) => string): T[] {
  const names = all.map(nameIn).join('\n')
  return clean(names) === names ? [...all] : all.filter((one) => clean(nameIn(one)) === nameIn(one))
}

function documents({ scheme, collections }: Manifest, resolver: Resolver): OfferedResource[] {
  return Object.keys(collections).flatMap((type) => {
    const collection = resolver.collection(type)
    const addressOf = collection.addresses(scheme, type)
    return collection.paths().map((path) => ({
      address: addressOf(path),
      kind: 'document' as const,
      name: stemOf(nameOf(path)),
      about: null,
      tier: null,
    }))
  })
}

function sections(manifest: Manifest): OfferedResource[] {
  return unaddressedSections(manifest).map((id) => {
    const { about, heading, tier } = manifest.sections[id]!
    return {
      address: `section:${id}`,
      kind: 'section' as const,
      name: id,
      about: about ?? heading ?? null,
      tier: tier ?? null,
    }
  })
}
