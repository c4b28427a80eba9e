import {
  type Manifest,
  nearest,
  type PluginRule,
  type Problem,
  type PublishedManifest,
  reservedNames,
} from '../manifest/index.ts'
import { Refusal } from '../values/index.ts'
import { type Address, type Catalog, catalogOf, parseAddress } from './address.ts'
import { sectionId } from './section-id.ts'

type Plain = Record<string, unknown>
type Path = Problem['path']

/**
 * A project's manifest in the published form as a layer over the preset that it was published for: its sources take the place
 * of the sections that the preset has in the same tier.
 */
export function layerOf(
  published: PublishedManifest,
  base: Manifest,
): { readonly layer: Plain } | { readonly problems: readonly Problem[] } {
  const translation = new Translation(published, base)
  const layer = translation.layer()
  return translation.problems.length > 0 ? { problems: translation.problems } : { layer }
}

type PublishedTrigger = NonNullable<
  Exclude<PublishedManifest['tiers'][string], readonly unknown[]>['refresh_triggers']
>[number]

class Translation {
  readonly problems: Problem[] = []
  private readonly published: PublishedManifest
  private readonly base: Manifest
  private readonly sections = new Map<string, Plain>()

  constructor(published: PublishedManifest, base: Manifest) {
    this.published = published
    this.base = base
  }

  layer(): Plain {
    const plugins = this.plugins()
    const catalog = { ...catalogOf(this.base), plugins: { ...this.base.plugins, ...plugins } }
    const tiers: Plain = {}
    this.keepSections(undefined)
    for (const name of Object.keys(this.base.tiers)) {
      const given = this.published.tiers[name]
      if (given === undefined) this.keepSections(name)
      else tiers[name] = this.tier(name, given, catalog)
    }
    for (const name of Object.keys(plugins)) this.addPlugin(name)
    const precedence = this.base.precedence.filter((step) => this.sections.has(step.section))
    const sections = Object.fromEntries(this.sections)
    const { generated_at, source_commit } = this.published
    const built = {
      ...(generated_at !== undefined && { generated_at }),
      ...(source_commit !== undefined && { source_commit }),
    }
    return { foreword: 1, ...built, tiers, sections, precedence, plugins, ...this.budgets() }
  }

  private tier(name: string, given: PublishedManifest['tiers'][string], catalog: Catalog): Plain {
    const listed = Array.isArray(given)
    const tier = listed ? { sources: given } : given
    const { sources, graph, max_tokens: budget, staleness_days, refresh_triggers } = tier
    if (sources === undefined && graph === undefined) this.keepSections(name)
    for (const [i, source] of (sources ?? []).entries()) {
      this.addSource(name, source, [...(listed ? [name] : [name, 'sources']), i, 'uri'], catalog)
    }
    if (graph !== undefined) this.addSource(name, { uri: graph }, [name, 'graph'], catalog)
    const triggers = (refresh_triggers ?? []).flatMap((one, i) =>
      this.trigger(one, [name, 'refresh_triggers', i]),
    )
    return {
      ...(budget !== undefined && { budget }),
      ...(staleness_days !== undefined && { staleness_days }),
      ...(refresh_triggers !== undefined && { refresh: triggers }),
    }
  }

  /** What the project says nothing about stays as the preset has it. */
  private keepSections(tier: string | undefined): void {
    for (const [id, section] of Object.entries(this.base.sections)) {
      if (section.tier === tier) this.sections.set(this.freeId(id), section)
    }
  }

  private addSource(
    tier: string,
    source: {
      uri: string
      label?: string | undefined
      allow_external?: boolean | undefined
      allow_sensitive?: boolean | undefined
    },
    path: Path,
    catalog: Catalog,
  ): void {
    const address = this.address(source.uri, path, catalog)
    if (address === null) return
    const { uri, label, ...allow } = source
    const { sections } = this.base
    const id = sectionId(address)
    const known = Object.hasOwn(sections, id) ? sections[id] : undefined
    const heading = label ?? known?.heading ?? headingOf(address)
    const given = Object.values(allow).some((one) => one !== undefined) ? { uri, ...allow } : uri
    this.sections.set(this.freeId(id), {
      ...(known ?? {}),
      tier,
      heading,
      about: label ?? known?.about ?? heading,
      sources: [given],
      missing: known?.missing ?? 'warn',
    })
  }

