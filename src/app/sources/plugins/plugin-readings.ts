import type { PluginRule } from '../../../core/manifest/index.ts'
import type { Catalog } from '../../../core/plan/index.ts'
import {
  allocateShares,
  evaluateSalienceTriggers,
  findNeededSalienceFacts,
  type SalienceFacts,
  type SalienceTriggerResult,
} from '../../../core/relevance/index.ts'
import { type Diagnostic, makeDiagnostic, type Observation } from '../../../core/values/index.ts'
import type { PluginDeps, Project, SourceReader } from '../../../ports/index.ts'

/** Older work says little about the work at hand. */
const latestCommits = 20
const maxFiles = 50

type Named = Pick<Catalog, 'scheme' | 'plugins'>

/** Gathers the facts that triggers need. A fact that no trigger uses is not read. */
export function gatherSalienceFacts(
  { salience }: Pick<PluginDeps, 'salience'>,
  reader: Pick<SourceReader, 'read'>,
  {
    plugins,
    task,
    project,
  }: Pick<Named, 'plugins'> & {
    readonly task: string | null
    readonly project: Pick<Project, 'root' | 'manifestFile'>
  },
): SalienceFacts {
  const wants = findNeededSalienceFacts(Object.values(plugins))
  const changed = wants.files ? salience.changedFiles(maxFiles) : []
  // Skip the manifest: it names every annotation, but is not part of the work.
  const paths = changed.filter((path) => `${project.root}/${path}` !== project.manifestFile)
  // Read like sources: only inside the project, and not if excluded.
  const files = paths.flatMap((path) => {
    const read = reader.read(path)
    return read.state === 'found' ? [{ path, text: read.text }] : []
  })
  return { commits: wants.commits ? salience.commitMessages(latestCommits) : [], files, task }
}

export interface PluginInput {
  readonly catalog: Named
  readonly facts: SalienceFacts
  /** Whether the user trusts the manifest in its present content. */
  readonly trusted: boolean
  /** The remaining budget of a tier, or of the packet for null. */
  remaining(tier: string | null): number
}

/** The content of a plugin, and how much of it fits. */
export interface PluginReading {
  readonly plugin: string
  readonly tier: string | null
  readonly uri: string
  /** The most that the content may take. */
  readonly share: number
  /** The triggers that fired, in words. */
  readonly reason: string
  readonly observation: Observation
}

export interface PluginReadings {
  /** Plugins with more active triggers first, then in the order of the manifest. */
  readonly readings: readonly PluginReading[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Asks the plugins whose triggers fire. A plugin without an active trigger or without budget is not started. */
export async function askTriggeredPlugins(deps: PluginDeps, input: PluginInput): Promise<PluginReadings> {
  const { catalog, facts, trusted } = input
  const names = Object.keys(catalog.plugins)
  if (names.length === 0) return { readings: [], diagnostics: [] }
  if (!trusted) return { readings: [], diagnostics: [noteUntrustedManifest(deps, names)] }
  const called = names
    .map((name) => evaluatePlugin(name, catalog.plugins[name]!, facts, deps))
    .filter(isCalled)
  const shares = computeShares(called, input)
  const diagnostics = called
    .filter((plugin) => plugin.enabled && shares.get(plugin.name) === 0)
    .map(noteNoRoom)
  const startable = called
    .filter((plugin) => !plugin.enabled || shares.get(plugin.name) !== 0)
    .sort((a, b) => b.fired.length - a.fired.length)
  const readings = startable.map(async (calledPlugin): Promise<PluginReading> => {
    const { name: plugin, tier, rule } = calledPlugin
    const observation = await deps.plugins.read({ plugin, path: '', provides: rule.provides })
    const reason = calledPlugin.fired.map(({ kind, why }) => `${kind}: ${why}`).join('; ')
    const uri = `${catalog.scheme}://${plugin}/`
    return { plugin, tier, uri, share: shares.get(plugin) ?? 0, reason, observation }
  })
  return { readings: await Promise.all(readings), diagnostics }
}

/** Reads the address of a plugin. Reading starts a plugin without a trigger, but not without trust. */
export function makePluginReader(
  deps: () => Promise<PluginDeps>,
  { catalog, trusted }: Pick<PluginInput, 'catalog' | 'trusted'>,
): (plugin: string, path: string, uri: string) => Promise<Observation> {
  return async (plugin, path, uri) => {
    if (!trusted) {
      const detail = `The manifest is not trusted, so the plugin "${plugin}" was not started.`
      const fix = 'Review the manifest, then run "foreword trust".'
      return { state: 'unavailable', uri, path: uri, reason: 'plugin-not-enabled', detail, fix }
    }
    const { provides } = catalog.plugins[plugin]!
    return (await deps()).plugins.read({ plugin, path, provides })
  }
}

interface Called {
  readonly name: string
  readonly rule: PluginRule
  readonly tier: string | null
  readonly fired: readonly SalienceTriggerResult[]
  readonly enabled: boolean
}

function evaluatePlugin(
  name: string,
  rule: PluginRule,
  facts: SalienceFacts,
  { plugins, search }: PluginDeps,
): Called {
  const fired = evaluateSalienceTriggers(rule, facts, search).filter((trigger) => trigger.fires)
  return { name, rule, tier: rule.tier ?? null, fired, enabled: plugins.state(name).state === 'enabled' }
}

function isCalled({ fired }: Called): boolean {
  return fired.length > 0
}

/** Computes shares per tier. A plugin that is not enabled takes nothing from the others. */
function computeShares(called: readonly Called[], { remaining }: PluginInput): Map<string, number> {
  const enabled = called.filter((plugin) => plugin.enabled)
  const tiers = [...new Set(enabled.map((plugin) => plugin.tier))]
  return new Map(
    tiers.flatMap((tier) => {
      const claims = enabled
        .filter((plugin) => plugin.tier === tier)
        .map(({ name, fired, rule }) => ({
          plugin: name,
          fired: fired.length,
          maxTokens: rule.max_tokens ?? null,
        }))
      return allocateShares(claims, remaining(tier)).map(({ plugin, share }) => [plugin, share] as const)
    }),
  )
}

/** A warning only if the user has enabled one of the plugins, else a note. */
function noteUntrustedManifest({ plugins }: PluginDeps, names: readonly string[]): Diagnostic {
  const isEnabled = names.some((name) => plugins.state(name).state === 'enabled')
  const detail = `The manifest is not trusted, so no plugin was started (${names.join(', ')}); "foreword trust" trusts it.`
  return makeDiagnostic('plugins-untrusted', isEnabled ? 'warning' : 'note', detail)
}

function noteNoRoom({ name, tier }: Called): Diagnostic {
  const place = tier === null ? 'the packet' : `the tier ${tier}`
  const detail = `The plugin "${name}" was triggered and not started: ${place} has no room left.`
  return makeDiagnostic('plugin-no-room', 'note', detail)
}
