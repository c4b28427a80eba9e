import type { LogQuery } from '../../app/index.ts'
import { choiceOf, numberOption, print, timeOption } from './asking.ts'
import { type Call, type Handler, option, requestOf } from './options.ts'
import { usage } from './parse.ts'
import { watched } from './progress.ts'
import { storeHandlers } from './store.ts'
import { bisectView } from './views/bisect.ts'
import { contextShowView, contextView, waitingNotice } from './views/context.ts'
import { diffView } from './views/diff.ts'
import { logView } from './views/log.ts'
import { reportView } from './views/report.ts'
import { showView } from './views/show.ts'
import { checkpointNotice, verifyView } from './views/verify.ts'
import { whyView } from './views/why.ts'

/** The commands about past injections, by name. */
export const past: Readonly<Record<string, Handler>> = {
  context,
  'context show': contextShow,
  log,
  show: async (call) => {
    const answer = await call.app.show(choiceOf(call), call.parsed.args[0]!)
    return print(call, answer, (paint) => showView(answer, paint))
  },
  diff: async (call) => {
    const [before, after] = call.parsed.args
    const answer = await call.app.diff(choiceOf(call), before!, after!)
    return print(call, answer, (paint) => diffView(answer, paint))
  },
  why,
  replay: async (call) => {
    const answer = await call.app.replay(choiceOf(call), call.parsed.args[0]!)
    return print(call, answer, () => answer.text)
  },
  bisect: async (call) => {
    const { args, rest } = call.parsed
    const order = { good: args[0]!, bad: args[1]!, command: rest }
    const answer = await watched(call.terminal, (tell) => call.app.bisect(choiceOf(call), order, tell))
    return print(call, answer, (paint) => bisectView(answer, paint))
  },
  report: async (call) => {
    const answer = await call.app.report(choiceOf(call), timeOption(call, 'since') ?? null)
    return print(call, answer, (paint) => reportView(answer, paint))
  },
  verify,
  ...storeHandlers,
}

async function context(call: Call): Promise<number> {
  const answer = await call.app.context(choiceOf(call))
  if (answer.waiting > 0) call.terminal.err(waitingNotice(answer.waiting))
  return print(call, answer, () => contextView(answer, call.terminal.style === 'colour'))
}

async function contextShow(call: Call): Promise<number> {
  const verbose = call.parsed.options.has('verbose')
  const choice = choiceOf(call)
  const request = requestOf(call, choice.project, { level: call.parsed.args[0] ?? null })
  const answer = await call.app.contextShow(choice, request, verbose ? 50 : 10)
  return print(call, answer, (paint) => contextShowView(answer, verbose, paint))
}

const filters = ['session', 'agent', 'section', 'source', 'outcome'] as const

async function log(call: Call): Promise<number> {
  const given = filters.flatMap((name) => {
    const value = option(call.parsed, name)
    // A shell completes a path with ./ in front, and no receipt has it.
    return value === undefined ? [] : [[name, name === 'source' ? value.replace(/^(?:\.\/)+/, '') : value]]
  })
  const since = timeOption(call, 'since')
  const before = numberOption(call, 'before', Number.MAX_SAFE_INTEGER)
  const query: LogQuery = {
    ...Object.fromEntries(given),
    ...(since === undefined ? {} : { since }),
    ...(before === undefined ? {} : { before }),
    limit: numberOption(call, 'limit', 1000) ?? 20,
  }
  const answer = await call.app.log(choiceOf(call), query)
  const filtered = Object.keys(query).length > 1
  print(call, answer, (paint) => logView(answer, filtered, paint))
  if (answer.next !== null && !call.parsed.options.has('json'))
    call.terminal.err(`More: ${nextPage(call, answer.next)}\n`)
  return 0
}

/** The same command again, for what comes after. */
function nextPage({ command, parsed }: Call, before: number): string {
  const words = [...parsed.options].flatMap(([name, values]) =>
    name === 'before'
      ? []
      : values.map((value) => (value === '' ? `--${name}` : `--${name}=${quoted(value)}`)),
  )
  return ['foreword', command.name, ...words, `--before=${before}`].join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

async function why(call: Call): Promise<number> {
  const [asked = '', injection = 'latest'] = call.parsed.args
  if (asked.trim() === '') throw usage(call.command, '<text|path> is empty')
  const answer = await call.app.why(choiceOf(call), asked, injection)
  return print(call, answer, (paint) => whyView(answer, paint))
}

async function verify(call: Call): Promise<number> {
  const { parsed, terminal } = call
  const order = {
    checkpoint: option(parsed, 'checkpoint') ?? null,
    writeCheckpoint: option(parsed, 'write-checkpoint') ?? null,
    signer: option(parsed, 'signer') ?? null,
    file: option(parsed, 'file') ?? null,
  }
  if (order.signer !== null && order.checkpoint === null)
    throw usage(call.command, '--signer is about --checkpoint=FILE, which is missing')
  const answer = await watched(terminal, (tell) => call.app.verify(choiceOf(call), order, tell))
  print(call, answer, (paint) => verifyView(answer, paint))
  if (answer.wrote !== null) terminal.err(checkpointNotice(answer.wrote))
  return answer.holds ? 0 : 1
}
