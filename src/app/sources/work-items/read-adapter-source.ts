import type { AdapterRule } from '../../../core/manifest/index.ts'
import { type Degradation, degradations } from '../../../core/sources/index.ts'
import type { FoundSource, Observation } from '../../../core/values/index.ts'
import type { PluginDeps, SourceReader } from '../../../ports/index.ts'

export interface AdapterDeps {
  readonly reader: Pick<SourceReader, 'readWhole'>
  /** Called only if a program or server must be asked. Does not start anything by itself. */
  plugins(): Promise<Pick<PluginDeps, 'configuration' | 'plugins'>>
  /** Whether the user trusts the manifest in its present content. */
  trusted(): Promise<boolean>
}

export interface AdapterQuery {
  readonly name: string
  readonly rule: AdapterRule
  /** The file that the user named on the command line. It overrides the manifest. */
  readonly file: string | null
}

/** The list of an adapter, or the reason why there is none. */
export type AdapterReading =
  | { readonly found: FoundSource; readonly place: string | null }
  | {
      readonly found: null
      readonly place: string | null
      readonly reason: Degradation
      readonly detail: string
    }

const aMebibyte = 1024 * 1024
const named = { external: true, sensitive: true, trusted: true }

/** Reads the adapter's file, or asks the plugin of the same name if it has no file. */
export async function readAdapterSource(deps: AdapterDeps, ask: AdapterQuery): Promise<AdapterReading> {
  const { rule, file } = ask
  const maxBytes = rule.max_bytes ?? aMebibyte
  if (file !== null) return hideDirectory(toReading(deps.reader.readWhole(file, maxBytes, named), null), file)
  if (rule.file === undefined) return readPlugin(deps, ask)
  const read = deps.reader.readWhole(rule.file, maxBytes)
  const isLinked = read.state === 'found' && read.hardLinked === true
  return toReading(isLinked && (await deps.trusted()) ? dropHardLink(read) : read, rule.file)
}

/** Keeps only the file name, because a path shows how the user organises files. */
function hideDirectory(reading: AdapterReading, file: string): AdapterReading {
  if (reading.found !== null) return reading
  return { ...reading, detail: `${JSON.stringify(getLastPathStep(file))}: ${degradations[reading.reason]}.` }
}

export function getLastPathStep(path: string): string {
  return path.replace(/^.*[/\\]/s, '')
}

/** Removes the mark of a hard link: in a trusted manifest it needs no warning. */
function dropHardLink({ hardLinked: _, ...found }: FoundSource): FoundSource {
  return found
}

async function readPlugin(deps: AdapterDeps, { name, rule }: AdapterQuery): Promise<AdapterReading> {
  const { configuration, plugins } = await deps.plugins()
  const nothing = (reason: Degradation, detail: string): AdapterReading => ({
    found: null,
    place: null,
    reason,
    detail,
  })
  const state = plugins.state(name)
  if (state.state === 'not-enabled') {
    if (state.unready === true)
      return nothing('not_ready', `it is enabled but not ready: ${state.why}. ${state.fix}`)
    const isNowhere = configuration.fault === null && !configuration.plugins.has(name)
    const why = isNowhere ? 'no file is named for it' : 'it is not enabled'
    return nothing(isNowhere ? 'missing_adapter_file' : 'not_enabled', `${why}: ${state.why}. ${state.fix}`)
  }
  if (!(await deps.trusted())) {
    const fix = 'Review the manifest, then run "foreword trust".'
    return nothing('not_trusted', `the manifest is not trusted, so the plugin was not started. ${fix}`)
  }
  const limits = { timeoutMs: toMilliseconds(rule.timeout_seconds), maxBytes: rule.max_bytes }
  return toReading(await plugins.read({ plugin: name, path: rule.read, provides: [], limits }), null)
}

function toMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

function toReading(read: Observation, place: string | null): AdapterReading {
  if (read.state === 'found') return { found: read, place }
  if (read.state === 'absent') {
    const isFile = read.uri.startsWith('file:')
    return { found: null, place, reason: isFile ? 'file_not_found' : 'failed', detail: read.detail }
  }
  return { found: null, place, reason: reasons[read.reason], detail: read.detail }
}

const reasons = {
  'outside-root': 'unreadable',
  excluded: 'unreadable',
  'not-a-file': 'unreadable',
  binary: 'unreadable',
  'not-utf8': 'unreadable',
  unreadable: 'unreadable',
  'too-large': 'too_large',
  'plugin-not-enabled': 'not_enabled',
  'plugin-failed': 'failed',
  'plugin-timeout': 'timeout',
} as const satisfies Record<Extract<Observation, { state: 'unavailable' }>['reason'], Degradation>
