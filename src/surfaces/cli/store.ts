import { bytesOf } from './amounts.ts'
import type { PruneChoice } from './app.ts'
import { choiceOf, print, timeOption } from './asking.ts'
import { type Call, type Handler, option } from './options.ts'
import { usage } from './parse.ts'
import { watched } from './progress.ts'
import { exportView, importView, pruneView, repairView, statsView } from './views/store.ts'

export const storeHandlers: Readonly<Record<string, Handler>> = {
  'store stats': async (call) => {
    const answer = await call.app.storeStats(choiceOf(call))
    return print(call, answer, (paint) => statsView(answer, paint))
  },
  'store export': exportLedger,
  'store import': async (call) => {
    const file = fileOf(call)
    const answer = await watched(call.terminal, (tell) => call.app.storeImport(choiceOf(call), file, tell))
    return print(call, answer, () => importView(answer))
  },
  'store prune': async (call) => {
    const order = pruneOrder(call)
    const answer = await watched(call.terminal, (tell) => call.app.storePrune(choiceOf(call), order, tell))
    return print(call, answer, () => pruneView(answer))
  },
  'store repair': async (call) => {
    const answer = await watched(call.terminal, (tell) => call.app.storeRepair(choiceOf(call), tell))
    return print(call, answer, () => repairView(answer))
  },
}

/** What goes to standard output stays alone there. */
async function exportLedger(call: Call): Promise<number> {
  const { terminal, parsed } = call
  const file = fileOf(call)
  if (file === null && parsed.options.has('json'))
    throw usage(call.command, '--json needs a <file>: standard output has the export')
  const to = file ?? terminal.out
  const answer = await watched(terminal, (tell) => call.app.storeExport(choiceOf(call), to, tell))
  if (file !== null) return print(call, answer, () => exportView(answer, file))
  terminal.err(exportView(answer, null))
  return 0
}

function fileOf({ parsed }: Call): string | null {
  const file = parsed.args[0] ?? '-'
  return file === '-' ? null : file
}

function pruneOrder(call: Call): PruneChoice {
  const before = timeOption(call, 'older-than') ?? null
  const text = option(call.parsed, 'max-size')
  const maxBytes = text === undefined ? null : bytesOf(text)
  if (text !== undefined && maxBytes === null)
    throw usage(call.command, `--max-size must be like 500MB or 2GB, not "${text}"`)
  if (before === null && maxBytes === null)
    throw usage(call.command, 'say what may go: --older-than=90d, --max-size=500MB, or both')
  return { before, maxBytes, dryRun: call.parsed.options.has('dry-run') }
}
