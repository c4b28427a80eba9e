import type { Agent, CacheRule, FolderRule, PackageRule, RegistryRule } from '../../../../agents/index.ts'
import type { Scope } from '../../install/outputs.ts'
import type { DoctorDeps, InspectedFile } from '../doctor-tools.ts'
import { asList, asText, getMember } from '../other-hooks.ts'
import type { AddOnFile, SettingsReader } from './settings-reader.ts'

/** Where a plugin or an extension lies that the agent loads. */
export interface AddOnPackage {
  readonly name: string
  readonly scope: Scope
  readonly directory: string
  readonly within: string | null
  /** Hooks that stand in the catalog of its market: all that it has, where it has no manifest. */
  readonly listed: { readonly file: string; readonly events: object } | null
}

/** What there is to look by. */
export interface AddOnSearch {
  readonly tools: Pick<DoctorDeps, 'names' | 'place' | 'userPlace'>
  readonly agent: Agent
  readonly shelf: SettingsReader
  /** Settings of the agent, those that count more behind the others. */
  readonly files: readonly InspectedFile[]
}

/** What may be one: whether it is, and which, is looked up when it is called for. */
export type AddOnCandidate = () => AddOnPackage | null

export function findAddOnCandidates(search: AddOnSearch, { lies, manifests }: PackageRule): AddOnCandidate[] {
  if (lies.by === 'registry') return registered(search, lies)
  if (lies.by === 'cache') return cached(search, lies)
  return inFolder(search, lies, manifests)
}

function registered(search: AddOnSearch, rule: RegistryRule): AddOnCandidate[] {
  const { shelf } = search
  const installed = getMember(shelf.data(ofUser(search, rule.installed)), 'plugins')
  const markets = shelf.data(ofUser(search, rule.markets))
  const ids = keysOf(search, 'hooks', rule.enabled).filter(
    (id) => said(search, 'hooks', [rule.enabled, id]) === true,
  )
  return ids.map((id) => () => {
    const [name, market] = partsOf(id)
    const known = getMember(markets, market)
    const location = pathOf(getMember(known, 'installLocation'))
    const file = `${location}/${rule.catalog}`
    const catalog = location === null ? undefined : shelf.data({ file, within: null })
    const entry = asList(getMember(catalog, 'plugins')).find((one) => getMember(one, 'name') === name)
    const isInPlace = getMember(getMember(known, 'source'), 'source') === 'directory'
    const source = isInPlace ? asText(getMember(entry, 'source')) : null
    const path = source === null ? null : sourceIn(catalog, source)
    const copy = copyOf(asList(getMember(installed, id)), projectOf(search))
    const directory = source === null ? copy : path && `${location}/${path}`
    const events = getMember(entry, 'hooks')
    const listed = isRecord(events) ? { file, events } : null
    return directory === null ? null : { name: id, scope: 'user', directory, within: null, listed }
  })
}

/** A path in its market; a bare name lies where the market says that all do. */
function sourceIn(catalog: unknown, source: string): string | null {
  const above = source.startsWith('./')
    ? null
    : asText(getMember(getMember(catalog, 'metadata'), 'pluginRoot'))
  return normalizeInsidePath(above === null ? source : `${above}/${source}`)
}

/** Copied for this project, or for the person. */
function copyOf(records: readonly unknown[], project: string): string | null {
  const own = records.find((one) => getMember(one, 'projectPath') === project)
  return pathOf(
    getMember(own ?? records.find((one) => getMember(one, 'projectPath') === undefined), 'installPath'),
  )
}

function cached(search: AddOnSearch, rule: CacheRule): AddOnCandidate[] {
  if (said(search, 'toml', rule.unless) === false) return []
  const ids = keysOf(search, 'toml', rule.table).filter(
    (id) => said(search, 'toml', [rule.table, id, 'enabled']) !== false,
  )
  return ids.map((id) => () => {
    const [name, market] = partsOf(id)
    const path = name === '' ? null : normalizeInsidePath(`${market}/${name}`)
    const above = `${ofUser(search, rule.directory).file}/${path}`
    const versions = path === null ? [] : (search.tools.names(above, null) ?? [])
    const newest = [...versions].sort(byVersion).at(-1)
    const version = versions.includes(rule.first) ? rule.first : newest
    const directory = `${above}/${version}`
    return version === undefined ? null : { name: id, scope: 'user', directory, within: null, listed: null }
  })
}

