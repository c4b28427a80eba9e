import type { Manifest } from '../../core/manifest/index.ts'
import { getCatalog, makePlan, makeRequest } from '../../core/plan/index.ts'
import { getBaseName, getStem } from '../../core/values/index.ts'
import { listDeclaredAddresses, listUnaddressedSections, makeReadDeps, Resolver } from '../engine/index.ts'
import { makeRedactor } from '../redaction/index.ts'
import type { ServerResource, ServerTemplate } from './project-info.ts'
import type { ServerDeps } from './server-deps.ts'

/** A manifest and the names of its documents. Opens no document. */
export interface OpenedCatalog {
  readonly manifest: Manifest
  readonly resolver: Resolver
  clean(text: string): string
}

export async function openDocumentCatalog({ engine, project }: ServerDeps): Promise<OpenedCatalog> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, makeRequest({ repo: project.name }))
  const { reader } = await makeReadDeps(engine, project, plan, { task: null })
  const catalog = getCatalog(manifest)
  const resolver = new Resolver({ catalog, reader, outline: engine.outliner, computed: {} })
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const redactor = makeRedactor(plan.redact, rules)
  return { manifest, resolver, clean: (text) => redactor.redact(text).text }
}

/** Lists all resources without duplicates, sorted by address. */
export async function listResources(deps: ServerDeps): Promise<readonly ServerResource[]> {
  const { manifest, resolver, clean } = await openDocumentCatalog(deps)
  const declared = [...listDeclaredAddresses(manifest), ...listSections(manifest)].map((resource) => ({
    ...resource,
    about: resource.about === null ? null : clean(resource.about),
  }))
  const found = [...listDocuments(manifest, resolver), ...declared]
  const unique = [...new Map(found.map((resource) => [resource.address, resource])).values()]
  return withoutRedactedNames(unique, ({ address }) => address, clean).sort((a, b) =>
    a.address < b.address ? -1 : 1,
  )
}

/** Lists one template for each kind of address that contains a name. */
export async function listTemplates({ engine, project }: ServerDeps): Promise<readonly ServerTemplate[]> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const { scheme, collections, contexts, states, plugins } = manifest
  const make = (path: string, variable: string, name: string, about: string | null): ServerTemplate => ({
    template: `${scheme}://${path}{${variable}}`,
    variable,
    name,
    about,
  })
  const named = (rules: object) => Object.keys(rules).join(', ')
  return [
    ...Object.entries(collections).map(([type, { about = null }]) =>
      make(`docs/${type}/`, 'id', type, about),
    ),
    ...(named(contexts) === '' ? [] : [make('context/', 'scope', 'context', named(contexts))]),
    ...(named(states) === '' ? [] : [make('state/', 'entity', 'state', named(states))]),
    ...Object.entries(plugins).map(([plugin, { about = null }]) => make(`${plugin}/`, 'path', plugin, about)),
  ].sort((a, b) => (a.template < b.template ? -1 : 1))
}

/** Removes items whose name would be redacted, because a redacted address leads nowhere. Checks all names at once, because usually none is. */
export function withoutRedactedNames<T>(
  all: readonly T[],
  getName: (item: T) => string,
  clean: (text: string) => string,
): T[] {
  const names = all.map(getName).join('\n')
  return clean(names) === names ? [...all] : all.filter((item) => clean(getName(item)) === getName(item))
}

function listDocuments({ scheme, collections }: Manifest, resolver: Resolver): ServerResource[] {
  return Object.keys(collections).flatMap((type) => {
    const collection = resolver.collection(type)
    const addressOf = collection.addresses(scheme, type)
    return collection.paths().map((path) => ({
      address: addressOf(path),
      kind: 'document' as const,
      name: getStem(getBaseName(path)),
      about: null,
      tier: null,
    }))
  })
}

function listSections(manifest: Manifest): ServerResource[] {
  return listUnaddressedSections(manifest).map((id) => {
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
