import type { Manifest, SectionRule } from '../manifest/index.ts'
import { type Address, formatAddress, getCatalog, namesAddress, parseAddress } from './address/address.ts'
import { makeSectionId } from './address/section-id.ts'

/**
 * The manifest as it would be if it had nothing but what lies at one address: its tier says how much may be read, and nothing
 * stands around it.
 */
export function makeManifestForAddress(manifest: Manifest, text: string, budget: number | null): Manifest {
  const [, named = ''] = /^section:(.*)$/s.exec(text) ?? []
  if (Object.hasOwn(manifest.sections, named))
    return only(manifest, named, ownSection(manifest, named, budget))
  const address = parseAddress(text, getCatalog(manifest))
  const tier = tierOf(manifest, address)
  const section: SectionRule = {
    ...(tier !== undefined && { tier }),
    sources: [declared(manifest, formatAddress(manifest.scheme, address))],
    select: 'first',
    missing: 'fail',
    shape: isTasks(manifest, address) ? 'raw' : 'whole',
    cap: budget ?? budgetOf(manifest, tier),
    over_cap: 'cut',
    protected: false,
    each: false,
    labels: {},
    facts: {},
  }
  return only(manifest, makeSectionId(address), section)
}

/** A section that has no address is read by its name, with its own sources and in its own shape. */
function ownSection(manifest: Manifest, id: string, budget: number | null): SectionRule {
  const { when: _, decay: __, ...rule } = manifest.sections[id]!
  const cap = budget ?? budgetOf(manifest, rule.tier)
  return { ...rule, missing: 'fail', cap, over_cap: 'cut', protected: false }
}

function only(manifest: Manifest, id: string, section: SectionRule): Manifest {
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

/** What is pushed was cut to a small tier already: who asks for it wants more, as much as of what is only read on demand. */
function budgetOf({ tiers, ceiling }: Manifest, tier: string | undefined): number {
  if (tier === undefined) return ceiling
  const { budget = ceiling, delivery } = tiers[tier]!
  const pulled = Object.values(tiers).find((one) => one.delivery === 'pull')
  return delivery === 'push' && pulled !== undefined ? Math.max(budget, pulled.budget ?? ceiling) : budget
}

/** Of the section that has it as a source, else the one whose sections are read on demand. */
function tierOf(manifest: Manifest, address: Address): string | undefined {
  const { sections, tiers } = manifest
  const catalog = getCatalog(manifest)
  const declaring = Object.values(sections).find((section) =>
    section.sources.some((source) =>
      namesAddress(typeof source === 'string' ? source : source.uri, address, catalog),
    ),
  )
  return declaring?.tier ?? Object.keys(tiers).find((name) => tiers[name]!.delivery === 'pull')
}

/** With what the manifest allows for it, or for the collection that it is in. */
function declared({ sections }: Manifest, uri: string): SectionRule['sources'][number] {
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