/** The older first; one with a dash, as `1.0.0-rc.1`, before the one that it leads to. */
function byVersion(a: string, b: string): number {
  const [numberA, numberB] = [a.replace(/-.*/, ''), b.replace(/-.*/, '')]
  const early = Number(b !== numberB) - Number(a !== numberA)
  return byNumbers(numberA, numberB) || early || byNumbers(a, b)
}

function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function inFolder(search: AddOnSearch, rule: FolderRule, manifests: readonly string[]): AddOnCandidate[] {
  const { tools, agent, shelf } = search
  const { scope, link } = rule
  const within = scope === 'user' ? null : tools.place(agent.hooks!.settings, scope).base
  const folder = within === null ? ofUser(search, rule.directory).file : `${within}/${rule.directory}`
  return (tools.names(folder, within) ?? []).map((entry) => () => {
    const here = `${folder}/${entry}`
    // A file among them is none.
    if (tools.names(here, within) === null) return null
    const linked = link === null ? undefined : shelf.data({ file: `${here}/${link}`, within })
    const source = getMember(linked, 'type') === 'link' ? pathOf(getMember(linked, 'source')) : null
    const directory = source ?? here
    const manifest = manifests
      .map((path) => shelf.data({ file: `${directory}/${path}`, within }))
      .find(isThere)
    const name = asText(getMember(manifest, 'name')) ?? entry
    return isOff(search, rule, folder, name) ? null : { name, scope, directory, within, listed: null }
  })
}

const isThere = (data: unknown) => data !== undefined

function isOff(search: AddOnSearch, { off }: FolderRule, folder: string, name: string): boolean {
  if ('key' in off) return said(search, 'hooks', [off.key, name + off.ending]) === false
  const rules = search.shelf.data({ file: `${folder}/${off.file}`, within: null })
  const here = `${projectOf(search)}/`
  // Of all that are about this path the last counts: `!` is no, `*` at the end means what is below, too.
  const last = asList(getMember(getMember(rules, name), 'overrides')).findLast((one) => {
    const path = asText(one)?.replace(/^!/, '')
    return path?.endsWith('*') ? here.startsWith(path.slice(0, -1)) : path === here
  })
  return asText(last)?.startsWith('!') === true
}

function projectOf({ tools, agent }: AddOnSearch): string {
  return tools.place(agent.hooks!.settings, 'project').base
}

function ofUser({ tools, agent }: AddOnSearch, path: string): AddOnFile {
  return { file: tools.userPlace(agent.hooks!.settings, path).file, within: null }
}

/** Names that any of the settings has under a key. */
function keysOf({ files }: AddOnSearch, holds: InspectedFile['holds'], key: string): string[] {
  const tables = files.filter((file) => file.holds === holds).map(({ data }) => getMember(data, key))
  return [...new Set(tables.flatMap((table) => (isRecord(table) ? Object.keys(table) : [])))]
}

/** What the settings say: of several, the last one that says anything. */
function said({ files }: AddOnSearch, holds: InspectedFile['holds'], key: readonly string[]): unknown {
  const values = files.filter((file) => file.holds === holds).map(({ data }) => key.reduce(getMember, data))
  return values.findLast(isThere)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function partsOf(id: string): [name: string, market: string] {
  const at = id.lastIndexOf('@')
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)]
}

function pathOf(value: unknown): string | null {
  const path = asText(value)
  return path?.startsWith('/') ? path : null
}

/** A path that stays below where it begins; null for any other. */
export function normalizeInsidePath(path: string): string | null {
  const steps = path.split('/').filter((step) => step !== '.' && step !== '')
  return path.startsWith('/') || steps.includes('..') ? null : steps.join('/')
}
