import type { Agent, HookRules, SettingsRule } from '../../../agents/index.ts'
import { diffLines } from '../../../core/history/index.ts'
import {
  addHookEntries,
  listHandlers,
  parseOwnCommand,
  removeHookEntries,
  SettingsFault,
} from '../../../core/settings/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { SettingsChange, SettingsEdit, SettingsFiles, SettingsPlace } from '../../../ports/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { buildHookEntries } from './hook-entries.ts'
import type { InstalledAgent, InstallResult, Scope } from './install-output.ts'
import { buildPluginText, checkOwnPlugin, isOwnPlugin } from './plugin-text.ts'

export interface InstallDeps {
  readonly files: SettingsFiles
  /** The program that entries start, and why it will not stay installed; null if it will. */
  readonly program: { readonly words: readonly string[]; readonly fleeting: string | null }
  place(rule: SettingsRule, scope: Scope): SettingsPlace
  /** Finds the program of an agent; null if it is not on PATH. */
  find(program: string): string | null
  /** Whether the package that plugins of an agent need is installed. */
  hasPluginPackage(place: SettingsPlace): boolean
}

export interface InstallInput {
  readonly action: InstallResult['action']
  readonly agents: readonly Agent[]
  readonly scope: Scope
  /** Whether to skip agents that are not installed, and to go on after a refusal. */
  readonly all: boolean
  readonly dryRun: boolean
  /** Also install a program that will not stay installed. */
  readonly force: boolean
}

export function installHooks(deps: InstallDeps, input: InstallInput): InstallResult {
  const { action, scope, dryRun, force } = input
  const { words, fleeting } = deps.program
  if (action === 'install' && fleeting !== null && !force) {
    throw new Refusal(
      'settings-invalid',
      `The hook entry would soon stop working: ${fleeting}. Nothing was changed.`,
      'Install foreword first (npm install --global foreword), then run "foreword install". Use --force to install anyway.',
    )
  }
  const without = action === 'install' ? input.agents.find(({ hooks }) => hooks === null) : undefined
  if (without !== undefined) {
    const [why, instead] = explainNoHooks(without)
    throw new Refusal('usage', `${why}. Nothing was changed.`, instead)
  }
  const agents = input.agents.map((agent) => tryChangeAgent(deps, input, agent))
  return { action, scope, dry_run: dryRun, program: words, agents }
}

function tryChangeAgent(deps: InstallDeps, input: InstallInput, agent: Agent): InstalledAgent {
  try {
    return changeAgent(deps, input, agent)
  } catch (error) {
    if (!input.all || !(error instanceof Refusal)) throw error
    const notes = [error.message, ...(error.fix === undefined ? [] : [error.fix])]
    return { ...makeUnchanged(agent), state: 'refused', notes }
  }
}

function makeUnchanged({ id, title }: Agent): Omit<InstalledAgent, 'state'> {
  return { agent: id, title, file: null, backup: null, changes: [], notes: [], trials: [] }
}

function changeAgent(deps: InstallDeps, input: InstallInput, agent: Agent): InstalledAgent {
  const { action, scope } = input
  const rule = agent.hooks?.settings
  if (rule === undefined)
    return { ...makeUnchanged(agent), state: 'no-hooks', notes: [explainNoHooks(agent).join('. ')] }
  const isHere = deps.find(agent.program) !== null
  if (action === 'install' && input.all && !isHere) return { ...makeUnchanged(agent), state: 'not-found' }
  const place = deps.place(rule, scope)
  const edit = makeEdit(deps, agent, place.file, action)
  const change = input.dryRun
    ? deps.files.preview(place, edit)
    : deps.files.change(place, edit, action === 'uninstall')
  const state = describeChange(agent.hooks!, action, change)
  const notes =
    action === 'install'
      ? listNotes(deps, agent, { scope, place, isHere, state })
      : [...findInOtherScope(deps, rule, scope, state), ...change.stays.map(formatKeptBackup)]
  return {
    ...makeUnchanged(agent),
    state,
    file: place.file,
    backup: change.backup,
    changes: diffChange(change),
    notes,
  }
}

function explainNoHooks({ title, id }: Agent): [why: string, instead: string] {
  const instead = `"foreword dispatch --executor=${id}" puts the context in front of the task.`
  return [`${title} has no hooks: nothing can be installed`, instead]
}

function formatKeptBackup(file: string): string {
  return `An older backup holds text that the file no longer has, so it was kept: ${file}`
}

/** Makes the edit of a settings file. Reports a fault in the file with line and column. */
function makeEdit(
  deps: InstallDeps,
  agent: Agent,
  file: string,
  action: InstallInput['action'],
): SettingsEdit {
  const { words } = deps.program
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
        if (action === 'install') return addHookEntries(text, buildHookEntries(agent, words), isOwnCommand)
        return text === null ? null : removeHookEntries(text, isOwnCommand)
      },
      ' Nothing was changed.',
    )
}

export function isOwnCommand(command: string): boolean {
  return parseOwnCommand(command) !== null
}

/** Turns settings faults into refusals. `more` follows the message. */
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

function describeChange(
  { settings }: HookRules,
  action: InstallInput['action'],
  { before, after }: Pick<SettingsChange, 'before' | 'after'>,
): InstalledAgent['state'] {
  if (action === 'uninstall') return before === after ? 'absent' : 'removed'
  if (before === after) return 'unchanged'
  return before !== null && hasOwn(settings, before) ? 'updated' : 'installed'
}

function hasOwn({ kind }: SettingsRule, text: string): boolean {
  return kind === 'plugin'
    ? isOwnPlugin(text)
    : listHandlers(text).some(({ command }) => isOwnCommand(command))
}

function diffChange({ before, after }: SettingsChange): InstalledAgent['changes'] {
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

function listNotes(deps: InstallDeps, { program, hooks }: Agent, now: Circumstances): string[] {
  const { kind, trust } = hooks!.settings
  if (now.state === 'unchanged') return []
  return [
    ...(now.isHere ? [] : [`The program "${program}" is not on PATH.`]),
    ...(trust === null ? [] : [trust]),
    ...(now.scope === 'project'
      ? [
          'The entries hold paths of this machine: keep the file out of what you share, or install with --user.',
        ]
      : []),
    ...(kind === 'plugin' && !deps.hasPluginPackage(now.place)
      ? [
          `At its next start ${program} installs a package for plugins from npm; without a network that takes more than a minute, once.`,
        ]
      : []),
  ]
}

/** Points to the other scope if the entries are there. */
function findInOtherScope(
  deps: InstallDeps,
  rule: SettingsRule,
  scope: Scope,
  state: InstalledAgent['state'],
): string[] {
  if (state !== 'absent') return []
  const other = scope === 'user' ? 'project' : 'user'
  const place = deps.place(rule, other)
  try {
    const text = deps.files.read(place)
    return text !== null && hasOwn(rule, text) ? [`There are entries in ${place.file}: use --${other}.`] : []
  } catch {
    return []
  }
}
