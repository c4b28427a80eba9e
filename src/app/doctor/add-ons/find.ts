import type { Agent, CacheRule, FolderRule, PackageRule, RegistryRule } from '../../../agents/index.ts'
import type { Scope } from '../../install/outputs.ts'
import { listOf, member, textOf } from '../foreign.ts'
import type { DoctorTools, Looked } from '../tools.ts'
import type { Shelf, ShelfFile } from './shelf.ts'

/** Where a plugin or an extension lies that the agent loads. */
export interface Package {
  readonly name: string
  readonly scope: Scope
  readonly directory: string
  readonly within: string | null
  /** Hooks that stand in the catalog of its market: all that it has, where it has no manifest. */
  readonly listed: { readonly file: string; readonly events: object } | null
}

/** What there is to look by. */
export interface Search {
  readonly tools: Pick<DoctorTools, 'names' | 'place' | 'userPlace'>
  readonly agent: Agent
  readonly shelf: Shelf
  /** Settings of the agent, those that count more behind the others. */
  readonly files: readonly Looked[]
}

/** What may be one: whether it is, and which, is looked up when it is called for. */
export type Candidate = () => Package | null

export function candidates(search: Search, { lies, manifests }: PackageRule): Candidate[] {
  if (lies.by === 'registry') return registered(search, lies)
  if (lies.by === 'cache') return cached(search, lies)
  return inFolder(search, lies, manifests)
}

function registered(search: Search, rule: RegistryRule): Candidate[] {
  const { shelf } = search
  const installed = member(shelf.data(ofUser(search, rule.installed)), 'plugins')
  const markets = shelf.data(ofUser(search, rule.markets))
  const ids = keysOf(search, 'hooks', rule.enabled).filter(
    (id) => said(search, 'hooks', [rule.enabled, id]) === true,
  )
  return ids.map((id) => () => {
    const [name, market] = partsOf(id)
    const known = member(markets, market)
    const location = pathOf(member(known, 'installLocation'))
    const file = `${location}/${rule.catalog}`
    const catalog = location === null ? undefined : shelf.data({ file, within: null })
    const entry = listOf(member(catalog, 'plugins')).find((one) => member(one, 'name') === name)
    const isInPlace = member(member(known, 'source'), 'source') === 'directory'
    const source = isInPlace ? textOf(member(entry, 'source')) : null
    const path = source === null ? null : sourceIn(catalog, source)
    const copy = copyOf(listOf(member(installed, id)), projectOf(search))
    const directory = source === null ? copy : path && `${location}/${path}`
    const events = member(entry, 'hooks')
    const listed = isTable(events) ? { file, events } : null
    return directory === null ? null : { name: id, scope: 'user', directory, within: null, listed }
  })
}

/** A path in its market; a bare name lies where the market says that all do. */
function sourceIn(catalog: unknown, source: string): string | null {
  const above = source.startsWith('./') ? null : textOf(member(member(catalog, 'metadata'), 'pluginRoot'))
  return inside(above === null ? source : `${above}/${source}`)
}

/** Copied for this project, or for the person. */
function copyOf(records: readonly unknown[], project: string): string | null {
  const own = records.find((one) => member(one, 'projectPath') === project)
  return pathOf(member(own ?? records.find((one) => member(one, 'projectPath') === undefined), 'installPath'))
}

function cached(search: Search, rule: CacheRule): Candidate[] {
  if (said(search, 'toml', rule.unless) === false) return []
  const ids = keysOf(search, 'toml', rule.table).filter(
    (id) => said(search, 'toml', [rule.table, id, 'enabled']) !== false,
  )
  return ids.map((id) => () => {
    const [name, market] = partsOf(id)
    const path = name === '' ? null : inside(`${market}/${name}`)
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

function inFolder(search: Search, rule: FolderRule, manifests: readonly string[]): Candidate[] {
  const { tools, agent, shelf } = search
  const { scope, link } = rule
  const within = scope === 'user' ? null : tools.place(agent.hooks!.settings, scope).base
  const folder = within === null ? ofUser(search, rule.directory).file : `${within}/${rule.directory}`
  return (tools.names(folder, within) ?? []).map((entry) => () => {
    const here = `${folder}/${entry}`
    // A file among them is none.
    if (tools.names(here, within) === null) return null
    const linked = link === null ? undefined : shelf.data({ file: `${here}/${link}`, within })
    const source = member(linked, 'type') === 'link' ? pathOf(member(linked, 'source')) : null
    const directory = source ?? here
    const manifest = manifests
      .map((path) => shelf.data({ file: `${directory}/${path}`, within }))
      .find(isThere)
    const name = textOf(member(manifest, 'name')) ?? entry
    return isOff(search, rule, folder, name) ? null : { name, scope, directory, within, listed: null }
  })
}

const isThere = (data: unknown) => data !== undefined

function isOff(search: Search, { off }: FolderRule, folder: string, name: string): boolean {
  if ('key' in off) return said(search, 'hooks', [off.key, name + off.ending]) === false
  const rules = search.shelf.data({ file: `${folder}/${off.file}`, within: null })
  const here = `${projectOf(search)}/`
  // Of all that are about this path the last counts: `!` is no, `*` at the end means what is below, too.
  const last = listOf(member(member(rules, name), 'overrides')).findLast((one) => {
    const path = textOf(one)?.replace(/^!/, '')
    return path?.endsWith('*') ? here.startsWith(path.slice(0, -1)) : path === here
  })
  return textOf(last)?.startsWith('!') === true
}

function projectOf({ tools, agent }: Search): string {
  return tools.place(agent.hooks!.settings, 'project').base
}

function ofUser({ tools, agent }: Search, path: string): ShelfFile {
  return { file: tools.userPlace(agent.hooks!.settings, path).file, within: null }
}

/** Names that any of the settings has under a key. */
function keysOf({ files }: Search, holds: Looked['holds'], key: string): string[] {
  const tables = files.filter((file) => file.holds === holds).map(({ data }) => member(data, key))
  return [...new Set(tables.flatMap((table) => (isTable(table) ? Object.keys(table) : [])))]
}

/** What the settings say: of several, the last one that says anything. */
function said({ files }: Search, holds: Looked['holds'], key: readonly string[]): unknown {
  const values = files.filter((file) => file.holds === holds).map(({ data }) => key.reduce(member, data))
  return values.findLast(isThere)
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function partsOf(id: string): [name: string, market: string] {
  const at = id.lastIndexOf('@')
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)]
}

function pathOf(value: unknown): string | null {
  const path = textOf(value)
  return path?.startsWith('/') ? path : null
}

/** A path that stays below where it begins; null for any other. */
export function inside(path: string): string | null {
  const steps = path.split('/').filter((step) => step !== '.' && step !== '')
  return path.startsWith('/') || steps.includes('..') ? null : steps.join('/')
}
