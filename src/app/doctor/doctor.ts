import type { Agent } from '../../agents/index.ts'
import { listHandlers } from '../../core/settings/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { SettingsPlace } from '../../ports/index.ts'
import { cleaner } from '../clean.ts'
import type { Scope } from '../install/answer.ts'
import { entriesFor } from '../install/entries.ts'
import { isOwn, placing } from '../install/install.ts'
import { isOwnPlugin, pluginText } from '../install/plugin.ts'
import type { DoctorAgent, DoctorAnswer, DoctorEntry, DoctorFile } from './answer.ts'
import type { DoctorTools, Looked } from './tools.ts'
import { runTrials } from './trial.ts'
import { trustFindings } from './trust.ts'

export interface DoctorOrder {
  readonly project: { readonly name: string; readonly root: string }
  readonly agents: readonly Agent[]
  /** Whether the agents were asked for by name: then one without entries is a problem. */
  readonly named: boolean
}

const scopes: readonly Scope[] = ['user', 'project']

export async function doctor(tools: DoctorTools, order: DoctorOrder): Promise<DoctorAnswer> {
  const { state, problem } = await manifestState(tools)
  const examined: DoctorAgent[] = []
  for (const agent of order.agents) {
    const found = await examine(tools, order, agent)
    if (found !== null) examined.push(found)
  }
  const isInstalled = examined.some(({ settings }) => settings.some(({ own }) => own.length > 0))
  const problems = [
    ...(problem === null ? [] : [problem]),
    ...(isInstalled || order.named ? [] : ['Nothing is installed: "foreword install --all" does it.']),
  ]
  const well = problems.length === 0 && examined.every((one) => one.problems.length === 0)
  return {
    project: order.project.name,
    manifest: state,
    program: tools.program.words,
    problems,
    agents: examined,
    well,
  }
}

async function manifestState(tools: DoctorTools) {
  try {
    const state = await tools.trust()
    const words = { never: 'is not trusted', changed: 'has changed since it was trusted' }
    const why = state === 'never' || state === 'changed' ? words[state] : null
    return {
      state,
      problem: why === null ? null : `The manifest ${why}: "foreword trust" shows it and asks.`,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { state: null, problem: error.message }
  }
}

/** Null for an agent that nobody asked for and that is not here. */
async function examine(tools: DoctorTools, order: DoctorOrder, agent: Agent): Promise<DoctorAgent | null> {
  const { id, title, hooks } = agent
  const program = tools.find(agent.program)
  const files = hooks === null ? [] : scopes.map((scope) => lookAt(tools, agent, scope))
  const own = files.flatMap((file) => file.own)
  if (program === null && own.length === 0 && !order.named) return null
  const version = program === null ? null : await versionOf(tools, agent, program, order.project.root)
  const base = { agent: id, title, program, version, settings: files.map(({ faults: _, ...file }) => file) }
  if (hooks === null) {
    const notes = [
      `It has no hooks. "foreword dispatch --executor=${id}" puts the context in front of the task.`,
    ]
    return { ...base, trials: [], proof: null, notes, problems: [] }
  }
  const trials = await runTrials(tools, order.project.root, agent, own)
  const trust = own.length === 0 ? none : trustFindings(tools, order.project.root, agent, files)
  const proof = program === null || own.length === 0 ? null : ((await tools.proveWith?.(agent)) ?? null)
  const problems = new Set([
    ...files.flatMap((file) => file.faults),
    ...entryProblems(tools, own),
    ...trials.flatMap(({ event, fits, detail }) =>
      fits ? [] : [`${event}: ${detail ?? 'it does not fit'}`],
    ),
    ...trust.problems,
    ...(proof === null || proof.arrived ? [] : [proof.detail]),
    ...(own.length === 0 && order.named ? [`Nothing is installed: "foreword install ${id}" does it.`] : []),
  ])
  const both = files.every((file) => file.own.length > 0)
  const twice = both
    ? ['It is installed for the user and in the project: each event calls foreword twice.']
    : []
  return { ...base, trials, proof, notes: [...trust.notes, ...twice], problems: [...problems] }
}

const none = { notes: [] as string[], problems: [] as string[] }

async function versionOf({ tryHook }: DoctorTools, agent: Agent, program: string, cwd: string) {
  const words = [program, ...agent.versionArgs]
  const { exitCode, out } = await tryHook({ words, cwd, input: '', timeoutMs: 10_000 })
  return exitCode === 0 ? (out.trim().split('\n')[0] ?? '').slice(0, 100) : null
}

/** One settings file, told apart into what is ours and what is not. */
function lookAt(tools: DoctorTools, agent: Agent, scope: Scope): Looked {
  const rule = agent.hooks!.settings
  const place = tools.place(rule, scope)
  const base = { scope, file: place.file, place, own: [], foreign: [], faults: [] }
  try {
    const text = tools.files.read(place)
    const entries =
      rule.kind === 'plugin'
        ? pluginEntries(tools, agent, place, text)
        : hookEntries(tools, agent, place, text)
    return { ...base, state: text === null ? 'absent' : 'read', ...entries }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...base, state: 'refused', faults: [error.message] }
  }
}

type Entries = Pick<DoctorFile, 'own' | 'foreign'>

function hookEntries(
  tools: DoctorTools,
  agent: Agent,
  { file }: SettingsPlace,
  text: string | null,
): Entries {
  const clean = cleaner()
  const wanted = new Set(
    entriesFor(agent, tools.program.words).flatMap(({ event, handlers }) =>
      handlers.map((handler) => JSON.stringify([event, Object.entries(handler).sort()])),
    ),
  )
  const found = placing(file, () => (text === null ? [] : listHandlers(text)))
  return {
    own: found
      .filter(({ command }) => isOwn(command))
      .map(({ event, command, handler }) => ({
        event,
        command,
        current: wanted.has(JSON.stringify([event, Object.entries(handler).sort()])),
      })),
    foreign: found
      .filter(({ command }) => !isOwn(command))
      .map(({ event, matcher, command }) => ({ event, matcher, command: clean(command) })),
  }
}

function pluginEntries(
  tools: DoctorTools,
  agent: Agent,
  { file }: SettingsPlace,
  text: string | null,
): Entries {
  const clean = cleaner()
  const own = text !== null && isOwnPlugin(text)
  const current = text === pluginText(agent, tools.program.words)
  const others = [...(text === null || own ? [] : [file]), ...tools.beside(file)]
  return {
    own: own ? [{ event: 'plugin', command: file, current }] : [],
    foreign: others.map((name) => ({ event: 'plugin', matcher: null, command: clean(name) })),
  }
}

function entryProblems(tools: DoctorTools, own: readonly DoctorEntry[]): string[] {
  const stale = own.filter((entry) => !entry.current)
  const gone = tools.program.words.filter((word) => !tools.exists(word))
  return [
    ...(stale.length === 0
      ? []
      : [
          `${stale.length} of ${own.length} entries are not what this foreword writes, and were not tried: "foreword install" replaces them.`,
        ]),
    ...(own.length === 0 ? [] : gone.map((word) => `${word} does not exist.`)),
  ]
}
