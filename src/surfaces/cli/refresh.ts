import type { RefreshAnswer } from '../../app/index.ts'
import type { Happening } from '../../core/refresh/index.ts'
import { choiceOf, numberOption, print } from './asking.ts'
import { type Call, option, projectOf, requestOf, warn } from './options.ts'
import { usage } from './parse.ts'
import { refreshReasons, sessionsView } from './views/refresh.ts'
import { visible, visibleJson } from './visible.ts'

/** Prints the packet and nothing else, so that a hook can hand it on as it is. */
export async function refresh(call: Call): Promise<number> {
  const { parsed, app, terminal } = call
  const project = projectOf(call, parsed.args[0] ?? app.projectAround())
  const request = requestOf(call, project, { level: option(parsed, 'level') ?? null })
  const order = { project, request, session: sessionOf(call), happened: happeningOf(call) }
  const answer: RefreshAnswer = await app.refresh(order)
  warn(
    call,
    answer.warnings.map((detail) => ({ severity: 'warning', detail })),
  )
  if (parsed.options.has('debug')) terminal.err(refreshReasons(answer))
  if (parsed.options.has('json')) terminal.out(`${visibleJson(answer)}\n`)
  else if (answer.text !== null)
    terminal.out(terminal.style === 'colour' ? visible(answer.text) : answer.text)
  return 0
}

const longest = 500

function sessionOf({ command, parsed }: Call): string {
  const session = option(parsed, 'session') ?? ''
  if (session === '') throw usage(command, '--session=ID is missing: whose context is it?')
  if (session.length > longest || /[\0-\x1f\x7f]/.test(session))
    throw usage(command, `--session must be one line of at most ${longest} characters`)
  return session
}

function happeningOf({ command, parsed }: Call): Happening {
  const name = option(parsed, 'tool')
  if (name === undefined) return { kind: parsed.options.has('turn') ? 'turn' : 'look' }
  if (parsed.options.has('turn')) throw usage(command, '--turn and --tool exclude each other')
  return { kind: 'tool', name }
}

export async function sessions(call: Call): Promise<number> {
  const answer = await call.app.sessions(choiceOf(call), numberOption(call, 'limit', 1000) ?? 20)
  return print(call, answer, (paint) => sessionsView(answer, paint))
}
