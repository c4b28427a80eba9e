import type { Agent, HookRules, SettingsRule } from '../../../agents/index.ts'
import { diffLines } from '../../../core/history/index.ts'
import {
  addEntries,
  listHandlers,
  parseOwnCommand,
  removeEntries,
  SettingsFault,
} from '../../../core/settings/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { SettingsChange, SettingsEdit, SettingsFiles, SettingsPlace } from '../../../ports/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { buildHookEntries } from './hook-entries.ts'
import type { InstalledAgent, InstallResult, Scope } from './outputs.ts'
import { buildPluginText, checkOwnPlugin, isOwnPlugin } from './plugin-text.ts'

export interface InstallDeps {
  readonly files: SettingsFiles
  /** What entries start, and why that will not stay. */
  readonly program: { readonly words: readonly string[]; readonly fleeting: string | null }
  place(rule: SettingsRule, scope: Scope): SettingsPlace
  /** Of the program of an agent; null when it is not on PATH. */
  find(program: string): string | null
  /** Whether what plugins of an agent need beside them is there already. */
  hasPluginPackage(place: SettingsPlace): boolean
}

export interface InstallInput {
  readonly action: InstallResult['action']
  readonly agents: readonly Agent[]
  readonly scope: Scope
  /** Whether agents that are not there are passed over, and trouble with one does not stop the others. */
  readonly all: boolean
  readonly dryRun: boolean
  /** Also where the program will not stay. */
  readonly force: boolean
}

export function installHooks(tools: InstallDeps, order: InstallInput): InstallResult {
  const { action, scope, dryRun, force } = order
  const { words, fleeting } = tools.program
  if (action === 'install' && fleeting !== null && !force) {
    throw new Refusal(
      'settings-invalid',
      `An entry would soon lead nowhere: ${fleeting}. Nothing was changed.`,
      'Install foreword first (npm install --global foreword), then run "foreword install"; --force does it all the same.',
    )
  }
  const without = action === 'install' ? order.agents.find(({ hooks }) => hooks === null) : undefined
  if (without !== undefined) {
    const [why, instead] = withoutHooks(without)
    throw new Refusal('usage', `${why}. Nothing was changed.`, instead)
  }
  const agents = order.agents.map((agent) => attempt(tools, order, agent))
  return { action, scope, dry_run: dryRun, program: words, agents }
}

function attempt(tools: InstallDeps, order: InstallInput, agent: Agent): InstalledAgent {
  try {
    return one(tools, order, agent)
  } catch (error) {
    if (!order.all || !(error instanceof Refusal)) throw error
    const notes = [error.message, ...(error.fix === undefined ? [] : [error.fix])]
    return { ...nothing(agent), state: 'refused', notes }
  }
}

function nothing({ id, title }: Agent): Omit<InstalledAgent, 'state'> {
  return { agent: id, title, file: null, backup: null, changes: [], notes: [], trials: [] }
}

function one(tools: InstallDeps, order: InstallInput, agent: Agent): InstalledAgent {
  const { action, scope } = order
  const rule = agent.hooks?.settings
  if (rule === undefined)
    return { ...nothing(agent), state: 'no-hooks', notes: [withoutHooks(agent).join('. ')] }
  const isHere = tools.find(agent.program) !== null
  if (action === 'install' && order.all && !isHere) return { ...nothing(agent), state: 'not-found' }
  const place = tools.place(rule, scope)
  const edit = editFor(tools, agent, place.file, action)
  const change = order.dryRun
    ? tools.files.preview(place, edit)
    : tools.files.change(place, edit, action === 'uninstall')
  const state = stateOf(agent.hooks!, action, change)
  const notes =
    action === 'install'
      ? notesFor(tools, agent, { scope, place, isHere, state })
      : [...elsewhere(tools, rule, scope, state), ...change.stays.map(copyStays)]
  return {
    ...nothing(agent),
    state,
    file: place.file,
    backup: change.backup,
    changes: changesOf(change),
    notes,
  }
}

