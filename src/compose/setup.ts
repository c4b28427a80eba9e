// Wires `init`, `install`, `doctor` and `setup`.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  findOwnProgram,
  findPortableProgram,
  hasPluginPackage,
  listDirectoryNames,
  locateMachineSettings,
  locateServers,
  locateSettings,
  locateUserSettings,
  makeAgentTrialEnvironment,
  makeHookTrial,
  makeHookTrialEnvironment,
  makeRecordingScript,
  makeTrialStore,
  openScratch,
  openSettingsFiles,
  startFakeModel,
  toml,
} from '../adapters/agents/index.ts'
import { hash } from '../adapters/cache/index.ts'
import { getHomeDirectory, isBelow, resolveExistingPart } from '../adapters/disk/index.ts'
import { getPresetFile, openTemplates, readShippedPresets } from '../adapters/files/index.ts'
import type { Agent } from '../agents/index.ts'
import { readLastDeliveries } from '../app/history/deliveries.ts'
import type { DoctorDeps, TrialEnvironment } from '../app/setup/doctor/doctor-deps.ts'
import type { InstallDeps } from '../app/setup/install/install.ts'
import type { Presets } from '../app/setup/propose/proposer.ts'
import type { DirectoryFacts } from '../app/setup/setup.ts'
import { checkTrust } from '../app/trust/trust-state.ts'
import { Refusal } from '../core/values/index.ts'
import type { EngineServices, Project, TemporaryDirectory } from '../ports/index.ts'
import type { ComposeParts, ProcessInfo } from './process-info.ts'
import { inspectDoctorStore, openStore } from './store.ts'
import { trustTools } from './trust.ts'

/** Wires `init` with the presets, and `install` and `doctor` with trials. */
export function openSetup(parts: ComposeParts) {
  return {
    presets: () => openPresets(parts),
    directoryFacts: (project: Project) => readDirectoryFacts(parts.processInfo, project),
    withTrials: <Result>(
      find: SetupParts['find'],
      project: Project,
      use: (deps: DoctorDeps) => Promise<Result>,
    ) => withTrials({ ...parts, find }, project, use),
  }
}

function openPresets({ engine, presets }: ComposeParts): Presets {
  const { found_by, published } = readShippedPresets(presets)
  return {
    templates: openTemplates(presets),
    layouts: found_by,
    publishedIn: ({ root }) => Object.keys(published).find((file) => existsSync(join(root, file))) ?? null,
    manifest: async (name) => (await engine.loadManifest(getPresetFile(name, presets))).manifest,
  }
}

function readDirectoryFacts({ env }: ProcessInfo, { root }: Project): DirectoryFacts {
  const real = resolveExistingPart(root)
  return {
    containsHome: isBelow(real, resolveExistingPart(env.HOME ?? getHomeDirectory())),
    isInGit: isInGit(real),
  }
}

/** A worktree has a file with this name. */
function isInGit(directory: string): boolean {
  const above = dirname(directory)
  return existsSync(join(directory, '.git')) || (above !== directory && isInGit(above))
}

interface SetupParts {
  readonly processInfo: ProcessInfo
  readonly engine: EngineServices
  readonly find: (program: string) => string | null
}

/** Tries hooks and agents in a directory that is removed afterwards. */
async function withTrials<Result>(
  parts: SetupParts,
  project: Project,
  use: (deps: DoctorDeps) => Promise<Result>,
): Promise<Result> {
  const scratch = openScratch()
  try {
    return await use(makeDoctorDeps(parts, project, scratch))
  } finally {
    scratch.remove()
  }
}

function makeInstallDeps({ processInfo, engine, find }: SetupParts, { root }: Project): InstallDeps {
  const { env } = processInfo
  const script = join(processInfo.home, 'bin', 'foreword.cjs')
  return {
    files: openSettingsFiles({ clock: engine.clock }),
    program: findOwnProgram({ env, node: process.execPath, script }),
    portableProgram: findPortableProgram(root),
    place: (rule, scope) => locateSettings(env, root, rule, scope),
    serverPlace: (rule, scope) => locateServers(env, root, rule, scope),
    toml,
    find,
    hasPluginPackage,
  }
}

/** How many packets of earlier sessions `doctor` shows. */
const shownPackets = 3

function makeDoctorDeps(parts: SetupParts, project: Project, scratch: TemporaryDirectory): DoctorDeps {
  const { processInfo, engine } = parts
  const { env } = processInfo
  const install = makeInstallDeps(parts, project)
  const directories = { home: scratch.make('home'), tmp: scratch.make('tmp') }
  const inspectStore = once(() => inspectDoctorStore(env, project))
  return {
    ...install,
    // A trial is not a session, so its receipts go into the scratch directory.
    tryHook: makeHookTrial({ ...env, ...makeTrialStore(scratch.make('trials')) }),
    tryBare: makeHookTrial(makeAgentTrialEnvironment(env, directories)),
    trust: async () => (await checkTrust(trustTools(processInfo, engine), project)).state,
    userPlace: (rule, user) => locateUserSettings(env, rule, user),
    machineFiles: (rule) => locateMachineSettings(env, process.platform, rule),
    variable: (name) => env[name],
    realPath: resolveExistingPart,
    names: listDirectoryNames,
    exists: existsSync,
    random: () => engine.ids.random(8),
    now: () => new Date().toISOString(),
    store: inspectStore,
    // A server that does not answer is asked once, not once for each agent.
    sent: async (agent) => (await inspectStore()).problem ?? readSentPackets(parts, project, agent),
    openTrialEnvironment: (agent) =>
      openStage({ parts, project, scratch, program: install.program.words }, agent),
  }
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= act()
    return result
  }
}

async function readSentPackets({ processInfo }: SetupParts, project: Project, agent: string) {
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
  readonly parts: SetupParts
  readonly project: Project
  readonly scratch: TemporaryDirectory
  /** The command line of our own program. */
  readonly program: readonly string[]
}

async function openStage(
  { parts, project, scratch, program }: StageParts,
  agent: Agent,
): Promise<TrialEnvironment> {
  const { env } = parts.processInfo
  const name = `stage-${parts.engine.ids.random(8)}`
  const [home, directory, store, tmp, calls] = ['home', 'project', 'store', 'tmp', 'calls'].map((folder) =>
    scratch.make(`${name}/${folder}`),
  ) as [string, string, string, string, string]
  const hookEnv = makeHookTrialEnvironment(env, agent, { home, store })
  const script = makeRecordingScript({ words: program, last: ['--repo', project.root], env: hookEnv, calls })
  const fakeModel = await startFakeModel()
  return {
    home,
    project: directory,
    url: fakeModel.url,
    program: [scratch.script(`${name}/foreword`, script)],
    write: (where, path, text) => scratch.write(`${name}/${where}/${path}`, text),
    run: ({ env: more, ...input }) =>
      makeHookTrial({ ...makeAgentTrialEnvironment(env, { home, tmp }), ...more })({
        ...input,
        cwd: directory,
      }),
    calls: () => scratch.calls(`${name}/calls`),
    requests: () => fakeModel.requests(),
    past: () => openTrialLedger(hookEnv, project, store),
    close: () => fakeModel.close(),
  }
}

async function openTrialLedger(env: NodeJS.ProcessEnv, project: Project, directory: string) {
  try {
    const choice = { project, store: directory }
    const { store, ledger, name } = await openStore({ env, warn: () => undefined }, choice)
    return ledger === null ? null : { store, uid: ledger.uid, project: name, hash }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
