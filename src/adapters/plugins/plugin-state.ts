import type { EnabledPlugin, PluginConfiguration, PluginState } from '../../ports/index.ts'
import { isInside, type Program, type ProgramEnvironment, resolveProgram } from './program.ts'

interface StateInput extends ProgramEnvironment {
  readonly configuration: PluginConfiguration
}

/** Returns whether a plugin can be asked for this project; if not, why, and how to enable it. */
export function resolvePluginState(name: string, input: StateInput): PluginState {
  const { configuration, root } = input
  const { file, fault, plugins } = configuration
  if (fault !== null)
    return { state: 'not-enabled', why: fault, fix: 'Correct the file: until then no plugin is enabled.' }
  const plugin = plugins.get(name)
  if (plugin === undefined) {
    const isFirst = plugins.size === 0
    const place = isFirst ? file : `${file}, below "plugins:"`
    const lines = [...(isFirst ? ['plugins:'] : []), ...formatEntry(name, root)]
    const fix = `Add to ${place}:\n${lines.join('\n')}`
    return { state: 'not-enabled', why: `${file} does not enable it`, fix }
  }
  if (!isEnabledFor(plugin, root)) {
    const fix = `Add ${JSON.stringify(root)} to plugins.${name}.projects in ${file}.`
    return { state: 'not-enabled', why: 'it is enabled for other projects only', fix }
  }
  const token = plugin.bearer
  if (token !== null && !input.env[token]) {
    return {
      state: 'not-enabled',
      why: `the variable ${token}, which holds its token, is not set`,
      fix: `Set ${token}.`,
      unready: true,
    }
  }
  const program = plugin.url === null ? resolveProgram(plugin, input) : null
  if (program !== null && !isProgram(program)) {
    const fix = `Correct plugins.${name} in ${file}.`
    return { state: 'not-enabled', why: program.why, fix, unready: true }
  }
  return { state: 'enabled', how: plugin.how }
}

export function isProgram(program: Program | { readonly why: string }): program is Program {
  return !('why' in program)
}

function isEnabledFor({ projects }: EnabledPlugin, root: string): boolean {
  return projects === null || projects.some((directory) => isInside(directory, root))
}

/** Returns the entry for the file. The user fills in the program. */
function formatEntry(name: string, root: string): string[] {
  return [
    `  ${name}:`,
    '    command: [/path/to/program]  # or mcp: [/path/to/server], or mcp_url: https://…',
    `    projects: [${JSON.stringify(root)}]`,
  ]
}
