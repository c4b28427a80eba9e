// Knows everyone: builds the program from its rooms. Rooms that cost start-up time are loaded at their first use.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findProject, presetFile, projectAround } from '../adapters/project/index.ts'
import { agents } from '../agents/index.ts'
import type { Outbox, Project, StoreTrouble } from '../ports/index.ts'
import type { App, AppSettings, PastChoice } from '../surfaces/cli/index.ts'
import { openWorkshop } from './engine.ts'
import { leadsToServer, openProjectStore } from './project-store.ts'
import { listSessions, refreshWith } from './session.ts'
import type { Surroundings } from './surroundings.ts'
import { readText } from './text.ts'

export type { Surroundings }

export function compose(around: Surroundings, settings: AppSettings): App {
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
  const keeping = (project: Project) => openProjectStore(around.env, project)
  /** A run is long enough to wait for a server at its end. */
  const deliver = async (project: Project, warn: (trouble: StoreTrouble) => void) => {
    if (!leadsToServer(around.env, project)) return
    const { deliverSpool } = await import('./store.ts')
    await deliverSpool({ env: around.env, warn }, { project, store: undefined })
  }
  const past = async () => (await import('./past.ts')).openPast({ around, shop, warn: settings.warn })
  const memory = async (choice: PastChoice) =>
    (await import('./memory.ts')).memoryTools({ around, shop, warn: settings.warn }, choice)
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
    projectAround: (cwd: string = around.cwd) =>
      projectAround(cwd, { presets, userHome: around.env.HOME ?? null }),
    async levels(project) {
      const { manifest } = await shop.loadManifest(project.manifestFile)
      return Object.keys(manifest.levels)
    },
    async inject(order) {
      const { inject } = await import('../app/inject.ts')
      return inject({ shop, outbox: await outbox(), ...keeping(order.project), warn: settings.warn }, order)
    },
    async read(order, tell) {
      const { readAddress } = await import('../app/addresses/read.ts')
      const tools = { shop, ...keeping(order.project), warn: settings.warn }
      const progress = (done: number, total: number) => tell({ done, total, what: 'Reading documents' })
      return readAddress(tools, { ...order, progress })
    },
    async ls(order) {
      const { listAddresses } = await import('../app/addresses/list.ts')
      return listAddresses(shop, order)
    },
    async refresh(order) {
      return refreshWith({ shop, ...keeping(order.project) }, order)
    },
    async sessions(choice, limit) {
      return listSessions(around.env, choice, limit)
    },
    async plugins(order) {
      const { plugins } = await import('./plugins.ts')
      return plugins(shop, order)
    },
    async explain(order) {
      const { explain } = await import('../app/explain.ts')
      return explain(shop, order)
    },
    async load(order) {
      const { load } = await import('../app/load.ts')
      const { recorder } = keeping(order.project)
      const { bundle } = order.request
      const adapters = (bundle?.adapters ?? []).map(({ name, file }) => ({
        name,
        file: file === null ? null : resolve(around.cwd, file),
      }))
      const request = { ...order.request, bundle: bundle === null ? null : { ...bundle, adapters } }
      return load({ shop, recorder, warn: settings.warn }, { ...order, request })
    },
    async outputIn(project, choice) {
      const { outputIn } = await import('./output.ts')
      return outputIn(project, { ...choice, inputs: choice.inputs.map((one) => resolve(around.cwd, one)) })
    },
    async dispatch(order, tell) {
      const { dispatch } = await import('../app/dispatch.ts')
      const { recorder } = keeping(order.project)
      const { worktreeTrustOf } = await import('./trust.ts')
      const lending = await worktreeTrustOf(around, shop, presets)
      const tools = { shop, outbox: await outbox(), recorder, runner: await runner(), lending, tell }
      try {
        return await dispatch(tools, { ...order, runsDirectory: resolve(around.cwd, order.runsDirectory) })
      } finally {
        const warn = (trouble: StoreTrouble) => tell({ kind: 'trouble', trouble })
        await deliver(order.project, warn)
      }
    },
    async cleanWorktrees(order) {
      const { cleanWorktrees } = await import('../app/dispatch-clean.ts')
      const { worktreeTrustOf } = await import('./trust.ts')
      return cleanWorktrees(
        { versions: await shop.versions(), lending: await worktreeTrustOf(around, shop, presets) },
        order,
      )
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
    async memoryAdd(choice, order) {
      const { addRecord } = await import('../app/memory/add.ts')
      return addRecord(await memory(choice), order)
    },
    async memorySearch(choice, query, order) {
      const { searchRecords } = await import('../app/memory/look.ts')
      return searchRecords(await memory(choice), query, order)
    },
    async memoryList(choice, order) {
      const { listRecords } = await import('../app/memory/look.ts')
      return listRecords(await memory(choice), order)
    },
    async memoryPrune(choice, order) {
      const { pruneRecords } = await import('../app/memory/prune.ts')
      return pruneRecords(await memory(choice), order)
    },
    async memoryPromote(choice, order) {
      const { promote } = await import('../app/memory/promote.ts')
      return promote(await memory(choice), order)
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
      const { installWith } = await import('./doctor.ts')
      return installWith({ around, shop, find: (await runner()).find }, project, order)
    },
    async doctor(order) {
      const { doctorWith } = await import('./doctor.ts')
      return doctorWith({ around, shop, find: (await runner()).find }, order)
    },
    async serveStdio(project) {
      const { serveStdio } = await import('../surfaces/mcp/index.ts')
      const { offerFor } = await import('./server.ts')
      return serveStdio(await offerFor({ around, shop, presets, past, warn: settings.warn }, project))
    },
    async serve(project, choice) {
      const { serveHttp } = await import('./server.ts')
      return serveHttp({ around, shop, presets, past, warn: settings.warn }, project, choice)
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