  private freeId(id: string): string {
    let free = id
    for (let i = 2; this.sections.has(free); i++) free = `${id}-${i}`
    return free
  }

  private address(uri: string, path: Path, catalog: Catalog): Address | null {
    try {
      return parseAddress(uri, catalog)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.problems.push({
        path,
        at: 'value',
        message: error.message,
        ...(error.fix !== undefined && { fix: error.fix }),
      })
      return null
    }
  }

  private plugins(): Record<string, PluginRule> {
    const { scheme } = this.base
    const plugins: Record<string, PluginRule> = {}
    for (const [i, { uri, provides = [], salience_triggers = [], max_tokens }] of (
      this.published.plugins ?? []
    ).entries()) {
      const path = ['plugins', i, 'uri']
      const [, name] = new RegExp(`^(?:${scheme}|foreword)://([a-z][a-z0-9_-]*)/?$`).exec(uri) ?? []
      if (name === undefined) {
        const message = `expected ${scheme}://name/, not ${JSON.stringify(uri)}`
        this.problems.push({ path, at: 'value', message, fix: 'lower-case letters, digits, "-" or "_"' })
      } else if ((reservedNames as readonly string[]).includes(name)) {
        const message = `"${name}" is reserved: addresses of foreword's own begin with ${reservedNames.join(', ')}`
        this.problems.push({ path, at: 'value', message, fix: 'give the plugin another name' })
      } else {
        plugins[name] = { provides, salience_triggers, ...(max_tokens !== undefined && { max_tokens }) }
      }
    }
    return plugins
  }

  /** What a plugin says belongs to the work, and is sent when something calls for it. */
  private addPlugin(name: string): void {
    const tier = Object.keys(this.base.tiers).find((one) => this.base.tiers[one]!.delivery === 'declare')
    const uri = `${this.base.scheme}://${name}/`
    const known = [...this.sections.values()].some((one) => (one.sources as unknown[]).includes(uri))
    if (known) return
    this.sections.set(this.freeId(name), {
      ...(tier !== undefined && { tier }),
      heading: headingOf({ kind: 'plugin', plugin: name, path: '' }),
      sources: [uri],
      missing: 'skip',
    })
  }

  private trigger(given: PublishedTrigger, path: Path): Plain[] {
    if (typeof given === 'object') {
      return 'every_n_turns' in given ? [{ every_turns: given.every_n_turns }] : [given]
    }
    const [, turns] = /^every_(\d{1,6})_turns$/.exec(given) ?? []
    if (turns !== undefined && Number(turns) > 0) return [{ every_turns: Number(turns) }]
    const names = this.base.published?.triggers ?? {}
    if (Object.hasOwn(names, given)) return [names[given]!]
    const known = [...Object.keys(names), 'every_10_turns', 'every_n_turns: 10', 'on_tool_call: NAME']
    const meant = nearest(given, known)
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
    this.problems.push({
      path,
      at: 'value',
      message: `unknown trigger "${given}"${hint}`,
      fix: `known: ${known.join(', ')}`,
    })
    return []
  }

  /** A level must hold what its tiers may hold. */
  private budgets(): Plain {
    const budgetOf = (name: string): number => {
      const given = this.published.tiers[name]
      const own = given === undefined || Array.isArray(given) ? undefined : given.max_tokens
      return own ?? this.base.tiers[name]?.budget ?? 0
    }
    const before = Object.values(this.base.tiers).reduce((sum, tier) => sum + (tier.budget ?? 0), 0)
    const now = Object.keys(this.base.tiers).reduce((sum, name) => sum + budgetOf(name), 0)
    const more = Math.max(0, now - before)
    if (more === 0) return {}
    const levels = Object.fromEntries(
      Object.entries(this.base.levels).map(([name, level]) => [
        name,
        { ...level, budget: level.budget + more },
      ]),
    )
    return { levels, ceiling: this.base.ceiling + more }
  }
}

function headingOf(address: Address): string {
  const words =
    address.kind === 'docs'
      ? `${address.id === null ? '' : address.id.replace(/[{}]/g, '')} ${address.type}`
      : address.kind === 'context'
        ? address.scope
        : address.kind === 'state'
          ? address.entity
          : address.plugin
  const plain = words
    .replace(/[-_]+/g, ' ')
    .replace(/[<>\n\r]/g, ' ')
    .trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
