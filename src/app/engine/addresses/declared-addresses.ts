import type { Manifest, PluginRule } from '../../../core/manifest/index.ts'
import {
  formatAddress,
  getCatalog,
  hasScheme,
  type ProjectAddressName,
  parseAddress,
  projectAddressNames,
} from '../../../core/plan/index.ts'

/** Something that has an address without an id. No file is read for it. */
export interface DeclaredAddress {
  readonly address: string
  readonly kind: 'collection' | 'context' | 'state' | 'project' | 'plugin'
  readonly name: string
  readonly about: string | null
  /** The tier of the section that reads the address; null if no section does. */
  readonly tier: string | null
}

/** Descriptions of the addresses that every project has. */
export const projectAddressAbouts: Readonly<Record<ProjectAddressName, string>> = {
  purpose: 'Purpose of the project',
  commands: 'Setup, build, test and lint',
  layout: 'Directories and their roles',
  conventions: 'Rules for contributions',
  state: 'Branch, changes and last commits',
}

/** Lists everything with an address of its own: the declarations in the order of the manifest, then the addresses of every project. */
export function listDeclaredAddresses(manifest: Manifest): DeclaredAddress[] {
  const { scheme, collections, contexts, states, plugins } = manifest
  const tiers = mapAddressesToTiers(manifest)
  const declare = (
    kind: DeclaredAddress['kind'],
    path: string,
    name: string,
    about?: string | null,
  ): DeclaredAddress => {
    const address = `${scheme}://${path}`
    return { address, kind, name, about: about ?? null, tier: tiers.get(address) ?? null }
  }
  return [
    ...Object.entries(collections).map(([name, { about }]) =>
      declare('collection', `docs/${name}/`, name, about),
    ),
    ...Object.entries(contexts).map(([name, { about }]) =>
      declare('context', `context/${name}`, name, about),
    ),
    ...Object.entries(states).map(([name, { about }]) => declare('state', `state/${name}`, name, about)),
    ...Object.entries(plugins).map(([name, rule]) =>
      declare('plugin', `${name}/`, name, describePlugin(rule)),
    ),
    ...projectAddressNames.map((name) =>
      declare('project', `project/${name}`, name, projectAddressAbouts[name]),
    ),
  ]
}

export function describePlugin({ about, provides }: PluginRule): string | null {
  return about ?? (provides.length === 0 ? null : `provides ${provides.join(', ')}`)
}

/** Lists sections without an address among their sources: they are read by name. Adapters are left out, because only bundles use them. */
export function listUnaddressedSections(manifest: Manifest): string[] {
  const isElsewhere = (uri: string) => hasScheme(uri, manifest) || uri.startsWith('adapter:')
  return Object.entries(manifest.sections).flatMap(([id, { sources }]) =>
    sources.some((source) => isElsewhere(getUri(source))) ? [] : [id],
  )
}

/** Maps each address to its tier. Addresses are normalised, because there are several ways to write one. */
export function mapAddressesToTiers(manifest: Manifest): Map<string, string | null> {
  const catalog = getCatalog(manifest)
  const tiers = new Map<string, string | null>()
  for (const { sources, tier } of Object.values(manifest.sections)) {
    for (const uri of sources.map(getUri)) {
      if (!hasScheme(uri, catalog)) continue
      const address = formatAddress(catalog.scheme, parseAddress(uri, catalog))
      if (!tiers.has(address)) tiers.set(address, tier ?? null)
    }
  }
  return tiers
}

function getUri(source: Manifest['sections'][string]['sources'][number]): string {
  return typeof source === 'string' ? source : source.uri
}
