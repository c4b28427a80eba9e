import { z } from 'zod'
import type { Agent, SettingsRule, TrustFile } from '../../../agents/index.ts'
import { listHandlers, parseSettings, SettingsFault } from '../../../core/settings/index.ts'
import { parseJson, Refusal } from '../../../core/values/index.ts'
import { isOwnCommand } from '../install/install.ts'
import type { DoctorDeps, InspectedFile } from './doctor-deps.ts'
import { listSettingValues } from './find-disabled-hooks.ts'
import { getMember } from './other-hooks.ts'
import type { MachineSettings } from './read-machine-settings.ts'

interface Findings {
  readonly notes: readonly string[]
  readonly problems: readonly string[]
}

export interface HookTrustInput {
  readonly root: string
  readonly agent: Agent
  /** Null if the agent is not on PATH or must not be run. */
  readonly program: string | null
  readonly files: readonly InspectedFile[]
  readonly machine: MachineSettings | null
  /** Whether the agent's settings disable all hooks. Then it lists none. */
  readonly isOff: boolean
}

/** Checks whether the agent trusts our hooks: by its own answer, else by its files. */
export async function checkHookTrust(deps: DoctorDeps, input: HookTrustInput): Promise<Findings> {
  const { agent, files } = input
  const rule = agent.hooks!.settings
  if (rule.trustFile === null) return { notes: [], problems: [] }
  const place = deps.userPlace(rule, rule.trustFile.user)
  const text = readUnlessRefused(deps, place)
  if (rule.trustFile.kind === 'folders')
    return checkFolderTrust(deps, input, { rule: rule.trustFile, file: place.file, text })
  const keys = files.flatMap(listTrustKeys)
  const states = await askAgent(deps, input, rule.trustFile)
  if (states?.size === 0 && input.isOff) return { notes: [], problems: [] }
  return states === null
    ? checkTrustKeys(agent, rule, keys, text ?? '')
    : checkTrustStates(agent, rule, keys, states)
}

function checkTrustKeys(
  { title }: Agent,
  rule: SettingsRule,
  keys: readonly string[],
  text: string,
): Findings {
  const missing = keys.filter((key) => !text.includes(JSON.stringify(key)))
  if (missing.length > 0)
    return { notes: [], problems: [`The agent does not trust the hooks yet. ${rule.trust}`] }
  const note = `${title} has a decision for every entry. Only ${title} knows whether it is about the current text of the entry.`
  return { notes: [note], problems: [] }
}

type State = { readonly trust: string; readonly enabled: boolean }

function checkTrustStates(
  { title }: Agent,
  rule: SettingsRule,
  keys: readonly string[],
  states: ReadonlyMap<string, State>,
): Findings {
  const of = (key: string) => states.get(key)
  const unlisted = keys.filter((key) => of(key) === undefined)
  const open = keys.filter((key) => of(key)?.trust === 'untrusted')
  const changed = keys.filter((key) => of(key)?.trust === 'modified')
  const off = keys.filter((key) => of(key)?.enabled === false)
  const about = (some: readonly string[]) => `${some.length} of ${keys.length} entries`
  const problems = [
    ...(unlisted.length === 0
      ? []
      : [
          `${title} does not load ${about(unlisted)}: those of a project count only where it trusts the project. Start it there and trust it.`,
        ]),
    ...(open.length === 0 ? [] : [`${title} does not trust ${about(open)} yet. ${rule.trust}`]),
    ...(changed.length === 0
      ? []
      : [`${about(changed)} changed since they were trusted in ${title}. ${rule.trust}`]),
    ...(off.length === 0 ? [] : [`${about(off)} are switched off in ${title}: /hooks switches them on.`]),
  ]
  return { notes: problems.length === 0 ? [`${title} trusts every entry.`] : [], problems }
}

/** Asks the agent for the trust of each entry. Uses a copy of its home, because its server writes there. Null without an answer. */
async function askAgent(
  deps: DoctorDeps,
  { agent, root, program, files }: HookTrustInput,
  trustFile: { readonly user: string; readonly server: readonly string[] },
): Promise<ReadonlyMap<string, State> | null> {
  if (program === null) return null
  const { user } = agent.hooks!.settings
  const trustData = files.find((file) => file.scope === 'user' && file.path === trustFile.user)?.data
  const stage = await deps.openTrialEnvironment(agent)
  try {
    const own = files.find(({ scope }) => scope === 'user')
    const [real, copy] = [own?.file ?? '', `${stage.home}/${user}`]
    if (own?.text != null) stage.write('home', user, own.text)
    const answers = deps.toml.write(selectTrustData(trustData, agent.trial?.keeps ?? []))
    stage.write('home', trustFile.user, answers.replaceAll(`"${real}:`, `"${copy}:`))
    const ran = await stage.run({
      words: [program, ...trustFile.server],
      env: {},
      input: formatQuestion(root),
      timeoutMs: 10_000,
      until: '"id":2',
    })
    const restoreKey = (key: string) => (key.startsWith(`${copy}:`) ? real + key.slice(copy.length) : key)
    return parseStates(ran.out, restoreKey)
  } finally {
    await stage.close()
  }
}

