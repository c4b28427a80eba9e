import type { Command, DispatchEvent, Project } from '../../app/index.ts'
import { type Request, request as requestFrom } from '../../core/plan/index.ts'
import { renderPrompt } from '../../core/render/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { App, AppSettings, Terminal } from './app.ts'
import { type Parsed, parse, usage } from './parse.ts'
import { showAccount, showDecisions, showReceipt } from './show.ts'

export type MakeApp = (settings: AppSettings) => App

type Handler = (call: Call) => Promise<number>

/** One invocation of a command, with its words read. */
interface Call {
  readonly command: Command
  readonly parsed: Parsed
  readonly app: App
  readonly terminal: Terminal
}

const handlers: Readonly<Record<string, Handler>> = { dispatch, assemble, explain, scrub, init }

export async function run(
  command: Command,
  argv: readonly string[],
  make: MakeApp,
  terminal: Terminal,
): Promise<number> {
  const parsed = parse(command, argv, takesWord)
  const app = make({ now: timeOf(command, parsed), cache: !parsed.options.has('no-cache') })
  return handlers[command.name]!({ command, parsed, app, terminal })
}

/** `--context full` with a space: only what looks like a level is taken, so that a task is never eaten. */
function takesWord(name: string, next: string): boolean {
  return name === 'context' && /^(\d+|off|[a-z]+)$/.test(next)
}

function option(parsed: Parsed, name: string): string | undefined {
  return parsed.options.get(name)?.[0]
}

function pairs(call: Pick<Call, 'command' | 'parsed'>, name: string): Record<string, string> {
  const entries = (call.parsed.options.get(name) ?? []).map((text) => {
    const equals = text.indexOf('=')
    if (equals < 1) throw usage(call.command, `--${name} must look like NAME=VALUE, not "${text}"`)
    return [text.slice(0, equals), text.slice(equals + 1)]
  })
  return Object.fromEntries(entries)
}

function timeOf(command: Command, parsed: Parsed): Date | null {
  const text = option(parsed, 'now')
  if (text === undefined) return null
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw usage(command, `--now must be an ISO 8601 time, not "${text}"`)
  return time
}

function projectOf(call: Call, repo: string): Project {
  return call.app.project({
    repo,
    manifest: option(call.parsed, 'manifest'),
    preset: option(call.parsed, 'preset'),
    roots: pairs(call, 'root'),
  })
}

function requestOf(call: Call, project: Project, given: Partial<Request>): Request {
  return requestFrom({
    repo: project.name,
    role: option(call.parsed, 'role') ?? null,
    flags: call.parsed.options.get('flag') ?? [],
    vars: pairs(call, 'var'),
    agent: option(call.parsed, 'executor') ?? null,
    ...given,
  })
}

async function assemble(call: Call): Promise<number> {
  const [repo = '.', second = '', third] = call.parsed.args
  const project = projectOf(call, repo)
  const output = third ?? second
  const isLevel =
    third === undefined && (/^\d+$/.test(output) || (await call.app.levels(project)).includes(output))
  if (output === '' || isLevel) {
    const taken = isLevel ? `: "${output}" was taken for the level` : ''
    throw usage(call.command, `<output_dir> is missing${taken}`)
  }
  const level = third === undefined || second === '' ? null : second
  const debug = call.parsed.options.has('debug')
  const request = requestOf(call, project, { level })
  const { receipt, compiled } = await call.app.inject({ project, output, request, debug })
  warn(call, receipt.diagnostics)
  if (debug && compiled !== null) call.terminal.err(showDecisions(compiled))
  call.terminal.out(`${receipt.injection_id}\n`)
  return 0
}

function warn(
  call: Call,
  diagnostics: readonly { severity: string; section?: string; detail: string }[],
): void {
  for (const one of diagnostics) {
    if (one.severity === 'note') continue
    call.terminal.err(
      `foreword: ${one.severity}: ${one.section === undefined ? '' : `${one.section}: `}${one.detail}\n`,
    )
  }
}

async function explain(call: Call): Promise<number> {
  const { args, options } = call.parsed
  const project = projectOf(call, args[0] ?? '.')
  const task = option(call.parsed, 'task') ?? null
  const compiled = await call.app.explain({
    project,
    request: requestOf(call, project, { level: args[1] ?? null, task }),
  })
  if (options.has('json')) {
    const decisions = options.has('debug') ? { decisions: compiled.packet.decisions } : {}
    call.terminal.out(
      `${JSON.stringify({ packet: compiled.text, receipt: compiled.receipt, ...decisions }, null, 2)}\n`,
    )
    return 0
  }
  const sections = [
    ...(options.has('debug') ? [['Decisions', showDecisions(compiled)]] : []),
    ['Packet', task === null ? compiled.text : renderPrompt(compiled.packet.render, compiled.text, task)],
    ['Sections', showAccount(compiled)],
    ['Receipt', showReceipt(compiled.receipt)],
  ]
  for (const [title, text] of sections)
    call.terminal.out(`── ${title} ${'─'.repeat(76 - title!.length)}\n${text}\n`)
  return 0
}

