import type { Manifest } from '../../core/manifest/index.ts'
import { type Facts, type Told, triggersOf } from '../../core/salience/index.ts'
import type { PluginState, PluginTools, Project } from '../../ports/index.ts'

/** The plugins that a manifest names. */
export interface PluginsAnswer {
  readonly project: string
  /** Where the user enables them. */
  readonly configuration: string
  /** What is wrong with that file. */
  readonly fault: string | null
  /** Whether the manifest may have any of them started. */
  readonly trusted: boolean
  readonly plugins: readonly ListedPlugin[]
}

export interface ListedPlugin {
  readonly name: string
  readonly address: string
  readonly about: string | null
  readonly provides: readonly string[]
  readonly tier: string | null
  readonly max_tokens: number | null
  readonly enabled: boolean
  readonly how: 'command' | 'mcp-stdio' | 'mcp-http' | null
  /** Why it is not enabled. */
  readonly why: string | null
  /** What to do to enable it. */
  readonly fix: string | null
  readonly triggers: readonly Told[]
  /** Whether a packet of now, with a trusted manifest, would ask it. */
  readonly asked: boolean
}

/** Says what would be started, and starts nothing. */
export function listPlugins(
  { configuration, plugins, search }: PluginTools,
  {
    project,
    manifest,
    facts,
    trusted,
    clean,
  }: {
    readonly project: Project
    readonly manifest: Manifest
    readonly facts: Facts
    readonly trusted: boolean
    /** A manifest, a task and a commit message may hold a secret. */
    readonly clean: (text: string) => string
  },
): PluginsAnswer {
  return {
    project: project.name,
    configuration: configuration.file,
    fault: configuration.fault,
    trusted,
    plugins: Object.entries(manifest.plugins).map(([name, rule]) => {
      const { about = null, provides, tier = null, max_tokens = null } = rule
      const triggers = triggersOf(rule, facts, search).map((one) => ({
        ...one,
        wanted: clean(one.wanted),
        why: clean(one.why),
      }))
      const state = stateOf(plugins.state(name))
      const asked = state.enabled && triggers.some((one) => one.fires)
      const address = `${manifest.scheme}://${name}/`
      const said = about === null ? null : clean(about)
      return { name, address, about: said, provides, tier, max_tokens, ...state, triggers, asked }
    }),
  }
}

function stateOf(state: PluginState): Pick<ListedPlugin, 'enabled' | 'how' | 'why' | 'fix'> {
  return state.state === 'enabled'
    ? { enabled: true, how: state.how, why: null, fix: null }
    : { enabled: false, how: null, why: state.why, fix: state.fix }
}
