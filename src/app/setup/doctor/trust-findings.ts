import { z } from 'zod'
import type { Agent, SettingsRule } from '../../../agents/index.ts'
import { dataIn, listHandlers, SettingsFault } from '../../../core/settings/index.ts'
import { parseJson, Refusal } from '../../../core/values/index.ts'
import { isOwnCommand } from '../install/install.ts'
import type { DoctorDeps, InspectedFile } from './doctor-tools.ts'
import { getMember } from './other-hooks.ts'

interface Findings {
  readonly notes: readonly string[]
  readonly problems: readonly string[]
}

export interface TrustInput {
  readonly root: string
  readonly agent: Agent
  /** Null when it is not on PATH, or shall not be run. */
  readonly program: string | null
  readonly files: readonly InspectedFile[]
  /** Whether its settings switch all hooks off: then it lists none. */
  readonly isOff: boolean
}

/** Whether the agent lets hooks run: by what it says itself, else as far as its own files tell. */
export async function findHookTrust(tools: DoctorDeps, order: TrustInput): Promise<Findings> {
  const { agent, root, files } = order
  const rule = agent.hooks!.settings
  if (rule.trustFile === null) return { notes: [], problems: [] }
  const text = readOr(tools, tools.userPlace(rule, rule.trustFile.user))
  if (rule.trustFile.kind === 'folders') return folderFindings(agent, root, text, files)
  const keys = files.flatMap(keysOf)
  const states = await statesBy(tools, order, rule.trustFile)
  if (states?.size === 0 && order.isOff) return { notes: [], problems: [] }
  return states === null ? byKeys(agent, rule, keys, text ?? '') : byStates(agent, rule, keys, states)
}

function byKeys({ title }: Agent, rule: SettingsRule, keys: readonly string[], text: string): Findings {
  const missing = keys.filter((key) => !text.includes(JSON.stringify(key)))
  if (missing.length > 0) return { notes: [], problems: [`Not trusted there yet: ${rule.trust}`] }
  const said = `${title} has an answer for every entry; whether it is about these very words only it can tell.`
  return { notes: [said], problems: [] }
}

type State = { readonly trust: string; readonly enabled: boolean }

function byStates(
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

/** What the agent says of each entry, asked in a copy: its server writes into its home. Null where it does not answer. */
async function statesBy(
  tools: DoctorDeps,
  { agent, root, program, files }: TrustInput,
  trustFile: { readonly user: string; readonly server: readonly string[] },
): Promise<ReadonlyMap<string, State> | null> {
  if (program === null) return null
  const { user } = agent.hooks!.settings
  const said = files.find((file) => file.scope === 'user' && file.path === trustFile.user)?.data
  const stage = await tools.openStage(agent)
  try {
    const own = files.find(({ scope }) => scope === 'user')
    const [real, copy] = [own?.file ?? '', `${stage.home}/${user}`]
    if (own?.text != null) stage.write('home', user, own.text)
    const answers = tools.toml.write(answersIn(said, agent.trial?.keeps ?? []))
    stage.write('home', trustFile.user, answers.replaceAll(`"${real}:`, `"${copy}:`))
    const ran = await stage.run({
      words: [program, ...trustFile.server],
      env: {},
      input: question(root),
      timeoutMs: 10_000,
      until: '"id":2',
    })
    return answersOf(ran.out, (key) => (key.startsWith(`${copy}:`) ? real + key.slice(copy.length) : key))
  } finally {
    await stage.close()
  }
}

/** Answers of a person, and what decides whether hooks run. Nothing else: it may hold keys. */
function answersIn(data: unknown, keeps: readonly string[]): Record<string, unknown> {
  const of = (key: string) => ({ [key]: getMember(data, key) ?? {} })
  const state = getMember(getMember(data, 'hooks'), 'state') ?? {}
  const tables = [{ hooks: { state } }, of('projects'), ...keeps.map(of)]
  return Object.assign({}, ...tables)
}

function question(root: string): string {
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo: { name: 'foreword', version: '1' } } },
    { method: 'initialized' },
    { id: 2, method: 'hooks/list', params: { cwds: [root] } },
  ]
  return messages.map((one) => `${JSON.stringify(one)}\n`).join('')
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

/** The state of every hook by its key, or null if the agent answered with something else. */
function answersOf(out: string, keyOf: (key: string) => string): ReadonlyMap<string, State> | null {
  const line = out.split('\n').find((one) => one.includes('"id":2'))
  const { data: answer } = answerSchema.safeParse(parseJson(line ?? ''))
  if (answer === undefined) return null
  const hooks = answer.result.data.flatMap((directory) => directory.hooks)
  return new Map(
    hooks.map(({ key, trustStatus, enabled }) => [
      keyOf(key),
      { trust: trustStatus, enabled: enabled !== false },
    ]),
  )
}

function readOr({ files }: DoctorDeps, place: Parameters<DoctorDeps['files']['read']>[0]): string | null {
  try {
    return files.read(place)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** The names under which answers about our entries are kept. */
function keysOf({ place, text, state, holds }: InspectedFile): string[] {
  if (text === null || state !== 'read' || holds !== 'hooks') return []
  return listHandlers(text)
    .filter(({ command }) => isOwnCommand(command))
    .map(({ event, place: [group, handler] }) => {
      const snake = event.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()
      return `${place.file}:${snake}:${group}:${handler}`
    })
}

function folderFindings(
  { title, program }: Agent,
  root: string,
  text: string | null,
  files: readonly InspectedFile[],
): Findings {
  const answer = text === null ? null : answerFor(root, text)
  if (answer === 'trusted') return { notes: [`${title} trusts this folder.`], problems: [] }
  const said =
    answer === null ? 'has not been told whether it trusts this folder' : 'does not trust this folder'
  const note = `${title} ${said}: start ${program} here and trust it. Without that it ends with 55 where nobody sits.`
  const inProject = files.some((file) => file.scope === 'project' && file.own.length > 0)
  return inProject
    ? { notes: [], problems: [`${note} Hooks of the project do not run.`] }
    : { notes: [note], problems: [] }
}

/** The answer for the nearest folder counts. */
function answerFor(root: string, text: string): 'trusted' | 'not' | null {
  let data: unknown
  try {
    data = dataIn(text)
  } catch (error) {
    if (error instanceof SettingsFault) return null
    throw error
  }
  if (typeof data !== 'object' || data === null) return null
  const answers = Object.entries(data).map(([path, value]) => ({
    folder: value === 'TRUST_PARENT' ? path.replace(/[/\\][^/\\]*$/, '') : path,
    trusted: value !== 'DO_NOT_TRUST',
  }))
  const around = answers.filter(({ folder }) => root === folder || root.startsWith(`${folder}/`))
  const nearest = around.sort((a, b) => b.folder.length - a.folder.length)[0]
  return nearest === undefined ? null : nearest.trusted ? 'trusted' : 'not'
}
