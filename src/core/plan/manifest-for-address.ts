import type { Manifest, SectionRule } from '../manifest/index.ts'
import { type Address, formatAddress, getCatalog, namesAddress, parseAddress } from './address/address.ts'
import { makeSectionId, slugify } from './address/section-id.ts'
import type { Request } from './request.ts'

/**
 * Returns a manifest with one section: the content of an address. The tier of the address gives the budget, and the output has no
 * wrapper.
 */
export function makeManifestForAddress(
  manifest: Manifest,
  text: string,
  { budget, file }: Pick<Request, 'budget' | 'file'>,
): Manifest {
  if (file !== undefined)
    return keepOnlySection(manifest, slugify(file.path), makeFileSection(manifest, file, budget))
  const [, named = ''] = /^section:(.*)$/s.exec(text) ?? []
  if (Object.hasOwn(manifest.sections, named))
    return keepOnlySection(manifest, named, makeOwnSection(manifest, named, budget))
  const address = parseAddress(text, getCatalog(manifest))
  const tier = findTier(manifest, address)
  const section: SectionRule = {
    ...(tier !== undefined && { tier }),
    ...readRule,
    sources: [addPermissions(manifest, formatAddress(manifest.scheme, address))],
    shape: isTasks(manifest, address) ? 'raw' : 'whole',
    cap: budget ?? getBudget(manifest, tier),
  }
  return keepOnlySection(manifest, makeSectionId(address), section)
}

/** How the content of an address is read: all of it or a refusal, cut to its budget. */
const readRule = {
  select: 'first',
  missing: 'fail',
  over_cap: 'cut',
  protected: false,
  each: false,
  labels: {},
  facts: {},
} as const

/** A file has no address. It is read whole, with the tier and the permissions of the source that names it. */
function makeFileSection(
  manifest: Manifest,
  { path, tier, allow }: NonNullable<Request['file']>,
  budget: number | null,
): SectionRule {
  const uri = `file:${path}`
  return {
    ...(tier !== undefined && { tier }),
    ...readRule,
    heading: path,
    sources: [{ uri, allow_external: allow.external, allow_sensitive: allow.sensitive }],
    shape: 'whole',
    cap: budget ?? getBudget(manifest, tier),
  }
}

/** A section without an address is read by its name, with its own sources and shape. */
function makeOwnSection(manifest: Manifest, id: string, budget: number | null): SectionRule {
  const { when: _, decay: __, ...rule } = manifest.sections[id]!
  const cap = budget ?? getBudget(manifest, rule.tier)
  return { ...rule, missing: 'fail', cap, over_cap: 'cut', protected: false }
}

function keepOnlySection(manifest: Manifest, id: string, section: SectionRule): Manifest {
  const most = section.cap as number
  const tiers =
    section.tier === undefined
      ? {}
      : { [section.tier]: { ...manifest.tiers[section.tier]!, budget: most, delivery: 'push' as const } }
  const { custom_level: _, record: __, ...rest } = manifest
  return {
    ...rest,
    levels: { read: { budget: most, over_budget: 'note' } },
    default_level: 'read',
    ceiling: Math.max(most, manifest.ceiling),
    tiers,
    sections: { [id]: section },
    precedence: [],
    render: { ...manifest.render, format: 'plain' },
  }
}

/** A pushed section was cut to a small tier, so reading it on demand gives at least the budget of a pulled tier. */
function getBudget({ tiers, ceiling }: Manifest, tier: string | undefined): number {
  if (tier === undefined) return ceiling
  const { budget = ceiling, delivery } = tiers[tier]!
  const pulled = Object.values(tiers).find(({ delivery }) => delivery === 'pull')
  return delivery === 'push' && pulled !== undefined ? Math.max(budget, pulled.budget ?? ceiling) : budget
}

/** Returns the tier of the section that has the address as a source, else the tier that is read on demand. */
function findTier(manifest: Manifest, address: Address): string | undefined {
  const { sections, tiers } = manifest
  const catalog = getCatalog(manifest)
  const declaring = Object.values(sections).find((section) =>
    section.sources.some((source) =>
      namesAddress(typeof source === 'string' ? source : source.uri, address, catalog),
    ),
  )
  return declaring?.tier ?? Object.keys(tiers).find((name) => tiers[name]!.delivery === 'pull')
}

/** Adds the permissions that the manifest declares for the address or for its collection. */
function addPermissions({ sections }: Manifest, uri: string): SectionRule['sources'][number] {
  const sources = Object.values(sections).flatMap((section) => section.sources)
  const found = sources.find((source) => typeof source !== 'string' && isUnder(source.uri, uri))
  if (found === undefined || typeof found === 'string') return uri
  const { allow_external, allow_sensitive } = found
  return { uri, allow_external, allow_sensitive }
}

function isUnder(collection: string, uri: string): boolean {
  return uri === collection || (collection.endsWith('/') && uri.startsWith(collection))
}

function isTasks({ states }: Manifest, address: Address): boolean {
  return address.kind === 'state' && 'tasks' in states[address.entity]!
}
