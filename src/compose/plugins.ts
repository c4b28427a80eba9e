import { openSalience } from '../adapters/git/salience.ts'
import { openPlugins } from '../adapters/plugins/index.ts'
import { openMessageSearch } from '../adapters/secrets/index.ts'
import { readPlugins } from '../adapters/user-config/index.ts'
import type { Hash, PluginDeps, Project } from '../ports/index.ts'
import type { ProcessInfo } from './surroundings.ts'

interface PluginParts {
  readonly env: ProcessInfo['env']
  readonly hash: Hash
  readonly now: () => Date
  readonly version: string
}

/** Starts nothing. What the user has configured is read once. */
export function pluginTools(parts: PluginParts, project: Project, scheme: string): PluginDeps {
  const { env } = parts
  const { root, name } = project
  const configuration = readPlugins({ env, root })
  const plugins = openPlugins({ ...parts, configuration, root, project: name, scheme })
  return { configuration, plugins, salience: openSalience(env, root), search: openMessageSearch() }
}
