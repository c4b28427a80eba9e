// Every command, in the order of the help. Running a command loads only its own module.
import type { Command } from '../command.ts'

const modules: Readonly<Record<string, () => Promise<Command>>> = {
  dispatch: async () => (await import('./dispatch.ts')).dispatch,
  assemble: async () => (await import('./assemble.ts')).assemble,
  explain: async () => (await import('./explain.ts')).explain,
  load: async () => (await import('./load.ts')).load,
  hook: async () => (await import('./hook.ts')).hook,
  read: async () => (await import('./read.ts')).read,
  ls: async () => (await import('./ls.ts')).ls,
  mcp: async () => (await import('./mcp.ts')).mcp,
  serve: async () => (await import('./serve.ts')).serve,
  refresh: async () => (await import('./refresh.ts')).refresh,
  sessions: async () => (await import('./sessions.ts')).sessions,
  plugins: async () => (await import('./plugins.ts')).plugins,
  check: async () => (await import('./check.ts')).check,
  scrub: async () => (await import('./scrub.ts')).scrub,
  setup: async () => (await import('./setup.ts')).setup,
  init: async () => (await import('./init.ts')).init,
  trust: async () => (await import('./trust.ts')).trust,
  install: async () => (await import('./install.ts')).install,
  uninstall: async () => (await import('./uninstall.ts')).uninstall,
  completion: async () => (await import('./completion.ts')).completion,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'knowledge build': async () => (await import('./knowledge-build.ts')).knowledgeBuild,
  'memory add': async () => (await import('./memory-add.ts')).memoryAdd,
  'memory search': async () => (await import('./memory-search.ts')).memorySearch,
  'memory list': async () => (await import('./memory-list.ts')).memoryList,
  'memory prune': async () => (await import('./memory-prune.ts')).memoryPrune,
  'memory promote': async () => (await import('./memory-promote.ts')).memoryPromote,
  context: async () => (await import('./context.ts')).context,
  'context show': async () => (await import('./context-show.ts')).contextShow,
  log: async () => (await import('./log.ts')).log,
  show: async () => (await import('./show.ts')).show,
  diff: async () => (await import('./diff.ts')).diff,
  why: async () => (await import('./why.ts')).why,
  replay: async () => (await import('./replay.ts')).replay,
  bisect: async () => (await import('./bisect.ts')).bisect,
  report: async () => (await import('./report.ts')).report,
  verify: async () => (await import('./verify.ts')).verify,
  'store stats': async () => (await import('./store-stats.ts')).storeStats,
  'store export': async () => (await import('./store-export.ts')).storeExport,
  'store import': async () => (await import('./store-import.ts')).storeImport,
  'store prune': async () => (await import('./store-prune.ts')).storePrune,
  'store repair': async () => (await import('./store-repair.ts')).storeRepair,
}

export const commandNames: readonly string[] = Object.keys(modules)

/** `name` must be one of `commandNames`. */
export function loadCommand(name: string): Promise<Command> {
  return modules[name]!()
}

/** Used by the help, the reference page and tests. */
export function loadCommands(names: readonly string[] = commandNames): Promise<Command[]> {
  return Promise.all(names.map(loadCommand))
}
