// Builds the services of the program from its rooms. Adapters that take time to load are loaded when they are first used.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findProject, findProjectAround, listPresets } from '../adapters/files/index.ts'
import { openGitCommand } from '../adapters/git/git-command.ts'
import { readText } from '../adapters/store/jsonl/read-text.ts'
import { agents } from '../agents/index.ts'
import { makeSendingRecorder } from '../app/record/sending-recorder.ts'
import type { Services } from '../app/services/index.ts'
import type { Project } from '../ports/index.ts'
import type { AppSettings } from '../surfaces/cli/index.ts'
import { openEngine } from './engine.ts'
import type { ComposeParts, ProcessInfo } from './process-info.ts'
import { leadsToServer, openProjectStore } from './project-store.ts'
import type { ServerParts } from './server.ts'
import { forgetSessions, listSessions } from './session.ts'

export type { ProcessInfo } from './process-info.ts'

export function compose(processInfo: ProcessInfo, settings: AppSettings): Services {
  const presets = join(processInfo.home, 'presets')
  const engine = openEngine(processInfo, settings, presets)
  const parts: ComposeParts = { processInfo, engine, presets, warn: settings.warn }
  return {
    version: processInfo.version,
    engine,
    warn: settings.warn,
    ...buildSurrounding(parts),
    ...buildRecording(parts),
    ...buildStoreAccess(parts),
    ...buildSetup(parts),
    ...buildServers(parts),
    runner: () => openRunner(parts),
    memory: async (choice) => (await import('./sources.ts')).openSources(parts).memory(choice),
    knowledge: async (project) => (await import('./sources.ts')).openSources(parts).knowledge(project),
    scrub: async (order) => (await import('./sources.ts')).openSources(parts).scrub(order),
    check: async (project) => (await import('./sources.ts')).openSources(parts).check(project),
  }
}

type Surrounding = Pick<
  Services,
  | 'cwd'
  | 'project'
  | 'presetNames'
  | 'projectAround'
  | 'resolve'
  | 'isDirectory'
  | 'readText'
  | 'agents'
  | 'namedAgents'
>

function buildSurrounding(parts: ComposeParts): Surrounding {
  const { processInfo, presets } = parts
  const { cwd, env } = processInfo
  return {
    cwd,
    project: (choice) =>
      findProject(choice, { cwd, presets, repositories: env.FOREWORD_REPOS, preset: env.FOREWORD_PRESET }),
    presetNames: () => listPresets(presets),
    projectAround: () => findProjectAround(cwd, presets),
    resolve: (path) => resolve(cwd, path),
    // `path/.` exists only if `path` is a directory.
    isDirectory: (path) => existsSync(`${resolve(cwd, path)}/.`),
    readText: (file) => readText(file, cwd),
    async agents() {
      const { find } = await openRunner(parts)
      return agents.map((agent) => ({ ...agent, installed: find(agent.program) !== null }))
    },
    namedAgents: async ({ root }) =>
      (await import('../adapters/user-config/read-agents.ts')).readAgents(env, root),
  }
}

async function openRunner({ processInfo }: ComposeParts) {
  return (await import('../adapters/agents/exec/open-runner.ts')).openRunner(processInfo.env)
}

type Recording = Pick<Services, 'recording' | 'outbox' | 'outputFile' | 'sendSpool'>

function buildRecording({ processInfo }: ComposeParts): Recording {
  const { cwd, env } = processInfo
  return {
    recording: (project, options) => openCommandStore(env, project, options),
    async outbox() {
      const { openRuns, publishInto } = await import('../adapters/runs/publish.ts')
      return {
        runs: (directory) => openRuns(resolve(cwd, directory)),
        writeInto: (directory, files) => publishInto(resolve(cwd, directory), files),
      }
    },
    outputFile: async (project, choice) => (await import('./sources.ts')).openProjectOutput(project, choice),
    async sendSpool(project, warn) {
      if (!leadsToServer(env, project)) return
      for (const trouble of (await sendSpool(env, project)).troubles) warn(trouble)
    },
  }
}

