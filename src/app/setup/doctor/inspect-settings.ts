import type { Agent, HookPlace } from '../../../agents/index.ts'
import { type ListedHandler, listHandlers, parseSettings } from '../../../core/settings/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { SettingsPlace } from '../../../ports/index.ts'
import { buildHookEntries } from '../install/hook-entries.ts'
import { getEntryProgram, isOwnCommand, withFileRefusals } from '../install/install.ts'
import type { Scope } from '../install/install-output.ts'
import { buildPluginText, isOwnPlugin } from '../install/plugin-text.ts'
import type { DoctorDeps, InspectedFile } from './doctor-deps.ts'
import type { DoctorFile } from './doctor-output.ts'
import { findOtherHooks, listOtherPlugins, redactHooks } from './other-hooks.ts'

/** Inspects all files that may hold hooks of an agent: the files that "install" writes, and the others if they exist. */
export function inspectSettings(deps: DoctorDeps, agent: Agent): InspectedFile[] {
  const others = agent.hooks!.settings.also.map((place) => inspectFile(deps, agent, place))
  const [user, project] = [
    inspectInstalledFile(deps, agent, 'user'),
    inspectInstalledFile(deps, agent, 'project'),
  ]
  // If the project is the home directory, both are the same file.
  const own = project.file === user.file ? [user] : [user, project]
  return [...own, ...others.filter(({ state }) => state !== 'absent')]
}

/** Inspects the file that "install" writes. */
export function inspectInstalledFile(deps: DoctorDeps, agent: Agent, scope: Scope): InspectedFile {
  const { settings } = agent.hooks!
  const holds = settings.kind === 'plugin' ? 'plugins' : 'hooks'
  return inspectFile(deps, agent, { scope, path: settings[scope], holds })
}

/** Reads one settings file and separates our entries from others. */
function inspectFile(deps: DoctorDeps, agent: Agent, where: HookPlace): InspectedFile {
  const { scope, path, holds } = where
  const place = locateFile(deps, agent, where)
  const { file } = place
  const nothing = { add_on: null, own: [], foreign: [], handlers: [], faults: [], text: null, data: null }
  const base = { scope, path, holds, file, place, ...nothing }
  try {
    if (holds === 'plugins' && !isWritten(agent, where)) return { ...base, ...inspectDirectory(deps, file) }
    const text = deps.files.read(place)
    const data = withFileRefusals(file, () => readSettingsData(deps, where, text))
    const entries = listEntries(deps, agent, { ...where, file, text, data })
    return { ...base, state: text === null ? 'absent' : 'read', text, data, ...entries }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...base, state: 'refused', faults: [error.message] }
  }
}

function isWritten({ hooks }: Agent, { scope, path }: HookPlace): boolean {
  return hooks!.settings[scope] === path
}

function locateFile(deps: DoctorDeps, agent: Agent, where: HookPlace): SettingsPlace {
  const rule = agent.hooks!.settings
  const usual = deps.place(rule, where.scope)
  if (isWritten(agent, where)) return usual
  return where.scope === 'user'
    ? deps.userPlace(rule, where.path)
    : { ...usual, file: `${usual.base}/${where.path}` }
}

/** Null for a missing or blank file. */
function readSettingsData({ toml }: DoctorDeps, { holds }: HookPlace, text: string | null): unknown {
  if (text === null || text.trim() === '' || holds === 'plugins') return null
  return holds === 'toml' ? toml.read(text) : parseSettings(text)
}

/** Selects the fields of the output. */
export function toDoctorFile({ scope, file, add_on, state, own, foreign }: InspectedFile): DoctorFile {
  return { scope, file, add_on, state, own, foreign }
}

type Entries = Pick<InspectedFile, 'own' | 'foreign' | 'handlers'>
type Text = Pick<InspectedFile, 'file' | 'text'>

function listEntries(deps: DoctorDeps, agent: Agent, found: Text & HookPlace & { data: unknown }): Entries {
  if (found.holds === 'plugins') return listPluginEntries(deps, agent, found)
  if (found.holds === 'hooks') return listHookEntries(deps, agent, found)
  return { own: [], foreign: redactHooks(findOtherHooks(found.holds, found.data)), handlers: [] }
}

function inspectDirectory(deps: DoctorDeps, directory: string): Pick<InspectedFile, 'state' | 'foreign'> {
  const names = listPlugins(deps, directory)
  return { state: names === null ? 'absent' : 'read', foreign: redactHooks(listOtherPlugins(names ?? [])) }
}

function listHookEntries(deps: DoctorDeps, agent: Agent, { scope, file, text }: Text & HookPlace): Entries {
  const entries = buildHookEntries(agent, getEntryProgram(deps, scope))
  const current = new Set(
    entries.flatMap(({ event, handlers }) => handlers.map((handler) => formatKey(event, handler))),
  )
  const isCurrent = ({ event, handler }: ListedHandler) => {
    const plain = entries.find((entry) => entry.event === event)?.plain
    return current.has(formatKey(event, plain?.(handler) as object))
  }
  const found = withFileRefusals(file, () => (text === null ? [] : listHandlers(text)))
  const own = found.filter(({ command }) => isOwnCommand(command))
  const others = found.filter(({ command }) => !isOwnCommand(command))
  return {
    own: own.map((entry) => ({ event: entry.event, command: entry.command, current: isCurrent(entry) })),
    foreign: redactHooks(others.map(({ event, matcher, command }) => ({ event, matcher, command }))),
    handlers: own.filter(isCurrent),
  }
}

const formatKey = (event: string, handler: object = {}) =>
  JSON.stringify([event, Object.entries(handler).sort()])

function listPluginEntries(deps: DoctorDeps, agent: Agent, { scope, file, text }: Text & HookPlace): Entries {
  const own = text !== null && isOwnPlugin(text)
  const current = text === buildPluginText(agent, getEntryProgram(deps, scope))
  const end = file.lastIndexOf('/')
  const names = listPlugins(deps, file.slice(0, end)) ?? []
  const beside = names.filter((name) => name !== file.slice(end + 1))
  return {
    own: own ? [{ event: 'plugin', command: file, current }] : [],
    foreign: redactHooks(listOtherPlugins([...(text === null || own ? [] : [file]), ...beside])),
    handlers: [],
  }
}

/** Null if the directory is missing. */
function listPlugins({ names }: DoctorDeps, directory: string): string[] | null {
  return names(directory, null)?.filter((name) => /\.[cm]?[jt]s$/.test(name)) ?? null
}
