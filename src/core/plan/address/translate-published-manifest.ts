import {
  type Manifest,
  type ManifestProblem,
  type PluginRule,
  type PublishedManifest,
  reservedNames,
  suggestNearest,
} from '../../manifest/index.ts'
import { assertNever, getStem, Refusal } from '../../values/index.ts'
import { type Address, type Catalog, formatAddress, getCatalog, hasScheme, parseAddress } from './address.ts'
import { makeSectionId, slugify } from './section-id.ts'

type Plain = Record<string, unknown>
type Path = ManifestProblem['path']

/**
 * Translates a manifest in the published form to a layer over its preset. Its sources replace the preset's sections of the same
 * tier.
 */
export function translatePublishedManifest(
  published: PublishedManifest,
  base: Manifest,
): Translated | { readonly problems: readonly ManifestProblem[] } {
  const translation = new Translation(published, base)
  const layer = translation.layer()
  if (translation.problems.length > 0) return { problems: translation.problems }
  return { layer, written: (problem) => translation.written(problem) }
}

interface Translated {
  readonly layer: Plain
  /** Maps a problem of the layer to its place in the published form. */
  written(problem: ManifestProblem): ManifestProblem
}

type PublishedTrigger = NonNullable<
  Exclude<PublishedManifest['tiers'][string], readonly unknown[]>['refresh_triggers']
>[number]

class Translation {
  readonly problems: ManifestProblem[] = []
  private readonly published: PublishedManifest
  private readonly base: Manifest
  private readonly sections = new Map<string, Plain>()
  /** The place of each section and each plugin in the published form. */
  private readonly places = new Map<string, Path>()

  constructor(published: PublishedManifest, base: Manifest) {
    this.published = published
    this.base = base
  }

  layer(): Plain {
    const plugins = this.plugins()
    const catalog = { ...getCatalog(this.base), plugins: { ...this.base.plugins, ...plugins } }
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

  written(problem: ManifestProblem): ManifestProblem {
    const [kind, name, ...rest] = problem.path
    const place = this.places.get(`${kind}.${name}`)
    if (place === undefined) return problem
    // The layer's headings come from the labels of the published form.
    const key = rest[0] === 'heading' || rest[0] === 'about' ? ['label'] : kind === 'plugins' ? rest : []
    return { ...problem, path: [...place, ...key] }
  }

  private tier(name: string, given: PublishedManifest['tiers'][string], catalog: Catalog): Plain {
    const listed = Array.isArray(given)
    const tier = listed ? { sources: given } : given
    const { sources, graph, max_tokens: budget, staleness_days, refresh_triggers } = tier
    if (sources === undefined && graph === undefined) this.keepSections(name)
    for (const [i, source] of (sources ?? []).entries()) {
      const place = [...(listed ? [name] : [name, 'sources']), i]
      this.addSource(name, source, { place, uri: [...place, 'uri'] }, catalog)
    }
    if (graph !== undefined) {
      this.addSource(name, { uri: graph }, { place: [name, 'graph'], uri: [name, 'graph'] }, catalog)
    }
    const triggers = (refresh_triggers ?? []).flatMap((trigger, i) =>
      this.trigger(trigger, [name, 'refresh_triggers', i]),
    )
    return {
      ...(budget !== undefined && { budget }),
      ...(staleness_days !== undefined && { staleness_days }),
      ...(refresh_triggers !== undefined && { refresh: triggers }),
    }
  }

  /** Keeps the preset's sections of a tier that the project does not declare. */
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
    at: { readonly place: Path; readonly uri: Path },
    catalog: Catalog,
  ): void {
    const { uri, label, ...allow } = source
    const named = uri.startsWith(fileScheme) ? nameFile(uri) : this.named(uri, at.uri, catalog)
    if (named === null) return
    const { sections } = this.base
    const id = Object.keys(sections).find((section) => sections[section]!.sources.includes(uri)) ?? named.id
    const known = Object.hasOwn(sections, id) ? sections[id] : undefined
    const free = this.freeId(id)
    this.places.set(`sections.${free}`, at.place)
    const heading = label ?? known?.heading ?? named.heading
    const declared = Object.values(allow).some((value) => value !== undefined) ? { uri, ...allow } : uri
    this.sections.set(free, {
      ...(known ?? {}),
      tier,
      heading,
      about: label ?? known?.about ?? heading,
      sources: [declared],
      missing: known?.missing ?? 'warn',
    })
  }

