import type { Agent, CacheRule, FolderRule, PackageRule, RegistryRule } from '../../../../agents/index.ts'
import type { Scope } from '../../install/install-output.ts'
import type { DoctorDeps, InspectedFile } from '../doctor-deps.ts'
import { asList, asText, getMember } from '../other-hooks.ts'
import type { AddOnFile, SettingsReader } from './settings-reader.ts'

/** The location of a plugin or an extension that the agent loads. */
export interface AddOnPackage {
  readonly name: string
  readonly scope: Scope
  readonly directory: string
  readonly within: string | null
  /** Hooks from the catalog of its market. A package without a manifest has no other hooks. */
  readonly listed: { readonly file: string; readonly events: object } | null
}

/** The input of a search for add-ons. */
export interface AddOnSearch {
  readonly deps: Pick<DoctorDeps, 'names' | 'place' | 'userPlace'>
  readonly agent: Agent
  readonly reader: SettingsReader
  /** Settings of the agent. A later file overrides an earlier one. */
  readonly files: readonly InspectedFile[]
}

/** A possible package. Calling it reads the files and returns the package, or null. */
export type AddOnCandidate = () => AddOnPackage | null

export function findAddOnCandidates(search: AddOnSearch, { lies, manifests }: PackageRule): AddOnCandidate[] {
  if (lies.by === 'registry') return findRegistered(search, lies)
  if (lies.by === 'cache') return findCached(search, lies)
  return findInFolder(search, lies, manifests)
}

function findRegistered(search: AddOnSearch, rule: RegistryRule): AddOnCandidate[] {
  const { reader } = search
  const installed = getMember(reader.data(locateUserFile(search, rule.installed)), 'plugins')
  const markets = reader.data(locateUserFile(search, rule.markets))
  const ids = listKeys(search, 'hooks', rule.enabled).filter(
    (id) => readSetting(search, 'hooks', [rule.enabled, id]) === true,
  )
  return ids.map((id) => () => {
    const [name, market] = splitId(id)
    const known = getMember(markets, market)
    const location = toAbsolutePath(getMember(known, 'installLocation'))
    const file = `${location}/${rule.catalog}`
    const catalog = location === null ? undefined : reader.data({ file, within: null })
    const entry = asList(getMember(catalog, 'plugins')).find((plugin) => getMember(plugin, 'name') === name)
    const isInPlace = getMember(getMember(known, 'source'), 'source') === 'directory'
    const source = isInPlace ? asText(getMember(entry, 'source')) : null
    const path = source === null ? null : resolveSource(catalog, source)
    const copy = findCopy(asList(getMember(installed, id)), getProjectRoot(search))
    const directory = source === null ? copy : path && `${location}/${path}`
    const events = getMember(entry, 'hooks')
    const listed = isPlainObject(events) ? { file, events } : null
    return directory === null ? null : { name: id, scope: 'user', directory, within: null, listed }
  })
}

/** Resolves a path in its market. A bare name is below the directory that the market names for all plugins. */
function resolveSource(catalog: unknown, source: string): string | null {
  const above = source.startsWith('./')
    ? null
    : asText(getMember(getMember(catalog, 'metadata'), 'pluginRoot'))
  return normalizeInsidePath(above === null ? source : `${above}/${source}`)
}

/** Finds the copy for this project, else the copy for the user. */
function findCopy(records: readonly unknown[], project: string): string | null {
  const own = records.find((record) => getMember(record, 'projectPath') === project)
  const ofUser = records.find((record) => getMember(record, 'projectPath') === undefined)
  return toAbsolutePath(getMember(own ?? ofUser, 'installPath'))
}

function findCached(search: AddOnSearch, rule: CacheRule): AddOnCandidate[] {
  if (readSetting(search, 'toml', rule.unless) === false) return []
  const ids = listKeys(search, 'toml', rule.table).filter(
    (id) => readSetting(search, 'toml', [rule.table, id, 'enabled']) !== false,
  )
  return ids.map((id) => () => {
    const [name, market] = splitId(id)
    const path = name === '' ? null : normalizeInsidePath(`${market}/${name}`)
    const above = `${locateUserFile(search, rule.directory).file}/${path}`
    const versions = path === null ? [] : (search.deps.names(above, null) ?? [])
    const newest = [...versions].sort(compareVersions).at(-1)
    const version = versions.includes(rule.first) ? rule.first : newest
    const directory = `${above}/${version}`
    return version === undefined ? null : { name: id, scope: 'user', directory, within: null, listed: null }
  })
}

