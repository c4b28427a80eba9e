// The examination of agents, put together. What is tried lies in a directory that goes with the command.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  listDirectoryNames,
  makeHookTrial,
  makeRecordingScript,
  openScratch,
  startFakeModel,
  toml,
} from '../adapters/agents/index.ts'
import { hash } from '../adapters/cache/index.ts'
import { getUserDirectory } from '../adapters/disk/index.ts'
import type { Agent } from '../agents/index.ts'
import { readLastDeliveries } from '../app/history/deliveries.ts'
import type { DoctorDeps, TrialStage } from '../app/setup/doctor/doctor-tools.ts'
import { checkTrust } from '../app/trust/trust-state.ts'
import { Refusal } from '../core/values/index.ts'
import type { Project, Scratch } from '../ports/index.ts'
import { type InstallParts, installTools, userPlace } from './install.ts'
import { openStore } from './store.ts'
import { trustTools } from './trust.ts'

/** Hooks and agents are tried in a directory that goes with the call. */
export async function withTrials<Answer>(
  parts: InstallParts,
  project: Project,
  use: (tools: DoctorDeps) => Promise<Answer>,
): Promise<Answer> {
  const scratch = openScratch()
  try {
    return await use(doctorTools(parts, project, scratch))
  } finally {
    scratch.remove()
  }
}

/** How many packets of earlier sessions are told of. */
const shownPackets = 3

function doctorTools(parts: InstallParts, project: Project, scratch: Scratch): DoctorDeps {
  const { processInfo, engine } = parts
  const own = installTools(parts, project)
  // A trial is no session: what it records goes with the directory.
  const trialEnv = { ...processInfo.env, FOREWORD_STORE: scratch.make('trials') }
  return {
    ...own,
    tryHook: makeHookTrial(trialEnv),
    tryBare: makeHookTrial(
      bareEnv(processInfo.env, { home: scratch.make('home'), tmp: scratch.make('tmp') }),
    ),
    trust: async () => (await checkTrust(trustTools(processInfo, engine), project)).state,
    userPlace: (rule, user) => userPlace(processInfo.env, rule, user),
    names: listDirectoryNames,
    exists: existsSync,
    toml,
    random: () => engine.ids.random(8),
    now: () => new Date().toISOString(),
    sent: (agent) => sentTo(parts, project, agent),
    openStage: (agent) => openStage({ parts, project, scratch, words: own.program.words }, agent),
  }
}

async function sentTo({ processInfo }: InstallParts, project: Project, agent: string) {
  try {
    const warn = () => undefined
    const { store, ledger } = await openStore({ env: processInfo.env, warn }, { project, store: undefined })
    return ledger === null ? [] : await readLastDeliveries({ store, uid: ledger.uid }, agent, shownPackets)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

interface StageParts {
  readonly parts: InstallParts
  readonly project: Project
  readonly scratch: Scratch
  /** Of our own program. */
  readonly words: readonly string[]
}

async function openStage({ parts, project, scratch, words }: StageParts, agent: Agent): Promise<TrialStage> {
  const { env } = parts.processInfo
  const name = `stage-${parts.engine.ids.random(8)}`
  const [home, directory, store, tmp, calls] = ['home', 'project', 'store', 'tmp', 'calls'].map((one) =>
    scratch.make(`${name}/${one}`),
  ) as [string, string, string, string, string]
  const hookEnv = { ...ownEnv(env), ...movedTo(agent, home), FOREWORD_STORE: store }
  const last = ['--repo', project.root]
  const script = makeRecordingScript({ words, last, env: hookEnv, calls })
  const program = [scratch.script(`${name}/foreword`, script)]
  const endpoint = await startFakeModel()
  return {
    home,
    project: directory,
    url: endpoint.url,
    program,
    write: (where, path, text) => scratch.write(`${name}/${where}/${path}`, text),
    run: ({ env: more, ...order }) =>
      makeHookTrial({ ...bareEnv(env, { home, tmp }), ...more })({ ...order, cwd: directory }),
    calls: () => scratch.calls(`${name}/calls`),
    requests: () => endpoint.requests(),
    past: () => pastIn(hookEnv, project, store),
    close: () => endpoint.close(),
  }
}

/** What the hook would find of the person: where they keep trust, and how foreword is set up. */
const ownNames =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_ALL|TZ|TMPDIR|XDG_(CONFIG|CACHE)_HOME|FOREWORD_[A-Z]+(_DIR)?)$/

function ownEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const state = getUserDirectory('cache', env)
  const given = Object.entries(env).filter(([name]) => ownNames.test(name)) as [string, string][]
  return { ...(state === null ? {} : { FOREWORD_CACHE_DIR: state }), ...Object.fromEntries(given) }
}

/** Transcripts are looked for where the agent keeps them now. A variable of everybody stays: trust lies there. */
function movedTo({ hooks }: Agent, home: string): Record<string, string> {
  const moved = hooks!.settings.moved
  return moved.variable.startsWith('XDG_') ? {} : { [moved.variable]: join(home, moved.instead) }
}

/** No key, no setting and no address of the person. What is not on loopback goes to a proxy that is not there. */
function bareEnv(env: NodeJS.ProcessEnv, { home, tmp }: { home: string; tmp: string }) {
  const nowhere = 'http://127.0.0.1:9'
  const loopback = '127.0.0.1,localhost'
  return {
    PATH: env.PATH,
    ...(env.SHELL === undefined ? {} : { SHELL: env.SHELL }),
    HOME: home,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: loopback,
    no_proxy: loopback,
  }
}

async function pastIn(env: NodeJS.ProcessEnv, project: Project, directory: string) {
  const choice = { project, store: directory }
  try {
    const { store, ledger, name } = await openStore({ env, warn: () => undefined }, choice)
    return ledger === null ? null : { store, uid: ledger.uid, project: name, hash }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
