import type { Agent, HookRules, ServerRule, SettingsRule } from '../../../agents/index.ts'
import { diffLines } from '../../../core/history/index.ts'
import {
  addHookEntries,
  listHandlers,
  parseOwnCommand,
  removeHookEntries,
  SettingsFault,
} from '../../../core/settings/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type {
  SettingsChange,
  SettingsEdit,
  SettingsFiles,
  SettingsPlace,
  Toml,
} from '../../../ports/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { buildHookEntries } from './hook-entries.ts'
import type { InstalledAgent, InstallResult, Scope } from './install-output.ts'
import {
  inspectMcpServer,
  type McpServerDeps,
  makeMcpServerEdit,
  makeMcpServerRemoval,
} from './mcp-server.ts'
import { buildPluginText, checkOwnPlugin, isOwnPlugin } from './plugin-text.ts'

export interface InstallDeps {
  readonly files: SettingsFiles
  /** The program that is running, and why its paths will not last; null if they will. */
  readonly program: { readonly words: readonly string[]; readonly fleeting: string | null }
  /** The words with which entries of the project start foreword on every machine. */
  readonly portableProgram: readonly string[]
  place(rule: SettingsRule, scope: Scope): SettingsPlace
  /** The file with the MCP servers of an agent. */
  serverPlace(rule: ServerRule, scope: Scope): SettingsPlace
  readonly toml: Toml
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
  /** Also install a program whose paths will not last. */
  readonly force: boolean
  /** Whether to enter the MCP server, too. */
  readonly mcp: boolean
}

/** The words that entries of this scope start. Entries of a project are shared, so they name no path of this machine. */
export function getEntryProgram(deps: InstallDeps, scope: Scope): readonly string[] {
  return scope === 'project' ? deps.portableProgram : deps.program.words
}

export function installHooks(deps: InstallDeps, input: InstallInput): InstallResult {
  const { action, scope, dryRun, force } = input
  const { fleeting } = deps.program
  if (action === 'install' && scope === 'user' && fleeting !== null && !force) {
    throw new Refusal(
      'settings-invalid',
      `Entries for all your projects would stop working: ${fleeting}. Nothing was changed.`,
      'Put foreword on PATH first (in a clone of it: npm install --global .), or install for this project alone with --project. Use --force to install anyway.',
    )
  }
  const without = action === 'install' ? input.agents.find(({ hooks }) => hooks === null) : undefined
  if (without !== undefined) {
    const [why, instead] = explainNoHooks(without)
    throw new Refusal('usage', `${why}. Nothing was changed.`, instead)
  }
  const agents = input.agents.map((agent) => tryChangeAgent(deps, input, agent))
  return { action, scope, dry_run: dryRun, program: getEntryProgram(deps, scope), agents }
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
  return { agent: id, title, file: null, backup: null, changes: [], mcp: null, notes: [], trials: [] }
}

function changeAgent(deps: InstallDeps, input: InstallInput, agent: Agent): InstalledAgent {
  const { action, scope } = input
  const rule = agent.hooks?.settings
  if (rule === undefined)
    return { ...makeUnchanged(agent), state: 'no-hooks', notes: [explainNoHooks(agent).join('. ')] }
  const isHere = deps.find(agent.program) !== null
  if (action === 'install' && input.all && !isHere) return { ...makeUnchanged(agent), state: 'not-found' }
  const place = deps.place(rule, scope)
  const edit = makeEdit(deps, agent, { file: place.file, action, scope })
  const server = planServer(deps, input, agent)
  const isShared = server?.place.file === place.file
  const change = applyEdit(deps, input, {
    place,
    edit: isShared ? joinEdits(input, edit, server.edit) : edit,
  })
  const state = describeChange(agent.hooks!, action, { before: change.before, after: edit(change.before) })
  const mcp =
    server === null ? null : changeServer(deps, input, { ...server, done: isShared ? change : null })
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
    mcp: mcp?.result ?? null,
    notes: [...notes, ...(mcp?.notes ?? [])],
  }
}

