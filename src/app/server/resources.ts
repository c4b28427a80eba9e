import type { Manifest } from '../../core/manifest/index.ts'
import { getCatalog, makePlan, makeRequest } from '../../core/plan/index.ts'
import { getBaseName, getStem } from '../../core/values/index.ts'
import { listDeclaredAddresses, listUnaddressedSections, makeReadDeps, Resolver } from '../engine/index.ts'
import { makeRedactor } from '../redaction/index.ts'
import type { ServerResource, ServerTemplate } from './server-answer.ts'
import type { ServerDeps } from './service-tools.ts'

/** A manifest with what can be told of its documents by their names alone: none is opened. */
export interface DocumentShelf {
  readonly manifest: Manifest
  readonly resolver: Resolver
  clean(text: string): string
}

export async function openCatalog({ engine, project }: ServerDeps): Promise<DocumentShelf> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, makeRequest({ repo: project.name }))
  const { reader } = await makeReadDeps(engine, project, plan, { task: null })
  const catalog = getCatalog(manifest)
  const resolver = new Resolver({ catalog, reader, outline: engine.outliner, computed: {} })
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const redactor = makeRedactor(plan.redact, rules)
  return { manifest, resolver, clean: (text) => redactor.redact(text).text }
}

/** Each once, sorted by address. */
export async function listResources(tools: ServerDeps): Promise<readonly ServerResource[]> {
  const { manifest, resolver, clean } = await openCatalog(tools)
  const declared = [...listDeclaredAddresses(manifest), ...sections(manifest)].map((one) => ({
    ...one,
    about: one.about === null ? null : clean(one.about),
  }))
  const found = [...documents(manifest, resolver), ...declared]
  const once = [...new Map(found.map((one) => [one.address, one])).values()]
  return withoutRedactedNames(once, ({ address }) => address, clean).sort((a, b) =>
    a.address < b.address ? -1 : 1,
  )
}

/** One for each kind of address that has names in it. */
export async function listTemplates({ engine, project }: ServerDeps): Promise<readonly ServerTemplate[]> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const { scheme, collections, contexts, states, plugins } = manifest
  const of = (path: string, variable: string, name: string, about: string | null): ServerTemplate => ({
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
export function withoutRedactedNames<T>(
  all: readonly T[],
  nameIn: (one: T) => string,
  clean: (text: string) => string,
): T[] {
  const names = all.map(nameIn).join('\n')
  return clean(names) === names ? [...all] : all.filter((one) => clean(nameIn(one)) === nameIn(one))
}

function documents({ scheme, collections }: Manifest, resolver: Resolver): ServerResource[] {
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

function sections(manifest: Manifest): ServerResource[] {
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