function withoutHooks({ title, id }: Agent): [why: string, instead: string] {
  const instead = `"foreword dispatch --executor=${id}" puts the context in front of the task.`
  return [`${title} has no hooks: nothing can be installed`, instead]
}

function copyStays(file: string): string {
  return `An earlier copy of it holds what it does not hold now, and was left: ${file}`
}

/** What is done to the text of a file. A fault in it is told with its place. */
function editFor(
  tools: InstallDeps,
  agent: Agent,
  file: string,
  action: InstallInput['action'],
): SettingsEdit {
  const { words } = tools.program
  if (agent.hooks!.settings.kind === 'plugin') {
    return (text) => {
      if (action === 'uninstall') return text !== null && isOwnPlugin(text) ? null : text
      checkOwnPlugin(file, text)
      return buildPluginText(agent, words)
    }
  }
  return (text) =>
    withFileRefusals(
      file,
      () => {
        if (action === 'install') return addEntries(text, buildHookEntries(agent, words), isOwnCommand)
        return text === null ? null : removeEntries(text, isOwnCommand)
      },
      ' Nothing was changed.',
    )
}

export function isOwnCommand(command: string): boolean {
  return parseOwnCommand(command) !== null
}

/** `more` stands behind what is wrong. */
export function withFileRefusals<T>(file: string, act: () => T, more = ''): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    throw new Refusal(
      'settings-invalid',
      `${file}:${error.line}:${error.column}: ${error.message}.${more}`,
      'Correct the file (comments and trailing commas are fine), then try again.',
    )
  }
}

function stateOf(
  { settings }: HookRules,
  action: InstallInput['action'],
  { before, after }: Pick<SettingsChange, 'before' | 'after'>,
): InstalledAgent['state'] {
  if (action === 'uninstall') return before === after ? 'absent' : 'removed'
  if (before === after) return 'unchanged'
  return before !== null && hasOwn(settings, before) ? 'updated' : 'installed'
}

function hasOwn({ kind }: SettingsRule, text: string): boolean {
  return kind === 'plugin' ? isOwnPlugin(text) : listHandlers(text).some((one) => isOwnCommand(one.command))
}

function changesOf({ before, after }: SettingsChange): InstalledAgent['changes'] {
  const clean = makeTextRedactor()
  const lines = (text: string | null) =>
    text === null
      ? []
      : clean(text)
          .replace(/\r?\n$/, '')
          .split(/\r?\n/)
  return diffLines(lines(before), lines(after))
}

interface Circumstances {
  readonly scope: Scope
  readonly place: SettingsPlace
  readonly isHere: boolean
  readonly state: InstalledAgent['state']
}

function notesFor(tools: InstallDeps, { program, hooks }: Agent, now: Circumstances): string[] {
  const { kind, trust } = hooks!.settings
  if (now.state === 'unchanged') return []
  return [
    ...(now.isHere ? [] : [`There is no program "${program}" on PATH.`]),
    ...(trust === null ? [] : [trust]),
    ...(now.scope === 'project'
      ? [
          'The entries hold paths of this machine: keep the file out of what you share, or install with --user.',
        ]
      : []),
    ...(kind === 'plugin' && !tools.hasPluginPackage(now.place)
      ? [
          `At its next start ${program} installs a package for plugins from npm; without a network that takes more than a minute, once.`,
        ]
      : []),
  ]
}

/** Somebody who asked in the wrong place is told the right one. */
function elsewhere(
  tools: InstallDeps,
  rule: SettingsRule,
  scope: Scope,
  state: InstalledAgent['state'],
): string[] {
  if (state !== 'absent') return []
  const other = scope === 'user' ? 'project' : 'user'
  const place = tools.place(rule, other)
  try {
    const text = tools.files.read(place)
    return text !== null && hasOwn(rule, text) ? [`There are entries in ${place.file}: use --${other}.`] : []
  } catch {
    return []
  }
}
