import type { DispatchEvent, RunReport } from '../../app/index.ts'
import type { Decision } from '../../core/packet/index.ts'
import { chosenAgents } from './dispatch-agents.ts'
import { openBoard } from './dispatch-board.ts'
import { type Call, option, projectOf, requestOf, seconds, warn } from './options.ts'
import { usage } from './parse.ts'
import { showDecisions } from './show.ts'
import { compareView } from './views/dispatch.ts'
import { visible, visibleJson, visibleLine } from './visible.ts'

export async function dispatch(call: Call): Promise<number> {
  const { parsed, app, terminal } = call
  const project = projectOf(call, parsed.args[0]!)
  if (parsed.options.has('clean')) return (await import('./dispatch-clean.ts')).clean(call, project)
  for (const name of ['force', 'dry-run'])
    if (parsed.options.has(name)) throw usage(call.command, `--${name} is only for --clean`)
  const task = parsed.args[1] === '-' ? app.readText(null) : parsed.args[1]!
  if (task.trim() === '') throw usage(call.command, '<task> is empty')
  const agents = await chosenAgents(call)
  const context = option(parsed, 'context')
  const off = context === undefined || context === 'off'
  const json = parsed.options.has('json')
  const debug = parsed.options.has('debug')
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
    jobs: jobsOf(call),
    useCache: !debug,
    keepSecrets: parsed.options.has('keep-secrets'),
  }
  const quiet: Call = { ...call, terminal: { ...terminal, out: () => undefined } }
  const decisions = new Map<string | null, readonly Decision[] | undefined>()
  const board = openBoard(terminal)
  let reports: readonly RunReport[]
  const notices: string[] = []
  try {
    reports = await app.dispatch(order, (event) => {
      if (event.kind === 'uncommitted' || event.kind === 'submodules') notices.push(lacking[event.kind])
      if (event.kind === 'injection' && debug)
        decisions.set(event.receipt.run_id, event.compiled?.packet.decisions)
      board.clear()
      narrate(json ? quiet : call, event)
      board.take(event)
      board.draw()
    })
  } finally {
    board.end()
  }
  const shown: DispatchRow[] = reports.map((report) => ({
    ...rowOf(report, notices),
    decisions: decisions.get(report.runId),
  }))
  if (json) terminal.out(`${visibleJson(shown)}\n`)
  else if (shown.length > 1) {
    const rows = shown.map((row, i) => ({ ...row, loose: reports[i]!.worktree?.loose ?? false }))
    terminal.out(compareView(rows, parsed.args[0]!))
  }
  return reports.every((report) => report.outcome.status === 'success') ? 0 : 1
}

/** Each works on the last commit, while the context tells of what lies there. */
const lacking = {
  uncommitted:
    'the working tree has changes that are not committed: the agents work without them, and the context was read with them',
  submodules:
    'the directories of submodules are empty where the agents work: "git submodule update --init" fetches them there',
}

/** Null for as many as there are processors. */
function jobsOf(call: Call): number | null {
  const text = option(call.parsed, 'jobs')
  if (text === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw usage(call.command, `--jobs must be a whole number from 1, not "${text}"`)
}

export type DispatchRow = ReturnType<typeof rowOf> & {
  readonly decisions?: readonly Decision[] | undefined
}

/** One run under --json, with the names that its records have. */
function rowOf(report: RunReport, notices: readonly string[]) {
  const { runId, agent, directory, receipt, outcome, exitCode, answer, size, worktree } = report
  const diagnostics = receipt?.diagnostics.filter((one) => one.severity !== 'note') ?? []
  return {
    run_id: runId,
    agent,
    directory,
    injection_id: receipt?.injection_id ?? null,
    level: receipt?.level ?? null,
    tokens: receipt?.total ?? null,
    status: outcome.status,
    changes: outcome.changes,
    duration_sec: outcome.seconds,
    exit_code: exitCode,
    ...size,
    session_id: answer.session,
    model: answer.model,
    usage: answer.usage,
    blocked: answer.verdict === 'blocked',
    denied: answer.denied,
    error: answer.error,
    message: answer.message,
    notes: answer.notes,
    warnings: [...notices, ...diagnostics.map((one) => one.detail)],
    branch: worktree?.branch ?? null,
    worktree: worktree?.path ?? null,
  }
}

function narrate(call: Call, event: DispatchEvent): void {
  if (event.kind === 'ready') return
  if (event.kind === 'no-context') {
    call.terminal.err(`foreword: warning: going on without context: ${event.reason}\n`)
    return
  }
  if (event.kind === 'task-redacted') {
    const detail = `the task held a secret (${event.rules.join(', ')}); it was replaced. --keep-secrets sends it as it is`
    warn(call, [{ severity: 'warning', detail }])
    return
  }
  if (event.kind === 'trouble') {
    warn(call, [{ severity: 'warning', detail: event.trouble.detail }])
    return
  }
  if (event.kind === 'uncommitted' || event.kind === 'submodules') {
    warn(call, [{ severity: 'warning', detail: lacking[event.kind] }])
    return
  }
  if (event.kind === 'refused') {
    call.terminal.err(`Refused; on record in ${fromHere(event.directory, call.app.cwd)}\n`)
    return
  }
  if (event.kind === 'injection') {
    warn(call, event.receipt.diagnostics)
    if (event.compiled !== null && call.parsed.options.has('debug'))
      call.terminal.out(showDecisions(event.compiled))
  }
  call.terminal.out(`${visible(narration(event, call.app.cwd))}\n`)
}

function narration(
  event: Extract<DispatchEvent, { kind: 'context' | 'injection' | 'started' | 'finished' }>,
  cwd: string,
): string {
  switch (event.kind) {
    case 'context':
      return `Building context (level: ${event.level})...`
    case 'injection':
      return `   Injection ID: ${event.receipt.injection_id}\n   Tokens: ~${event.receipt.total}`
    case 'started':
      return `Running ${event.agent} (${event.runId}), output in ${fromHere(event.directory, cwd)}/output.log`
    case 'finished':
      return finished(event.report)
  }
}

function finished({ agent, outcome, exitCode, answer }: RunReport): string {
  const code = exitCode === null ? '' : `, exit code ${exitCode}`
  const denied = answer.denied.length === 0 ? [] : [`not allowed: ${answer.denied.join(', ')}`]
  const error = answer.error === null ? [] : [answer.error]
  const more = [...error, ...denied, ...answer.notes].map((line) => `\n     ${visibleLine(line)}`)
  return `   ${agent}: ${outcome.status}${code}, changes: ${outcome.changes}, ${outcome.seconds} s${more.join('')}`
}

/** Paths below the current directory are shown as one would type them. */
function fromHere(path: string, cwd: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}
