import type { Manifest } from '../../../core/manifest/index.ts'
import {
  evaluateSalienceTriggers,
  type SalienceFacts,
  type SalienceTriggerResult,
} from '../../../core/relevance/index.ts'
import type { PluginDeps, PluginState, Project } from '../../../ports/index.ts'
import { type Output, outputFields, requireExactType, type Zod } from '../../output/index.ts'

export function pluginsOutput(z: Zod) {
  const { text, maybe, maybeAmount } = outputFields(z)
  return z.strictObject({
    project: text,
    configuration: text.describe('The file in which the user enables plugins'),
    fault: maybe.describe('Why that file cannot be used'),
    trusted: z.boolean().describe('Whether the manifest is trusted, so that plugins may start'),
    plugins: z.array(
      z.strictObject({
        name: text,
        address: text,
        about: maybe,
        provides: z.array(text),
        tier: maybe,
        max_tokens: maybeAmount,
        enabled: z.boolean(),
        how: z.enum(['command', 'mcp-stdio', 'mcp-http']).nullable(),
        why: maybe.describe('Why it is not enabled'),
        fix: maybe.describe('How to enable it'),
        triggers: z.array(
          requireExactType<SalienceTriggerResult>()(
            z.strictObject({
              kind: z.enum(['commit_msg_pattern', 'file_annotation', 'keyword_match']),
              wanted: text,
              fires: z.boolean(),
              why: text,
            }),
          ),
        ),
        asked: z.boolean().describe('Whether a packet would ask the plugin now, if the manifest is trusted'),
      }),
    ),
  })
}

export type PluginsResult = Output<typeof pluginsOutput>
export type ListedPlugin = PluginsResult['plugins'][number]

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
