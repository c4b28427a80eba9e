import type { Catalog, Plan, PlannedSection } from '../../../core/plan/index.ts'
import type { Observation } from '../../../core/values/index.ts'
import type { PluginDeps } from '../../../ports/index.ts'
import {
  askTriggeredPlugins,
  gatherSalienceFacts,
  makePluginReader,
  type PluginReadings,
} from '../../sources/index.ts'
import type { ExternalSourceDeps } from '../select-documents/candidates.ts'
import type { ResolvedObservation } from './resolver.ts'

/** Asks plugins. For a packet, it asks all triggered plugins at once; for a read by address, only that plugin. */
export class PluginSource {
  private readonly deps: ExternalSourceDeps
  private made: Promise<PluginDeps> | undefined
  private asked: Promise<PluginReadings> | undefined
  /** The readings for the packet; null if no plugin was asked. */
  answered: PluginReadings | null = null

  constructor(deps: ExternalSourceDeps) {
    this.deps = deps
  }

  async answer(plugin: string, path: string, uri: string): Promise<ResolvedObservation> {
    const { plan, trusted } = this.deps
    const { catalog } = plan
    if (plan.address !== null) {
      const read = makePluginReader(() => this.pluginTools(), { catalog, trusted: await trusted() })
      return { observation: await read(plugin, path, uri), places: null }
    }
    const { configuration, plugins } = await this.pluginTools()
    if (plugins.state(plugin).state === 'not-enabled') {
      const detail = `the plugin "${plugin}" is not enabled`
      // Only the user's own configuration can change this.
      return { observation: { state: 'absent', uri, detail, inactive: true }, places: [configuration.file] }
    }
    this.asked ??= this.askAll()
    this.answered = await this.asked
    const reading = this.answered.readings.find((candidate) => candidate.plugin === plugin)
    return { observation: reading?.observation ?? this.silent(plugin, uri), places: null }
  }

  /** Stops the plugins that were started. */
  async close(): Promise<void> {
    if (this.made !== undefined) await (await this.made).plugins.close()
  }

  private pluginTools(): Promise<PluginDeps> {
    const { engine, project, plan } = this.deps
    this.made ??= engine.pluginDeps(project, plan.catalog.scheme)
    return this.made
  }

  private async askAll(): Promise<PluginReadings> {
    const { plan, reader, task, trusted, project } = this.deps
    const deps = await this.pluginTools()
    const { plugins } = plan.catalog
    const isTrusted = await trusted()
    // Without trust, not even commits and files are read.
    const facts = isTrusted
      ? gatherSalienceFacts(deps, reader, { plugins, task, project })
      : { commits: [], files: [], task }
    return askTriggeredPlugins(deps, {
      catalog: assignTiers(plan),
      facts,
      trusted: isTrusted,
      remaining: (tier) => (tier === null ? undefined : plan.tiers[tier]?.budget) ?? plan.level.budget,
    })
  }

  private silent(plugin: string, uri: string): Observation {
    const isUntrusted =
      this.answered?.diagnostics.some((diagnostic) => diagnostic.code === 'plugins-untrusted') === true
    const why = isUntrusted ? 'the manifest is not trusted' : 'no trigger fired'
    return { state: 'absent', uri, detail: `the plugin "${plugin}" was not started: ${why}`, inactive: true }
  }
}

function readsPlugin({ sources }: PlannedSection, plugin: string): boolean {
  return sources.some(({ address }) => address?.kind === 'plugin' && address.plugin === plugin)
}

/** Assigns each plugin the tier of its section, so that it shares that budget. */
function assignTiers({ catalog, sections }: Plan): Catalog {
  const tierOf = (plugin: string) =>
    sections.find((section) => readsPlugin(section, plugin))?.tier ?? undefined
  const plugins = Object.fromEntries(
    Object.entries(catalog.plugins).map(([name, rule]) => {
      const tier = rule.tier ?? tierOf(name)
      return [name, tier === undefined ? rule : { ...rule, tier }]
    }),
  )
  return { ...catalog, plugins }
}

/** Pushes the content of triggered plugins into the packet, limited to their share. */
export function addPluginSections(plan: Plan, answered: PluginReadings | null): Plan {
  if (answered === null) return plan
  const sections = plan.sections.map((section) => {
    const reading = answered.readings.find(
      ({ plugin, observation }) => observation.state === 'found' && readsPlugin(section, plugin),
    )
    if (reading === undefined) return section
    return {
      ...section,
      delivery: 'push' as const,
      cap: Math.min(section.cap ?? reading.share, reading.share),
    }
  })
  return { ...plan, sections, diagnostics: [...plan.diagnostics, ...answered.diagnostics] }
}