  private freeId(id: string): string {
    let free = id
    for (let i = 2; this.sections.has(free); i++) free = `${id}-${i}`
    return free
  }

  private named(uri: string, path: Path, catalog: Catalog): Named | null {
    const address = this.address(uri, path, catalog)
    return address === null ? null : { id: makeSectionId(address), heading: makeHeading(address) }
  }

  private address(uri: string, path: Path, catalog: Catalog): Address | null {
    try {
      const address = parseAddress(uri, catalog)
      if (hasScheme(uri, catalog)) return address
      const message = `${JSON.stringify(uri)} has no scheme`
      this.problems.push({
        path,
        at: 'value',
        message,
        fix: `write ${formatAddress(catalog.scheme, address)}`,
      })
      return null
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
      const [, name] = hasScheme(uri, this.base) ? (/:\/\/([a-z][a-z0-9_-]*)\/?$/.exec(uri) ?? []) : []
      if (name === undefined) {
        const message = `expected ${scheme}://name/, not ${JSON.stringify(uri)}`
        this.problems.push({ path, at: 'value', message, fix: 'lower-case letters, digits, "-" or "_"' })
      } else if ((reservedNames as readonly string[]).includes(name)) {
        const message = `"${name}" is reserved: addresses of foreword's own begin with ${reservedNames.join(', ')}`
        this.problems.push({ path, at: 'value', message, fix: 'give the plugin another name' })
      } else if (Object.hasOwn(plugins, name)) {
        const message = `the plugin "${name}" is declared twice`
        this.problems.push({ path, at: 'value', message, fix: 'keep one of them' })
      } else {
        this.places.set(`plugins.${name}`, ['plugins', i])
        plugins[name] = { provides, salience_triggers, ...(max_tokens !== undefined && { max_tokens }) }
      }
    }
    return plugins
  }

  /** Puts the plugin's section in the tier that is declared, so that it is sent when a trigger fires. */
  private addPlugin(name: string): void {
    const tier = Object.keys(this.base.tiers).find((name) => this.base.tiers[name]!.delivery === 'declare')
    const uri = `${this.base.scheme}://${name}/`
    const known = [...this.sections.values()].some(({ sources }) => (sources as unknown[]).includes(uri))
    if (known) return
    this.sections.set(this.freeId(name), {
      ...(tier !== undefined && { tier }),
      heading: makeHeading({ kind: 'plugin', plugin: name, path: '' }),
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
    this.problems.push({
      path,
      at: 'value',
      message: `unknown trigger "${given}"${suggestNearest(given, known)}`,
      fix: `known: ${known.join(', ')}`,
    })
    return []
  }

  /** Raises the levels by the amounts that the tiers were raised by. */
  private budgets(): Plain {
    const getBudget = (name: string): number => {
      const given = this.published.tiers[name]
      const own = given === undefined || Array.isArray(given) ? undefined : given.max_tokens
      return own ?? this.base.tiers[name]?.budget ?? 0
    }
    // A smaller tier does not make room for another, because it may be read on demand at another time.
    const more = Object.entries(this.base.tiers).reduce(
      (sum, [name, { budget = 0 }]) => sum + Math.max(0, getBudget(name) - budget),
      0,
    )
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

const fileScheme = 'file:'

interface Named {
  readonly id: string
  readonly heading: string
}

/** A source may be a file that is in no collection. */
function nameFile(uri: string): Named {
  const path = uri.slice(fileScheme.length)
  return { id: slugify(getStem(path)), heading: path.replace(/[<>\n\r]/g, ' ').trim() || uri }
}

function makeHeading(address: Address): string {
  const plain = makeTitle(address)
    .replace(/[-_]+/g, ' ')
    .replace(/[<>\n\r]/g, ' ')
    .trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

function makeTitle(address: Address): string {
  switch (address.kind) {
    case 'docs':
      return `${address.id === null ? '' : address.id.replace(/[{}]/g, '')} ${address.type}`
    case 'context':
      return address.scope
    case 'state':
      return address.entity
    case 'project':
      return address.name
    case 'plugin':
      return address.plugin
    default:
      return assertNever(address)
  }
}
