import { homedir } from 'node:os'
import { join } from 'node:path'
import type { PluginConfiguration } from '../../ports/index.ts'
import { getUserDirectory } from '../disk/index.ts'
import { ConfigurationFault, readUserFile } from './own-file.ts'
import { parsePlugins } from './parse-plugins.ts'

/** Where a person enables plugins; null without a home. */
function configurationFile(env: NodeJS.ProcessEnv): string | null {
  const own = getUserDirectory('config', env)
  return own === null ? null : join(own, 'plugins.yaml')
}

/** Never throws for what stands in the file: a fault in it must not cost anybody the packet. */
export function readPlugins(options: {
  readonly env: NodeJS.ProcessEnv
  /** The project, whose files are no configuration. */
  readonly root: string
}): PluginConfiguration {
  const found = configurationFile(options.env)
  const file = found ?? '~/.config/foreword/plugins.yaml'
  const home = options.env.HOME || homedir()
  try {
    const text = found === null ? null : readUserFile(found, options.root)
    return { file, plugins: text === null ? new Map() : parsePlugins(text, home), fault: null }
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error
    // A place in the text is joined to the name of the file as compilers do it.
    const joint = /^\d+:\d+: /.test(error.message) ? ':' : ': '
    return { file, plugins: new Map(), fault: `${file}${joint}${error.message}` }
  }
}
