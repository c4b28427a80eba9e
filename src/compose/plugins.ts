import { readPlugins } from '../adapters/configuration/index.ts'
import { openSalience } from '../adapters/git/salience.ts'
import { compilePatterns } from '../adapters/patterns/index.ts'
import { openPlugins } from '../adapters/plugins/index.ts'
import { salienceFacts } from '../app/plugins.ts'
import { listPlugins, type PluginsAnswer } from '../app/plugins-list.ts'
import { longestMessage, type Search } from '../core/salience/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { PluginTools, Project, Workshop } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'

interface Parts {
  readonly around: Surroundings
  readonly shop: Pick<Workshop, 'hash' | 'clock' | 'version'>
}

/** Starts nothing. What the user has configured is read once. */
export function pluginTools({ around, shop }: Parts, project: Project, scheme: string): PluginTools {
  const { env } = around
  const { root, name } = project
  const configuration = readPlugins({ env, root })
  const { hash, clock, version } = shop
  const options = { configuration, env, root, project: name, scheme, hash, now: () => clock.now(), version }
  return {
    configuration,
    plugins: openPlugins(options),
    salience: openSalience(env, root),
    search: openSearch(),
  }
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
  parts: Parts & { readonly shop: Workshop },
  { project, task }: { readonly project: Project; readonly task: string | null },
): Promise<PluginsAnswer> {
  const { manifest } = await parts.shop.loadManifest(project.manifestFile)
  const tools = pluginTools(parts, project, manifest.scheme)
  const reader = await parts.shop.sources(project, manifest.exclude)
  const facts = salienceFacts(tools, reader, { plugins: manifest.plugins, task })
  return listPlugins(tools, { project, manifest, facts })
}