function applyEdit(
  { files }: InstallDeps,
  { action, dryRun }: InstallInput,
  { place, edit }: { readonly place: SettingsPlace; readonly edit: SettingsEdit },
): SettingsChange {
  return dryRun ? files.preview(place, edit) : files.change(place, edit, action === 'uninstall')
}

/** Removing goes the other way than adding, so that it restores the bytes. */
function joinEdits({ action }: InstallInput, hooks: SettingsEdit, server: SettingsEdit): SettingsEdit {
  return action === 'install' ? (text) => server(hooks(text)) : (text) => hooks(server(text))
}

interface ServerPlan {
  readonly agent: Agent
  readonly deps: McpServerDeps
  readonly place: SettingsPlace
  readonly edit: SettingsEdit
}

/** Null if the agent has no MCP servers. Without --mcp, an entry of an earlier installation is removed. */
function planServer(
  deps: InstallDeps,
  { action, scope, mcp }: InstallInput,
  agent: Agent,
): ServerPlan | null {
  const rule = agent.servers
  if (rule === null) return null
  const place = deps.serverPlace(rule, scope)
  const server = { rule, toml: deps.toml, program: getEntryProgram(deps, scope) }
  const change =
    action === 'install' && mcp ? makeMcpServerEdit(server, place.file) : makeMcpServerRemoval(server)
  const edit: SettingsEdit = (text) =>
    withFileRefusals(place.file, () => change(text), ' Nothing was changed.')
  return { agent, deps: server, place, edit }
}

interface ServerResult {
  readonly result: InstalledAgent['mcp']
  readonly notes: readonly string[]
}

/** A refusal here does not undo the hooks. It becomes a note. `done`: the change, if the hooks are in the same file. */
function changeServer(
  deps: InstallDeps,
  input: InstallInput,
  { agent, deps: server, place, edit, done }: ServerPlan & { readonly done: SettingsChange | null },
): ServerResult {
  try {
    const change = done ?? applyEdit(deps, input, { place, edit })
    const [before, after] = [change.before, change.after].map((text) => inspectMcpServer(server, text))
    const state = describeServer(before!, after!)
    const approval = state === 'installed' && input.scope === 'project' ? agent.servers!.approval : null
    return {
      result: {
        state,
        file: place.file,
        backup: done === null ? change.backup : null,
        changes: done === null ? diffChange(change) : [],
      },
      notes: [
        ...(approval === null ? [] : [approval]),
        ...(done === null ? change.stays.map(formatKeptBackup) : []),
      ],
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const notes = [`The MCP server was not changed: ${error.message}`, error.fix].filter(
      (note) => note !== undefined,
    )
    return { result: { state: 'refused', file: place.file, backup: null, changes: [] }, notes }
  }
}

type InspectedServer = ReturnType<typeof inspectMcpServer>

function describeServer(
  before: InspectedServer,
  after: InspectedServer,
): NonNullable<InstalledAgent['mcp']>['state'] {
  if (after.state !== 'own') return before.state === 'own' ? 'removed' : 'absent'
  if (before.state !== 'own') return 'installed'
  return before.command === after.command ? 'unchanged' : 'updated'
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
  { file, action, scope }: Pick<InstallInput, 'action' | 'scope'> & { readonly file: string },
): SettingsEdit {
  const words = getEntryProgram(deps, scope)
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
    ...(now.scope === 'project' ? [describePortable(deps)] : []),
    ...(kind === 'plugin' && !deps.hasPluginPackage(now.place)
      ? [
          `At its next start ${program} installs a package for plugins from npm; without a network that takes more than a minute, once.`,
        ]
      : []),
  ]
}

/** Entries of a project can be committed. They work where foreword is found in the same way. */
function describePortable({ portableProgram, find }: InstallDeps): string {
  const [first = ''] = portableProgram
  const needs =
    first === 'npx'
      ? 'They start the foreword that the project has as a dependency'
      : 'They start the foreword that is on PATH'
  const missing = find(first) === null ? `, and "${first}" is not on yours` : ''
  return `The entries hold no path of this machine, so the file can be committed. ${needs}${missing}.`
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
