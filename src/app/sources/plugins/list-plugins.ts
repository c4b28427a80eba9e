import type { Manifest } from '../../../core/manifest/index.ts'
import { evaluateSalienceTriggers, type SalienceFacts } from '../../../core/relevance/index.ts'
import type { PluginDeps, PluginState, Project } from '../../../ports/index.ts'
import type { ListedPlugin, PluginsResult } from './plugins-output.ts'

/** Lists the plugins that would start. Does not start them. */
export function listPlugins(
  { configuration, plugins, search }: PluginDeps,
  {
    project,
    manifest,
    facts,
    trusted,
    clean,
  }: {
    readonly project: Project
    readonly manifest: Manifest
    readonly facts: SalienceFacts
    readonly trusted: boolean
    /** A manifest, a task and a commit message may hold a secret. */
    readonly clean: (text: string) => string
  },
): PluginsResult {
  return {
    project: project.name,
    configuration: configuration.file,
    fault: configuration.fault,
    trusted,
    plugins: Object.entries(manifest.plugins).map(([name, rule]) => {
      const { about = null, provides, tier = null, max_tokens = null } = rule
      const triggers = evaluateSalienceTriggers(rule, facts, search).map((trigger) => ({
        ...trigger,
        wanted: clean(trigger.wanted),
        why: clean(trigger.why),
      }))
      const state = describeState(plugins.state(name))
      const asked = state.enabled && triggers.some((trigger) => trigger.fires)
      const address = `${manifest.scheme}://${name}/`
      const redactedAbout = about === null ? null : clean(about)
      return { name, address, about: redactedAbout, provides, tier, max_tokens, ...state, triggers, asked }
    }),
  }
}

function describeState(state: PluginState): Pick<ListedPlugin, 'enabled' | 'how' | 'why' | 'fix'> {
  return state.state === 'enabled'
    ? { enabled: true, how: state.how, why: null, fix: null }
    : { enabled: false, how: null, why: state.why, fix: state.fix }
}
