import type { Agent, HookPlace } from '../../../agents/index.ts'
import { dataIn, type ListedHandler, listHandlers } from '../../../core/settings/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { SettingsPlace } from '../../../ports/index.ts'
import { buildHookEntries } from '../install/hook-entries.ts'
import { isOwnCommand, withFileRefusals } from '../install/install.ts'
import type { Scope } from '../install/outputs.ts'
import { buildPluginText, isOwnPlugin } from '../install/plugin-text.ts'
import type { DoctorDeps, InspectedFile } from './doctor-tools.ts'
import { findOtherHooks, listOtherPlugins, redactHooks } from './other-hooks.ts'
import type { DoctorFile } from './outputs.ts'

/** Every file in which hooks of an agent may stand: those that "install" writes, and of the others those that are there. */
export function inspectAllSettings(tools: DoctorDeps, agent: Agent): InspectedFile[] {
  const others = agent.hooks!.settings.also.map((place) => lookAt(tools, agent, place))
  const [user, project] = [
    inspectInstalledFile(tools, agent, 'user'),
    inspectInstalledFile(tools, agent, 'project'),
  ]
  // In a home directory both are the same.
  const own = project.file === user.file ? [user] : [user, project]
  return [...own, ...others.filter(({ state }) => state !== 'absent')]
}

/** The file that "install" writes. */
export function inspectInstalledFile(tools: DoctorDeps, agent: Agent, scope: Scope): InspectedFile {
  const { settings } = agent.hooks!
  const holds = settings.kind === 'plugin' ? 'plugins' : 'hooks'
  return lookAt(tools, agent, { scope, path: settings[scope], holds })
}

/** One settings file, told apart into what is ours and what is not. */
function lookAt(tools: DoctorDeps, agent: Agent, where: HookPlace): InspectedFile {
  const { scope, path, holds } = where
  const place = placeOf(tools, agent, where)
  const { file } = place
  const nothing = { add_on: null, own: [], foreign: [], handlers: [], faults: [], text: null, data: null }
  const base = { scope, path, holds, file, place, ...nothing }
  try {
    if (holds === 'plugins' && !isWritten(agent, where)) return { ...base, ...directoryOf(tools, file) }
    const text = tools.files.read(place)
    const data = withFileRefusals(file, () => dataOf(tools, where, text))
    const entries = entriesIn(tools, agent, { ...where, file, text, data })
    return { ...base, state: text === null ? 'absent' : 'read', text, data, ...entries }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...base, state: 'refused', faults: [error.message] }
  }
}

function isWritten({ hooks }: Agent, { scope, path }: HookPlace): boolean {
  return hooks!.settings[scope] === path
}

function placeOf(tools: DoctorDeps, agent: Agent, where: HookPlace): SettingsPlace {
  const rule = agent.hooks!.settings
  const usual = tools.place(rule, where.scope)
  if (isWritten(agent, where)) return usual
  return where.scope === 'user'
    ? tools.userPlace(rule, where.path)
    : { ...usual, file: `${usual.base}/${where.path}` }
}

/** A file with white space alone says nothing. */
function dataOf({ toml }: DoctorDeps, { holds }: HookPlace, text: string | null): unknown {
  if (text === null || text.trim() === '' || holds === 'plugins') return null
  return holds === 'toml' ? toml.read(text) : dataIn(text)
}

/** What of it is for everybody to see. */
export function toDoctorFile({ scope, file, add_on, state, own, foreign }: InspectedFile): DoctorFile {
  return { scope, file, add_on, state, own, foreign }
}

type Entries = Pick<InspectedFile, 'own' | 'foreign' | 'handlers'>
type Text = Pick<InspectedFile, 'file' | 'text'>

function entriesIn(tools: DoctorDeps, agent: Agent, found: Text & HookPlace & { data: unknown }): Entries {
  if (found.holds === 'plugins') return pluginEntries(tools, agent, found)
  if (found.holds === 'hooks') return hookEntries(tools, agent, found)
  return { own: [], foreign: redactHooks(findOtherHooks(found.holds, found.data)), handlers: [] }
}

function directoryOf(tools: DoctorDeps, directory: string): Pick<InspectedFile, 'state' | 'foreign'> {
  const names = pluginsIn(tools, directory)
  return { state: names === null ? 'absent' : 'read', foreign: redactHooks(listOtherPlugins(names ?? [])) }
}

function hookEntries(tools: DoctorDeps, agent: Agent, { file, text }: Text): Entries {
  const entries = buildHookEntries(agent, tools.program.words)
  const wanted = new Set(
    entries.flatMap(({ event, handlers }) => handlers.map((handler) => keyOf(event, handler))),
  )
  const isCurrent = ({ event, handler }: ListedHandler) => {
    const plain = entries.find((one) => one.event === event)?.plain
    return wanted.has(keyOf(event, plain?.(handler) as object))
  }
  const found = withFileRefusals(file, () => (text === null ? [] : listHandlers(text)))
  const own = found.filter(({ command }) => isOwnCommand(command))
  const others = found.filter(({ command }) => !isOwnCommand(command))
  return {
    own: own.map((one) => ({ event: one.event, command: one.command, current: isCurrent(one) })),
    foreign: redactHooks(others.map(({ event, matcher, command }) => ({ event, matcher, command }))),
    handlers: own.filter(isCurrent),
  }
}

const keyOf = (event: string, handler: object = {}) => JSON.stringify([event, Object.entries(handler).sort()])

function pluginEntries(tools: DoctorDeps, agent: Agent, { file, text }: Text): Entries {
  const own = text !== null && isOwnPlugin(text)
  const current = text === buildPluginText(agent, tools.program.words)
  const end = file.lastIndexOf('/')
  const names = pluginsIn(tools, file.slice(0, end)) ?? []
  const beside = names.filter((name) => name !== file.slice(end + 1))
  return {
    own: own ? [{ event: 'plugin', command: file, current }] : [],
    foreign: redactHooks(listOtherPlugins([...(text === null || own ? [] : [file]), ...beside])),
    handlers: [],
  }
}

/** Null where there is no directory. */
function pluginsIn({ names }: DoctorDeps, directory: string): string[] | null {
  return names(directory, null)?.filter((name) => /\.[cm]?[jt]s$/.test(name)) ?? null
}
