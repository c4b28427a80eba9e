import { readPlugins } from '../adapters/configuration/index.ts'
import { openSalience } from '../adapters/git/salience.ts'
import { compilePatterns } from '../adapters/patterns/index.ts'
import { openPlugins } from '../adapters/plugins/index.ts'
import { cleaner } from '../app/clean.ts'
import { listPlugins } from '../app/plugins/list.ts'
import type { PluginsAnswer } from '../app/plugins/outputs.ts'
import { salienceFacts } from '../app/plugins/plugins.ts'
import { isTrusted } from '../app/trust/trust.ts'
import { longestMessage, type Search } from '../core/salience/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Hash, PluginTools, Project, Workshop } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'

interface Parts {
  readonly env: Surroundings['env']
  readonly hash: Hash
  readonly now: () => Date
  readonly version: string
}

/** Starts nothing. What the user has configured is read once. */
export function pluginTools(parts: Parts, project: Project, scheme: string): PluginTools {
  const { env } = parts
  const { root, name } = project
  const configuration = readPlugins({ env, root })
  const plugins = openPlugins({ ...parts, configuration, root, project: name, scheme })
  return { configuration, plugins, salience: openSalience(env, root), search: openSearch() }
}

/** In linear time, each pattern compiled once. */
function openSearch(): Search {
  const known = new Map<string, ReturnType<typeof finder>>()
  return (pattern, text) => {
    const find = known.get(pattern) ?? finder(pattern)
    known.set(pattern, find)
    return typeof find === 'string' ? find : find(text.slice(0, longestMessage))
  }
}

function finder(pattern: string): string | ((text: string) => boolean) {
  try {
    const [rule] = compilePatterns({ commit_msg_pattern: pattern })
    return (text) => rule!.find(text).length > 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message.replace(/^redact\.patterns\./, '')
  }
}

export async function plugins(
  shop: Workshop,
  { project, task }: { readonly project: Project; readonly task: string | null },
): Promise<PluginsAnswer> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const tools = await shop.pluginTools(project, manifest.scheme)
  const reader = await shop.sources(project, manifest.exclude)
  const facts = salienceFacts(tools, reader, { plugins: manifest.plugins, task, project })
  const { rules } = await shop.outside(project, manifest.redact)
  const trusted = isTrusted(await shop.trust(project))
  const clean = cleaner(manifest.redact, rules)
  return listPlugins(tools, { project, manifest, facts, trusted, clean })
}
