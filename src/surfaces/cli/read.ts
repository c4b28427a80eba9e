import { print } from './asking.ts'
import { type Call, option, projectOf, requestOf, warn } from './options.ts'
import { usage } from './parse.ts'
import { watched } from './progress.ts'
import { listView } from './views/addresses.ts'
import { visible, visibleJson } from './visible.ts'

/** Prints the text and nothing else: what an agent would get, byte for byte. */
export async function read(call: Call): Promise<number> {
  const { parsed, terminal, app } = call
  const project = projectOf(call, option(parsed, 'repo') ?? app.projectAround())
  const address = parsed.args[0] ?? ''
  const task = option(parsed, 'task') ?? null
  const request = { ...requestOf(call, project, { task, budget: budgetOf(call) }), address }
  const order = { project, request, session: option(parsed, 'session') }
  const answer = await watched(terminal, (tell) => app.read(order, tell))
  const troubles = answer.troubles.map(({ detail }) => ({ severity: 'warning', detail }))
  const json = parsed.options.has('json')
  warn(call, [...answer.diagnostics, ...troubles, ...(json ? [] : cutNote(answer))])
  if (json) terminal.out(`${visibleJson(answer)}\n`)
  else terminal.out(terminal.style === 'colour' ? visible(answer.text) : answer.text)
  return 0
}

function cutNote({ cut, budget }: { cut: boolean; budget: number | null }) {
  if (!cut) return []
  return [{ severity: 'warning', detail: `cut to its budget of ${budget}; --budget=all reads all of it` }]
}

const everything = 100_000_000

function budgetOf({ command, parsed }: Call): number | null {
  const text = option(parsed, 'budget')
  if (text === undefined) return null
  if (text === 'all') return everything
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw usage(command, `--budget must be a number or all, not "${text}"`)
}

export async function ls(call: Call): Promise<number> {
  const { parsed, app } = call
  const project = projectOf(call, option(parsed, 'repo') ?? app.projectAround())
  const request = requestOf(call, project, {})
  const answer = await app.ls({ project, request, under: parsed.args[0] ?? null })
  return print(call, answer, (paint) => listView(answer, paint))
}
