import type { AdapterRule } from '../../../core/manifest/index.ts'
import { type Degradation, degradations } from '../../../core/sources/index.ts'
import type { Found, Observation } from '../../../core/values/index.ts'
import type { PluginDeps, SourceReader } from '../../../ports/index.ts'

export interface AdapterDeps {
  readonly reader: Pick<SourceReader, 'readWhole'>
  /** Asked when there is a program or a server to be asked. Starts nothing. */
  plugins(): Promise<Pick<PluginDeps, 'configuration' | 'plugins'>>
  /** Whether the user has trusted the manifest as it is. */
  trusted(): Promise<boolean>
}

export interface AdapterQuery {
  readonly name: string
  readonly rule: AdapterRule
  /** What a person named on the command line, which goes before what the manifest says. */
  readonly file: string | null
}

/** What an adapter gave, or why it gave nothing. */
export type AdapterReading =
  | { readonly found: Found; readonly place: string | null }
  | {
      readonly found: null
      readonly place: string | null
      readonly reason: Degradation
      readonly detail: string
    }

const aMebibyte = 1024 * 1024
const named = { external: true, sensitive: true, trusted: true }

/** From a file, else from the plugin of its name. */
export async function readAdapterSource(deps: AdapterDeps, ask: AdapterQuery): Promise<AdapterReading> {
  const { rule, file } = ask
  const most = rule.max_bytes ?? aMebibyte
  if (file !== null) return hideDirectory(toReading(deps.reader.readWhole(file, most, named), null), file)
  if (rule.file === undefined) return readPlugin(deps, ask)
  const read = deps.reader.readWhole(rule.file, most)
  const isLinked = read.state === 'found' && read.hardLinked === true
  return toReading(isLinked && (await deps.trusted()) ? dropHardLink(read) : read, rule.file)
}

/** Where somebody keeps their files is nobody's business. */
function hideDirectory(gave: AdapterReading, file: string): AdapterReading {
  if (gave.found !== null) return gave
  return { ...gave, detail: `${JSON.stringify(getLastPathStep(file))}: ${degradations[gave.reason]}.` }
}

export function getLastPathStep(path: string): string {
  return path.replace(/^.*[/\\]/s, '')
}

/** Whoever has looked at the manifest need not hear that its file has another name. */
function dropHardLink({ hardLinked: _, ...found }: Found): Found {
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
      return nothing('not_ready', `it is enabled, and cannot be asked: ${state.why}. ${state.fix}`)
    const isNowhere = configuration.fault === null && !configuration.plugins.has(name)
    const why = isNowhere ? 'no file is named for it' : 'it is not enabled'
    return nothing(isNowhere ? 'missing_adapter_file' : 'not_enabled', `${why}: ${state.why}. ${state.fix}`)
  }
  if (!(await deps.trusted())) {
    const fix = 'Look at the manifest, then run "foreword trust".'
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