async function dispatch(call: Call): Promise<number> {
  const { parsed, app, terminal } = call
  const project = projectOf(call, parsed.args[0]!)
  const task = parsed.args[1] === '-' ? app.readText(null) : parsed.args[1]!
  if (task.trim() === '') throw usage(call.command, '<task> is empty')
  const agents = await chosenAgents(call)
  const context = option(parsed, 'context')
  const off = context === undefined || context === 'off'
  const json = parsed.options.has('json')
  const level = off || context === '' ? null : context
  const order = {
    project,
    agents,
    request: { ...requestOf(call, project, { level, task, agent: null }), task },
    context: off
      ? ('off' as const)
      : parsed.options.has('context-optional')
        ? ('optional' as const)
        : ('required' as const),
    runsDirectory: option(parsed, 'runs-dir') ?? 'runs',
    timeoutMs: seconds(call, 'timeout', 1800) * 1000,
    debug: parsed.options.has('debug'),
  }
  const quiet: Call = { ...call, terminal: { ...terminal, out: () => undefined } }
  const reports = await app.dispatch(order, (event) => narrate(json ? quiet : call, event))
  if (json) terminal.out(`${JSON.stringify(reports, null, 2)}\n`)
  return reports.every((report) => report.outcome.status === 'success') ? 0 : 1
}

async function chosenAgents(call: Call) {
  const known = await call.app.agents()
  const names = option(call.parsed, 'executor')
  const list = known.map((agent) => agent.id).join(', ')
  if (names === undefined) throw usage(call.command, `--executor is missing; agents: ${list}`)
  if (names === 'all') {
    const installed = known.filter((agent) => agent.installed)
    if (installed.length > 0) return installed
    throw new Refusal('agent-missing', `None of ${list} is on PATH.`, 'Install one of them.')
  }
  const wanted = [...new Set(names.split(',').map((name) => name.trim()))]
  return wanted.map((name) => {
    const agent = known.find((one) => one.id === name)
    if (agent === undefined) throw usage(call.command, `unknown agent "${name}"; agents: ${list}`)
    return agent
  })
}

function seconds(call: Call, name: string, fallback: number): number {
  const text = option(call.parsed, name)
  if (text === undefined) return fallback
  const value = Number(text)
  if (!(value > 0 && value <= 2_000_000))
    throw usage(call.command, `--${name} must be a number of seconds, not "${text}"`)
  return value
}

function narrate(call: Call, event: DispatchEvent): void {
  if (event.kind === 'no-context') {
    call.terminal.err(`foreword: warning: going on without context: ${event.reason}\n`)
    return
  }
  if (event.kind === 'injection') {
    warn(call, event.receipt.diagnostics)
    if (event.compiled !== null && call.parsed.options.has('debug'))
      call.terminal.out(showDecisions(event.compiled))
  }
  call.terminal.out(`${narration(event, call.app.cwd)}\n`)
}

function narration(event: Exclude<DispatchEvent, { kind: 'no-context' }>, cwd: string): string {
  switch (event.kind) {
    case 'context':
      return `Building context (level: ${event.level})...`
    case 'injection':
      return `   Injection ID: ${event.receipt.injection_id}\n   Tokens: ~${event.receipt.total}`
    case 'started':
      return `Running ${event.agent} (${event.runId}), output in ${fromHere(event.directory, cwd)}/output.log`
    case 'finished': {
      const { agent, outcome, exitCode } = event.report
      const code = exitCode === null ? '' : `, exit code ${exitCode}`
      return `   ${agent}: ${outcome.status}${code}, changes: ${outcome.changes}, ${outcome.seconds} s`
    }
  }
}

/** Paths below the current directory are shown as one would type them. */
function fromHere(path: string, cwd: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}

async function scrub(call: Call): Promise<number> {
  const { parsed, app, terminal } = call
  const without = parsed.options.get('without') ?? []
  const rules = await app.redactionRules()
  const unknown = without.find((rule) => !rules.includes(rule))
  if (unknown !== undefined)
    throw usage(call.command, `there is no rule "${unknown}"; rules: ${rules.join(', ')}`)
  const files = parsed.args.length === 0 ? ['-'] : parsed.args
  const found: { file: string; rule: string; line: number; column: number }[] = []
  const texts: string[] = []
  for (const file of files) {
    const { text, findings } = await app.scrub(app.readText(file === '-' ? null : file), without)
    texts.push(text)
    found.push(...findings.map((finding) => ({ file, ...finding })))
  }
  if (parsed.options.has('json')) terminal.out(`${JSON.stringify({ findings: found }, null, 2)}\n`)
  else if (!parsed.options.has('check')) for (const text of texts) terminal.out(text)
  else for (const one of found) terminal.out(`${one.file}:${one.line}:${one.column}: ${one.rule}\n`)
  return found.length === 0 ? 0 : 1
}

async function init(call: Call): Promise<number> {
  const { parsed, app, terminal } = call
  const placed = await app.init({
    repo: parsed.args[0] ?? '.',
    preset: option(parsed, 'preset'),
    vars: pairs(call, 'var'),
    dryRun: parsed.options.has('dry-run'),
  })
  if (parsed.options.has('json')) terminal.out(`${JSON.stringify(placed, null, 2)}\n`)
  else {
    for (const { state, path } of placed) terminal.out(`${state.padEnd(11)} ${path}\n`)
    terminal.out('\nNext: fill in the files, then look at what agents will be told: foreword explain .\n')
  }
  return 0
}
