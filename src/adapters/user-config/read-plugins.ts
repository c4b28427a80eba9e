import { homedir } from 'node:os'
import { join } from 'node:path'
import type { PluginConfiguration } from '../../ports/index.ts'
import { getUserDirectory } from '../disk/index.ts'
import { parsePlugins } from './parse-plugins.ts'
import { ConfigurationFault, readUserFile } from './read-user-file.ts'

/** Returns the file in which the user enables plugins; null without a home directory. */
function getConfigurationFile(env: NodeJS.ProcessEnv): string | null {
  const own = getUserDirectory('config', env)
  return own === null ? null : join(own, 'plugins.yaml')
}

/** Never throws for faults in the file, because they must not prevent a packet. */
export function readPlugins(options: {
  readonly env: NodeJS.ProcessEnv
  /** The root of the project. Its files are not configuration. */
  readonly root: string
}): PluginConfiguration {
  const found = getConfigurationFile(options.env)
  const file = found ?? '~/.config/foreword/plugins.yaml'
  const home = options.env.HOME || homedir()
  try {
    const text = found === null ? null : readUserFile(found, options.root)
    return { file, plugins: text === null ? new Map() : parsePlugins(text, home), fault: null }
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error
    // A position in the text is appended to the file name as compilers do it.
    const separator = /^\d+:\d+: /.test(error.message) ? ':' : ': '
    return { file, plugins: new Map(), fault: `${file}${separator}${error.message}` }
  }
}