/** Sorts older versions first. A pre-release such as `1.0.0-rc.1` comes before its release. */
function compareVersions(a: string, b: string): number {
  const [numberA, numberB] = [a.replace(/-.*/, ''), b.replace(/-.*/, '')]
  const early = Number(b !== numberB) - Number(a !== numberA)
  return compareNumbers(numberA, numberB) || early || compareNumbers(a, b)
}

function compareNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function findInFolder(search: AddOnSearch, rule: FolderRule, manifests: readonly string[]): AddOnCandidate[] {
  const { deps, agent, reader } = search
  const { scope, link } = rule
  const within = scope === 'user' ? null : deps.place(agent.hooks!.settings, scope).base
  const folder = within === null ? locateUserFile(search, rule.directory).file : `${within}/${rule.directory}`
  return (deps.names(folder, within) ?? []).map((entry) => () => {
    const here = `${folder}/${entry}`
    // A file is not a package.
    if (deps.names(here, within) === null) return null
    const linked = link === null ? undefined : reader.data({ file: `${here}/${link}`, within })
    const source = getMember(linked, 'type') === 'link' ? toAbsolutePath(getMember(linked, 'source')) : null
    const directory = source ?? here
    const manifest = manifests
      .map((path) => reader.data({ file: `${directory}/${path}`, within }))
      .find(isDefined)
    const name = asText(getMember(manifest, 'name')) ?? entry
    return isOff(search, rule, folder, name) ? null : { name, scope, directory, within, listed: null }
  })
}

const isDefined = (data: unknown) => data !== undefined

function isOff(search: AddOnSearch, { off }: FolderRule, folder: string, name: string): boolean {
  if ('key' in off) return readSetting(search, 'hooks', [off.key, name + off.ending]) === false
  const rules = search.reader.data({ file: `${folder}/${off.file}`, within: null })
  const here = `${getProjectRoot(search)}/`
  // The last rule for this path wins. `!` disables the extension; a final `*` includes subdirectories.
  const last = asList(getMember(getMember(rules, name), 'overrides')).findLast((override) => {
    const path = asText(override)?.replace(/^!/, '')
    return path?.endsWith('*') ? here.startsWith(path.slice(0, -1)) : path === here
  })
  return asText(last)?.startsWith('!') === true
}

function getProjectRoot({ deps, agent }: AddOnSearch): string {
  return deps.place(agent.hooks!.settings, 'project').base
}

function locateUserFile({ deps, agent }: AddOnSearch, path: string): AddOnFile {
  return { file: deps.userPlace(agent.hooks!.settings, path).file, within: null }
}

/** Lists the names under a key in all settings files. */
function listKeys({ files }: AddOnSearch, holds: InspectedFile['holds'], key: string): string[] {
  const tables = files.filter((file) => file.holds === holds).map(({ data }) => getMember(data, key))
  return [...new Set(tables.flatMap((table) => (isPlainObject(table) ? Object.keys(table) : [])))]
}

/** Reads a setting from the last file that has it. */
function readSetting({ files }: AddOnSearch, holds: InspectedFile['holds'], key: readonly string[]): unknown {
  const values = files.filter((file) => file.holds === holds).map(({ data }) => key.reduce(getMember, data))
  return values.findLast(isDefined)
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function splitId(id: string): [name: string, market: string] {
  const at = id.lastIndexOf('@')
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)]
}

function toAbsolutePath(value: unknown): string | null {
  const path = asText(value)
  return path?.startsWith('/') ? path : null
}

/** Returns the path without `.` steps; null if it is absolute or has a `..` step. */
export function normalizeInsidePath(path: string): string | null {
  const steps = path.split('/').filter((step) => step !== '.' && step !== '')
  return path.startsWith('/') || steps.includes('..') ? null : steps.join('/')
}
