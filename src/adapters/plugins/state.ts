import type { EnabledPlugin, PluginConfiguration, PluginState } from '../../ports/index.ts'
import { type Around, isInside, type Program, resolveProgram } from './program.ts'

interface Asked extends Around {
  readonly configuration: PluginConfiguration
}

/** Whether a plugin can be asked for this project; else why not, and what to write where. */
export function resolvePluginState(name: string, asked: Asked): PluginState {
  const { configuration, root } = asked
  const { file, fault, plugins } = configuration
  if (fault !== null)
    return { state: 'not-enabled', why: fault, fix: 'Correct the file: until then no plugin is enabled.' }
  const plugin = plugins.get(name)
  if (plugin === undefined) {
    const isFirst = plugins.size === 0
    const place = isFirst ? file : `${file}, below "plugins:"`
    const lines = [...(isFirst ? ['plugins:'] : []), ...entryFor(name, root)]
    const fix = `Add to ${place}:\n${lines.join('\n')}`
    return { state: 'not-enabled', why: `${file} does not enable it`, fix }
  }
  if (!isFor(plugin, root)) {
    const fix = `Add ${JSON.stringify(root)} to plugins.${name}.projects in ${file}.`
    return { state: 'not-enabled', why: 'it is enabled for other projects only', fix }
  }
  const token = plugin.bearer
  if (token !== null && !asked.env[token]) {
    return {
      state: 'not-enabled',
      why: `the variable ${token}, which holds its token, is not set`,
      fix: `Set ${token}.`,
      unready: true,
    }
  }
  const program = plugin.url === null ? resolveProgram(plugin, asked) : null
  if (program !== null && !isProgram(program)) {
    const fix = `Correct plugins.${name} in ${file}.`
    return { state: 'not-enabled', why: program.why, fix, unready: true }
  }
  return { state: 'enabled', how: plugin.how }
}

export function isProgram(program: Program | { readonly why: string }): program is Program {
  return !('why' in program)
}

function isFor({ projects }: EnabledPlugin, root: string): boolean {
  return projects === null || projects.some((directory) => isInside(directory, root))
}

/** As it would stand in the file, but for the program, which only the user knows. */
function entryFor(name: string, root: string): string[] {
  return [
    `  ${name}:`,
    '    command: [/path/to/program]  # or mcp: [/path/to/server], or mcp_url: https://…',
    `    projects: [${JSON.stringify(root)}]`,
  ]
}