/** A command records like a hook. If the store is on a server, it then sends the spool, unless it does that itself later. */
function openCommandStore(
  env: NodeJS.ProcessEnv,
  project: Project,
  { sendLater = false }: { readonly sendLater?: boolean } = {},
) {
  const store = openProjectStore(env, project)
  if (sendLater || !leadsToServer(env, project)) return store
  return { ...store, recorder: makeSendingRecorder(store.recorder, () => sendSpool(env, project)) }
}

async function sendSpool(env: NodeJS.ProcessEnv, project: Project) {
  return (await import('./store.ts')).deliverSpool(env, { project, store: undefined })
}

type StoreAccess = Pick<
  Services,
  'withStore' | 'repairStore' | 'sessions' | 'readLines' | 'writeLines' | 'proof' | 'history' | 'packetTrial'
>

function buildStoreAccess(parts: ComposeParts): StoreAccess {
  const { processInfo, warn } = parts
  const { cwd, env } = processInfo
  return {
    withStore: async (choice, ask, options) =>
      (await import('./store.ts')).withStore(parts, choice, ask, options),
    repairStore: async (choice) => (await import('./store.ts')).repairStore({ env, warn }, choice),
    async sessions(choice) {
      return {
        list: (limit) => listSessions(env, choice, limit),
        forget: (order) => forgetSessions(env, choice, order),
      }
    },
    async *readLines(file) {
      const { readLines } = await import('../adapters/store/jsonl/read-lines.ts')
      yield* readLines(file === null ? null : resolve(cwd, file))
    },
    writeLines: async (file) =>
      (await import('../adapters/store/jsonl/line-writer.ts')).openLineWriter(resolve(cwd, file)),
    proof: async () => (await import('./store.ts')).makeCheckpointDeps(parts),
    async history() {
      const { openHistory } = await import('../adapters/git/history.ts')
      return openHistory(openGitCommand(env))
    },
    packetTrial: async (command) =>
      (await import('../adapters/agents/exec/packet-trial.ts')).openPacketTrial({ env, cwd }, command),
  }
}

type Setup = Pick<Services, 'presets' | 'drafts' | 'trust' | 'withTrials' | 'directoryFacts'>

function buildSetup(parts: ComposeParts): Setup {
  const { processInfo, engine } = parts
  return {
    presets: async () => (await import('./setup.ts')).openSetup(parts).presets(),
    directoryFacts: async (project) => (await import('./setup.ts')).openSetup(parts).directoryFacts(project),
    drafts: async () => (await import('../adapters/files/drafts.ts')).openDrafts(processInfo.env),
    trust: async () => (await import('./trust.ts')).trustTools(processInfo, engine),
    async withTrials(project, use) {
      const { openSetup } = await import('./setup.ts')
      const { find } = await openRunner(parts)
      return openSetup(parts).withTrials(find, project, use)
    },
  }
}

function buildServers(parts: ComposeParts): Pick<Services, 'serveStdio' | 'serveHttp'> {
  const serverDeps = { ...parts, status: makeStatusReader(parts) }
  return {
    async serveStdio(project, options) {
      const { serveStdio } = await import('../surfaces/mcp/index.ts')
      const { openProjectServer } = await import('./server.ts')
      return serveStdio(await openProjectServer(serverDeps, project, options))
    },
    serveHttp: async (project, options) =>
      (await import('./server.ts')).serveHttp(serverDeps, project, options),
  }
}

/** The state of every source, for a server. */
function makeStatusReader(parts: ComposeParts): ServerParts['status'] {
  return async (project, request) => {
    const { withStore } = await import('./store.ts')
    const { measureToolList } = await import('../app/server/server-tools.ts')
    const { readSourceStates } = await import('../app/history/read-source-states.ts')
    return withStore(parts, { project, store: undefined }, (opened) =>
      readSourceStates(parts.engine, opened, {
        ...{ project, request, limit: 10 },
        toolCost: (scheme) => measureToolList(parts.engine, scheme),
      }),
    )
  }
}
