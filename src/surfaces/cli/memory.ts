import { timeAhead } from './amounts.ts'
import type { PastChoice } from './app.ts'
import { choiceOf, numberOption, print, timeOption } from './asking.ts'
import { type Call, type Handler, option } from './options.ts'
import { usage } from './parse.ts'
import { addView, listView, promoteNotice, pruneView, searchView } from './views/memory.ts'
import { visible } from './visible.ts'

export const memoryHandlers: Readonly<Record<string, Handler>> = {
  'memory add': async (call) => {
    const answer = await call.app.memoryAdd(memoryOf(call), addOrder(call))
    return print(call, answer, () => addView(answer))
  },
  'memory search': async (call) => {
    const query = call.parsed.args.join(' ')
    const answer = await call.app.memorySearch(memoryOf(call), query, lookOrder(call))
    return print(call, answer, (paint) => searchView(answer, paint))
  },
  'memory list': async (call) => {
    const answer = await call.app.memoryList(memoryOf(call), lookOrder(call))
    return print(call, answer, (paint) => listView(answer, paint))
  },
  'memory prune': async (call) => {
    const expired = call.parsed.options.has('expired')
    const before = timeOption(call, 'before') ?? null
    if (!expired && before === null)
      throw usage(call.command, 'say what may go: --expired, --before=90d, or both')
    const order = { expired, before, dryRun: call.parsed.options.has('dry-run') }
    const answer = await call.app.memoryPrune(memoryOf(call), order)
    return print(call, answer, () => pruneView(answer))
  },
  'memory promote': async (call) => {
    const order = { id: call.parsed.args[0]!, to: option(call.parsed, 'to') ?? null }
    const answer = await call.app.memoryPromote(memoryOf(call), order)
    print(call, answer, () => (answer.to === null ? visible(answer.document ?? '') : promoteNotice(answer)))
    if (answer.to === null && !call.parsed.options.has('json')) call.terminal.err(promoteNotice(answer))
    return 0
  },
}

/** Notes go into bundles: where a project says nothing, the manifest that counts for one counts for the other. */
function memoryOf(call: Call): PastChoice {
  return choiceOf(call, 'bundle')
}

function addOrder(call: Call) {
  const { parsed, app } = call
  const [text = ''] = parsed.args
  return {
    text: text === '-' ? app.readText(null) : text,
    contentClass: option(parsed, 'class') ?? null,
    tags: parsed.options.get('tag') ?? [],
    sourceRefs: parsed.options.get('source-ref') ?? [],
    by: option(parsed, 'by') ?? null,
    retention: option(parsed, 'retention') ?? null,
    expires: expiryOf(call),
  }
}

function expiryOf(call: Call): string | null {
  const text = option(call.parsed, 'expires')
  if (text === undefined) return null
  const time = timeAhead(text, call.app.now())
  if (time !== null) return time
  throw usage(
    call.command,
    `--expires must be a day or a time with zone (ISO 8601), or like 2h, 3d, 2w, not "${text}"`,
  )
}

function lookOrder(call: Call) {
  return {
    contentClass: option(call.parsed, 'class') ?? null,
    tags: call.parsed.options.get('tag') ?? [],
    expired: call.parsed.options.has('expired'),
    limit: numberOption(call, 'limit', 1000) ?? 20,
  }
}
