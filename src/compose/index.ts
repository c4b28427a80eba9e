// Knows everyone: builds the program from its rooms. Rooms that cost start-up time are loaded at their first use.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findProject, presetFile, projectAround } from '../adapters/project/index.ts'
import { agents } from '../agents/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Outbox, Project, StoreTrouble } from '../ports/index.ts'
import type { App, AppSettings } from '../surfaces/cli/index.ts'
import type { HookApp } from '../surfaces/hook/index.ts'
import type { Surroundings } from './surroundings.ts'
import { openWorkshop } from './workshop.ts'

export type { Surroundings }

export function compose(around: Surroundings, settings: AppSettings): App & HookApp {
  const presets = join(around.home, 'presets')
  const shop = openWorkshop(around, settings, presets)
  const projectOptions = { cwd: around.cwd, presets, repositories: around.env.FOREWORD_REPOS }
  const outbox = async (): Promise<Outbox> => {
    const { openRuns, publishInto } = await import('../adapters/runs/index.ts')
    return {
      runs: (directory) => openRuns(resolve(around.cwd, directory)),
      into: (directory, files) => publishInto(resolve(around.cwd, directory), files),
    }
  }
  const recorder = async (project: Project) => {
    const { recorderFor } = await import('./keeping.ts')
    return recorderFor(around.env, project)
  }
  /** A run is long enough to wait for a server at its end. */
  const deliver = async (project: Project, warn: (trouble: StoreTrouble) => void) => {
    const { leadsToServer } = await import('./keeping.ts')
    if (!leadsToServer(around.env, project)) return
    const { deliverSpool } = await import('./store.ts')
    await deliverSpool({ env: around.env, warn }, { project, store: undefined })
  }
  const past = async () => (await import('./past.ts')).openPast({ around, shop, warn: settings.warn })
  const trust = async () => (await import('./trust.ts')).trustTools(around, shop)
  const runner = async () => (await import('../adapters/exec/index.ts')).openRunner(around.env)
  const agentsHere = async () => {
    const { find } = await runner()
    return agents.map((agent) => ({ ...agent, installed: find(agent.program) !== null }))
  }
  return {
    version: around.version,
    cwd: around.cwd,
    project: (choice) => findProject(choice, projectOptions),
    projectAround: (cwd: string = around.cwd) => projectAround(cwd, presets),
    async levels(project) {
      const { manifest } = await shop.loadManifest(project.manifestFile)
      return Object.keys(manifest.levels)
    },
    async inject(order) {
      const { inject } = await import('../app/inject.ts')
      const kept = { outbox: await outbox(), recorder: await recorder(order.project) }
      const counting = async () => (await import('./sessions.ts')).countingFor(around.env, order.project)
      return inject({ shop, ...kept, counting, warn: settings.warn }, order)
    },
    async read(order, tell) {
      const { readAddress } = await import('../app/addresses/read.ts')
      const counting = async () => (await import('./sessions.ts')).countingFor(around.env, order.project)
      const tools = { shop, recorder: await recorder(order.project), counting, warn: settings.warn }
      const progress = (done: number, total: number) => tell({ done, total, what: 'Reading documents' })
      return readAddress(tools, { ...order, debug: false, progress })
    },
    async ls(order) {
      const { listAddresses } = await import('../app/addresses/list.ts')
      return listAddresses(shop, order)
    },
    async refresh(order) {
      const { refreshWith } = await import('./refresh.ts')
      return refreshWith({ env: around.env, shop, recorder: await recorder(order.project) }, order)
    },
    async sessions(choice, limit) {
      return (await import('./refresh.ts')).listSessions(around.env, choice, limit)
    },
    async plugins(order) {
      const { plugins } = await import('./plugins.ts')
      return plugins(shop, order)
    },
    async hook(order) {
      const { runHook } = await import('./hook.ts')
      return runHook({ around, shop, presets, recorder }, order)
    },
    async explain(order) {
      const { explain } = await import('../app/explain.ts')
      return explain(shop, order)
    },
    async dispatch(order, tell) {
      const { dispatch } = await import('../app/dispatch.ts')
      const kept = { outbox: await outbox(), recorder: await recorder(order.project) }
      const tools = { shop, ...kept, runner: await runner(), tell }
      try {
        return await dispatch(tools, { ...order, runsDirectory: resolve(around.cwd, order.runsDirectory) })
      } finally {
        const warn = (trouble: StoreTrouble) => tell({ kind: 'trouble', trouble })
        await deliver(order.project, warn)
      }
    },
    async scrub(order, events) {
      const { scrub } = await import('../app/scrub/scrub.ts')
      const { scrubTools } = await import('./scrub.ts')
      return scrub(await scrubTools({ around, shop, warn: settings.warn }, order), order, events)
    },
    async draftEntries(text, rules) {
      const { draftEntries } = await import('../app/scrub/entry.ts')
      return draftEntries(text, rules, shop.hash)
    },
    async redactionRules() {
      return (await import('../core/redact/index.ts')).redactionRules
    },
    async init({ repo, preset, vars, dryRun }) {
      const { openTemplates } = await import('../adapters/templates/index.ts')
      const { init } = await import('../app/init.ts')
      const { manifest } = await shop.loadManifest(presetFile(preset, presets))
      const project = findProject({ repo, preset }, projectOptions)
      return init(
        { templates: openTemplates(presets), clock: shop.clock, sources: await shop.sources(project, []) },
        { project, preset, manifest, vars, dryRun },
      )
    },
    async proposing(order) {
      const { openProposal } = await import('./init.ts')
      return openProposal({ around, shop, presets, agents: await agentsHere() }, order)
    },
    async knowledgeBuild(...order) {
      const { knowledgeBuild } = await import('./knowledge.ts')
      return knowledgeBuild({ around, shop }, ...order)
    },
    async lookAtTrust(project) {
      const { lookAtTrust } = await import('../app/trust/look.ts')
      return lookAtTrust(await trust(), project)
    },
    async revokeTrust(project) {
      const { revokeTrust } = await import('../app/trust/look.ts')
      return revokeTrust(await trust(), project)
    },
    async trustedProjects() {
      const { trustedProjects } = await import('../app/trust/look.ts')
      return trustedProjects(await trust())
    },
    async install(project, order) {
      const { install } = await import('../app/install/install.ts')
      const { installTools } = await import('./install.ts')
      return install(installTools({ around, shop, find: (await runner()).find }, project), order)
    },
    async doctor(order) {
      const { doctor } = await import('../app/doctor/doctor.ts')
      const { doctorTools } = await import('./install.ts')
      return doctor(doctorTools({ around, shop, find: (await runner()).find }, order.project), order)
    },
    async serveStdio(project) {
      const { serveStdio } = await import('../surfaces/mcp/index.ts')
      const { offerFor } = await import('./offer.ts')
      return serveStdio(
        await offerFor({ around, shop, presets, recorder, past, warn: settings.warn }, project),
      )
    },
    async serve(project, choice) {
      const { serveHttp } = await import('./serve.ts')
      return serveHttp({ around, shop, presets, recorder, past, warn: settings.warn }, project, choice)
    },
    agents: agentsHere,
    now: () => shop.clock.now(),
    context: async (...order) => (await past()).context(...order),
    contextShow: async (...order) => (await past()).contextShow(...order),
    log: async (...order) => (await past()).log(...order),
    show: async (...order) => (await past()).show(...order),
    diff: async (...order) => (await past()).diff(...order),
    why: async (...order) => (await past()).why(...order),
    replay: async (...order) => (await past()).replay(...order),
    bisect: async (...order) => (await past()).bisect(...order),
    report: async (...order) => (await past()).report(...order),
    verify: async (...order) => (await past()).verify(...order),
    storeStats: async (...order) => (await past()).storeStats(...order),
    storeExport: async (...order) => (await past()).storeExport(...order),
    storeImport: async (...order) => (await past()).storeImport(...order),
    storePrune: async (...order) => (await past()).storePrune(...order),
    storeRepair: async (...order) => (await past()).storeRepair(...order),
    // With a dot behind it, only a directory exists.
    isDirectory: (path) => existsSync(`${resolve(around.cwd, path)}/.`),
    readText: (file) => readText(file, around.cwd),
  }
}

const maxText = 256 * 1024 * 1024

function readText(file: string | null, cwd: string): string {
  const name = file ?? 'standard input'
  try {
    const bytes = readFileSync(file === null ? 0 : resolve(cwd, file))
    if (bytes.length > maxText) throw new Refusal('usage', `${name} is larger than 256 MB.`)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason =
      error instanceof TypeError
        ? 'it is not UTF-8 text'
        : ((error as NodeJS.ErrnoException).code ?? 'unknown error')
    throw new Refusal('not-readable', `Cannot read ${name}: ${reason}.`)
  }
}
