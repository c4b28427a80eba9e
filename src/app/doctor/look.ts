import type { Agent } from '../../agents/index.ts'
import { type ListedHandler, listHandlers } from '../../core/settings/index.ts'
import { Refusal } from '../../core/values/index.ts'
import { cleaner } from '../clean.ts'
import type { Scope } from '../install/answer.ts'
import { entriesFor } from '../install/entries.ts'
import { isOwn, placing } from '../install/install.ts'
import { isOwnPlugin, pluginText } from '../install/plugin.ts'
import type { DoctorFile } from './answer.ts'
import type { DoctorTools, Looked } from './tools.ts'

/** Every file in which hooks of an agent may stand. */
export function lookAtAll(tools: DoctorTools, agent: Agent): Looked[] {
  const { local } = agent.hooks!.settings
  return [
    writtenIn(tools, agent, 'user'),
    writtenIn(tools, agent, 'project'),
    ...(local === undefined ? [] : [lookAt(tools, agent, { scope: 'project', path: local })]),
  ]
}

/** The file that "install" writes. */
export function writtenIn(tools: DoctorTools, agent: Agent, scope: Scope): Looked {
  return lookAt(tools, agent, { scope, path: agent.hooks!.settings[scope] })
}

/** One settings file, told apart into what is ours and what is not. */
function lookAt(tools: DoctorTools, agent: Agent, { scope, path }: Pick<Looked, 'scope' | 'path'>): Looked {
  const rule = agent.hooks!.settings
  const usual = tools.place(rule, scope)
  const place = path === rule.local ? { ...usual, file: `${usual.base}/${path}` } : usual
  const { file } = place
  const base = { scope, path, file, place, own: [], foreign: [], faults: [], handlers: [], text: null }
  try {
    const text = tools.files.read(place)
    const entries = (rule.kind === 'plugin' ? pluginEntries : hookEntries)(tools, agent, { file, text })
    return { ...base, state: text === null ? 'absent' : 'read', text, ...entries }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...base, state: 'refused', faults: [error.message] }
  }
}

/** What of it is for everybody to see. */
export function shown({ scope, file, state, own, foreign }: Looked): DoctorFile {
  return { scope, file, state, own, foreign }
}

type Entries = Pick<Looked, 'own' | 'foreign' | 'handlers'>
type Text = Pick<Looked, 'file' | 'text'>

function hookEntries(tools: DoctorTools, agent: Agent, { file, text }: Text): Entries {
  const clean = cleaner()
  const wanted = new Set(
    entriesFor(agent, tools.program.words).flatMap(({ event, handlers }) =>
      handlers.map((handler) => keyOf({ event, handler })),
    ),
  )
  const isCurrent = (one: ListedHandler) => wanted.has(keyOf(one))
  const found = placing(file, () => (text === null ? [] : listHandlers(text)))
  const own = found.filter(({ command }) => isOwn(command))
  return {
    own: own.map((one) => ({ event: one.event, command: one.command, current: isCurrent(one) })),
    foreign: found
      .filter(({ command }) => !isOwn(command))
      .map(({ event, matcher, command }) => ({ event, matcher, command: clean(command) })),
    handlers: own.filter(isCurrent),
  }
}

const keyOf = ({ event, handler }: Pick<ListedHandler, 'event' | 'handler'>) =>
  JSON.stringify([event, Object.entries(handler).sort()])

function pluginEntries(tools: DoctorTools, agent: Agent, { file, text }: Text): Entries {
  const clean = cleaner()
  const own = text !== null && isOwnPlugin(text)
  const current = text === pluginText(agent, tools.program.words)
  const others = [...(text === null || own ? [] : [file]), ...tools.beside(file)]
  return {
    own: own ? [{ event: 'plugin', command: file, current }] : [],
    foreign: others.map((name) => ({ event: 'plugin', matcher: null, command: clean(name) })),
    handlers: [],
  }
}