/** Selects the user's trust and the keys that decide whether hooks run. Leaves out the rest, because it may hold API keys. */
function selectTrustData(data: unknown, keeps: readonly string[]): Record<string, unknown> {
  const select = (key: string) => ({ [key]: getMember(data, key) ?? {} })
  const state = getMember(getMember(data, 'hooks'), 'state') ?? {}
  const tables = [{ hooks: { state } }, select('projects'), ...keeps.map(select)]
  return Object.assign({}, ...tables)
}

function formatQuestion(root: string): string {
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo: { name: 'foreword', version: '1' } } },
    { method: 'initialized' },
    { id: 2, method: 'hooks/list', params: { cwds: [root] } },
  ]
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('')
}

const answerSchema = z.object({
  result: z.object({
    data: z.array(
      z.object({
        hooks: z.array(
          z.object({
            key: z.string(),
            trustStatus: z.string().catch('unknown'),
            enabled: z.unknown().optional(),
          }),
        ),
      }),
    ),
  }),
})

/** Returns the state of every hook by its key, or null if the agent answered with something else. */
function parseStates(out: string, restoreKey: (key: string) => string): ReadonlyMap<string, State> | null {
  const line = out.split('\n').find((text) => text.includes('"id":2'))
  const { data: answer } = answerSchema.safeParse(parseJson(line ?? ''))
  if (answer === undefined) return null
  const hooks = answer.result.data.flatMap((directory) => directory.hooks)
  return new Map(
    hooks.map(({ key, trustStatus, enabled }) => [
      restoreKey(key),
      { trust: trustStatus, enabled: enabled !== false },
    ]),
  )
}

function readUnlessRefused(
  { files }: DoctorDeps,
  place: Parameters<DoctorDeps['files']['read']>[0],
): string | null {
  try {
    return files.read(place)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Lists the keys under which the agent stores its trust in our entries. */
function listTrustKeys({ place, text, state, holds }: InspectedFile): string[] {
  if (text === null || state !== 'read' || holds !== 'hooks') return []
  return listHandlers(text)
    .filter(({ command }) => isOwnCommand(command))
    .map(({ event, place: [group, handler] }) => {
      const snake = event.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()
      return `${place.file}:${snake}:${group}:${handler}`
    })
}

interface FolderTrust {
  readonly rule: TrustFile & { readonly kind: 'folders' }
  readonly file: string
  readonly text: string | null
}

function checkFolderTrust(
  deps: DoctorDeps,
  { agent, root, files, machine }: HookTrustInput,
  { rule, file, text }: FolderTrust,
): Findings {
  const { title, program } = agent
  const trusted = (why = '') => ({ notes: [`${title} trusts this folder${why}.`], problems: [] })
  if (deps.variable(rule.variable) === 'true') return trusted(`: ${rule.variable} is true`)
  // The agent reads this key before it knows whether it trusts the project, so the settings of a project do not count.
  const lasting = files.filter(({ scope }) => scope === 'user')
  const values = listSettingValues({ files: lasting, machine }, 'hooks', rule.unless)
  const off = values.findLast(({ value }) => typeof value === 'boolean')
  if (off?.value === false) return trusted(`: ${rule.unless.join('.')} is false in ${off.file}`)
  const trust = text === null ? null : findFolderTrust(deps, root, text)
  if (trust === 'trusted') return trusted()
  if (trust === 'not') {
    const effect = 'A headless run ends with exit code 55, and no hook runs in a terminal.'
    return {
      notes: [],
      problems: [`${title} does not trust this folder: DO_NOT_TRUST in ${file}. ${effect} ${rule.revise}`],
    }
  }
  const note = `${title} has not been asked whether it trusts this folder: start ${program} here and trust it. Until then, a headless run ends with exit code 55.`
  const inProject = files.some((found) => found.scope === 'project' && found.own.length > 0)
  return inProject
    ? { notes: [], problems: [`${note} Hooks of the project do not run.`] }
    : { notes: [note], problems: [] }
}

/** Returns the trust of the nearest folder. */
function findFolderTrust({ realPath }: DoctorDeps, root: string, text: string): 'trusted' | 'not' | null {
  let data: unknown
  try {
    data = parseSettings(text)
  } catch (error) {
    if (error instanceof SettingsFault) return null
    throw error
  }
  if (typeof data !== 'object' || data === null) return null
  const here = realPath(root)
  const answers = Object.entries(data).map(([path, value]) => ({
    length: path.length,
    folder: realPath(value === 'TRUST_PARENT' ? path.replace(/[/\\][^/\\]*$/, '') : path),
    trusted: value !== 'DO_NOT_TRUST',
  }))
  const enclosing = answers.filter(({ folder }) => here === folder || here.startsWith(`${folder}/`))
  // The agent measures the path as it is written, not the folder that it stands for.
  const nearest = enclosing.sort((a, b) => b.length - a.length)[0]
  return nearest === undefined ? null : nearest.trusted ? 'trusted' : 'not'
}
