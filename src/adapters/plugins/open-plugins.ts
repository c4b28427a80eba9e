// Asks programs and servers that the user has enabled. Starts no program from a project, and reports failures as observations
// instead of throwing.
import type { Observation } from '../../core/values/index.ts'
import type { EnabledPlugin, Hash, PluginConfiguration, PluginLimits, Plugins } from '../../ports/index.ts'
import { askCommand } from './command.ts'
import { decodeAnswer } from './decode-answer.ts'
import { isProgram, resolvePluginState } from './plugin-state.ts'
import { type Program, type ProgramEnvironment, resolveProgram } from './program.ts'
import type { ResourceQuery } from './read-resources.ts'
import type { RunningPrograms } from './start-program.ts'
import { makePluginFailure, PluginTrouble } from './trouble.ts'

export interface PluginOptions extends ProgramEnvironment {
  readonly configuration: PluginConfiguration
  /** The scheme of the manifest's addresses. */
  readonly scheme: string
  readonly hash: Hash
  readonly now: () => Date
  readonly version: string
}

export function openPlugins(options: PluginOptions): Plugins {
  // Belongs to this instance, because a server has several at the same time.
  const running: RunningPrograms = new Set()
  return {
    state: (name) => resolvePluginState(name, options),
    async read({ plugin, path, provides, limits = {} }) {
      const { scheme } = options
      const uri = `${scheme}://${plugin}/${path}`
      if (resolvePluginState(plugin, options).state === 'not-enabled') {
        const detail = `The plugin "${plugin}" is not enabled for this project.`
        const fix = 'Run "foreword plugins": it says why, and what to write where.'
        return { state: 'unavailable', uri, path: uri, reason: 'plugin-not-enabled', detail, fix }
      }
      const enabled = applyLimits(limits, options.configuration.plugins.get(plugin)!)
      try {
        const bytes = await askPlugin(enabled, { plugin, scheme, path, provides }, { ...options, running })
        return makeFound(uri, bytes, { text: decodeAnswer(bytes, enabled), options })
      } catch (error) {
        if (!(error instanceof PluginTrouble)) throw error
        const detail = `The plugin "${plugin}" ${error.message}.`
        if (error.reason === 'absent') return { state: 'absent', uri, detail }
        return { state: 'unavailable', uri, path: uri, reason: error.reason, detail }
      }
    },
    async close() {
      for (const end of [...running]) end()
    },
  }
}

/** The user's limits are upper bounds; a request can only lower them. */
function applyLimits({ timeoutMs, maxBytes }: PluginLimits, enabled: EnabledPlugin): EnabledPlugin {
  return {
    ...enabled,
    timeoutMs: Math.min(timeoutMs ?? enabled.timeoutMs, enabled.timeoutMs),
    maxBytes: Math.min(maxBytes ?? enabled.maxBytes, enabled.maxBytes),
  }
}

/** Imports the MCP SDK only for a plugin that is an MCP server. */
async function askPlugin(
  enabled: EnabledPlugin,
  ask: ResourceQuery,
  options: PluginOptions & { readonly running: RunningPrograms },
): Promise<Buffer> {
  const askOptions = { version: options.version, limits: enabled, running: options.running }
  if (enabled.url !== null) {
    const token = enabled.bearer === null ? null : (options.env[enabled.bearer] ?? null)
    const { askHttp } = await import('./http.ts')
    return Buffer.from(await askHttp({ url: enabled.url, token }, ask, askOptions))
  }
  const program = resolveStartable(enabled, options)
  if (enabled.how === 'mcp-stdio') {
    const { askStdio } = await import('./stdio.ts')
    return Buffer.from(await askStdio(program, ask, askOptions))
  }
  const { path, provides } = ask
  return askCommand(program, { read: path, provides, project: options.project }, askOptions)
}

/** Resolves the program again, because it may have been removed since. */
function resolveStartable(enabled: EnabledPlugin, options: PluginOptions): Program {
  const program = resolveProgram(enabled, options)
  if (!isProgram(program)) throw makePluginFailure(`cannot be started: ${program.why}`)
  return program
}

function makeFound(
  uri: string,
  bytes: Buffer,
  { text, options }: { readonly text: string; readonly options: PluginOptions },
): Observation {
  const modifiedAt = options.now().toISOString()
  return {
    state: 'found',
    uri,
    path: uri,
    text,
    digest: options.hash(bytes),
    bytes: bytes.length,
    modifiedAt,
  }
}
