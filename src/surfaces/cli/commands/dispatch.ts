import {
  type CleanResult,
  type DispatchEvent,
  type DispatchInput,
  type DispatchRow,
  dispatchOutput,
  dispatchTask,
  type RunReport,
} from '../../../app/dispatch/index.ts'
import type { PacketDecision } from '../../../core/packet/index.ts'
import type { Project } from '../../../ports/index.ts'
import { type Call, defineCommandWithResult } from '../command.ts'
import { chooseDispatchAgents } from '../dispatch-agents.ts'
import { openDispatchBoard } from '../dispatch-board.ts'
import { clean, cleanView } from '../dispatch-clean.ts'
import { option, projectOf, requestOf, seconds, warn } from '../options.ts'
import { usage } from '../parse.ts'
import { showDecisions } from '../show.ts'
import { compareView } from '../views/dispatch.ts'
import { visible, visibleLine } from '../visible.ts'
import { agentNames, jsonOption, manifestOptions, refusals, repo } from '../words.ts'

export const dispatch = defineCommandWithResult({
  name: 'dispatch',
  summary: 'Give a task to coding agents, with the context in front of it',
  about: [
    'Without --context the prompt is the task. With it, the packet comes first and the task follows. A secret in the task is replaced.',
    'Each run gets a directory runs/<run-id>/ with task, prompt, context, receipt, output, result and outcome. Several agents work at the same time, each in its own git worktree of the last commit, on a branch foreword/<run-id>.',
  ],
  args: [
    repo,
    { name: 'task', about: 'What to do; - reads it from standard input', required: true },
    {
      name: 'command',
      about: 'For generic: the program and its arguments; {prompt_file} stands for the prompt',
      required: false,
      many: true,
      rest: true,
    },
  ],
  options: [
    { name: 'executor', value: 'AGENT[,AGENT…]|all', about: `Which agents: ${agentNames}` },
    {
      name: 'command',
      value: 'WORDS',
      about: 'For generic: the program and its arguments in one text; no shell reads it',
    },
    {
      name: 'jobs',
      value: 'COUNT',
      about: 'At most so many agents at a time (default: one per processor)',
    },
    {
      name: 'context',
      value: 'LEVEL',
      optional: true,
      about: 'Prepend context: minimal, standard (default), full, a number, off',
    },
    { name: 'context-optional', about: 'Go on without context when it cannot be compiled' },
    { name: 'keep-secrets', about: 'Send the task as it is, even if it holds a secret' },
    { name: 'timeout', value: 'SECONDS', about: 'End an agent that takes longer (default 1800)' },
    { name: 'runs-dir', value: 'DIR', about: 'Where run directories go (default ./runs)' },
    {
      name: 'clean',
      without: 'task',
      about:
        'Start nothing, and remove the worktrees of earlier runs. What is not committed stays, and so do commits',
    },
    { name: 'force', about: 'With --clean: remove those too' },
    { name: 'dry-run', about: 'With --clean: only say what would be removed' },
    { name: 'debug', about: 'Show each decision' },
    jsonOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword dispatch . "Add the PARTY command" --executor=claude --context',
    'foreword dispatch ../shop "Fix a test" --executor=claude,codex --context=full',
    'foreword dispatch . - --executor=gemini --context=1400 < task.md',
    'foreword dispatch . "Fix a test" --executor=generic -- my-agent {prompt_file}',
    'foreword dispatch . --clean',
  ],
  exits: [
    [0, 'every agent finished, and none says that it failed; or --clean is through'],
    [1, 'an agent failed, was blocked by a hook, or ran out of time'],
    ...refusals,
  ],
  outputSchema: dispatchOutput,
  async run(call): Promise<Result> {
    const project = projectOf(call, call.parsed.args[0]!)
    if (!call.parsed.options.has('clean')) return start(call, project)
    const answer = await clean(call, project)
    return { answer, text: cleanView(answer) }
  },
  output: ({ answer }) => answer,
  view: ({ text }) => text,
  exitCode: ({ answer }) =>
    'worktrees' in answer || answer.every(({ status }) => status === 'success') ? 0 : 1,
})

interface Result {
  readonly answer: DispatchRow[] | CleanResult
  readonly text: string
}

async function start(call: Call, project: Project): Promise<Result> {
  const { parsed } = call
  for (const name of ['force', 'dry-run'])
    if (parsed.options.has(name)) throw usage(call.command, `--${name} is only for --clean`)
  const order = await orderOf(call, project)
  const { reports, notices, decisions } = await runAll(call, order)
  const answer: DispatchRow[] = reports.map((report) => ({
    ...rowOf(report, notices),
    decisions: decisions.get(report.runId),
  }))
  const rows = answer.map((row, i) => ({ ...row, loose: reports[i]!.worktree?.loose ?? false }))
  return { answer, text: rows.length > 1 ? compareView(rows, parsed.args[0]!) : '' }
}

async function orderOf(call: Call, project: Project): Promise<DispatchInput> {
  const { parsed, services } = call
  const task = parsed.args[1] === '-' ? services.readText(null) : parsed.args[1]!
  if (task.trim() === '') throw usage(call.command, '<task> is empty')
  const agents = await chooseDispatchAgents(call)
  const context = option(parsed, 'context')
  const off = context === undefined || context === 'off'
  const level = off || context === '' ? null : context
  return {
    project,
    agents,
    request: { ...requestOf(call, project, { level, task, agent: null }), task },
    context: off ? 'off' : parsed.options.has('context-optional') ? 'optional' : 'required',
    runsDirectory: services.resolve(option(parsed, 'runs-dir') ?? 'runs'),
    timeoutMs: seconds(call, 'timeout', 1800) * 1000,
    jobs: jobsOf(call),
    useCache: !parsed.options.has('debug'),
    keepSecrets: parsed.options.has('keep-secrets'),
  }
}

/** Starts the agents, and says on the terminal how far they are. */
async function runAll(call: Call, order: DispatchInput) {
  const { terminal } = call
  const quiet: Call = { ...call, terminal: { ...terminal, out: () => undefined } }
  const shown = call.parsed.options.has('json') ? quiet : call
  const decisions = new Map<string | null, readonly PacketDecision[] | undefined>()
  const notices: string[] = []
  const board = openDispatchBoard(terminal)
  const tell = (event: DispatchEvent) => {
    if (event.kind === 'uncommitted' || event.kind === 'submodules') notices.push(lacking[event.kind])
    if (event.kind === 'injection' && call.parsed.options.has('debug'))
      decisions.set(event.receipt.run_id, event.compiled?.packet.decisions)
    board.clear()
    narrate(shown, event)
    board.take(event)
    board.draw()
  }
  try {
    return { reports: await dispatchOrder(call, order, tell), notices, decisions }
  } finally {
    board.end()
  }
}

/** A run is long enough to wait for a server at its end. */
async function dispatchOrder({ services }: Call, order: DispatchInput, tell: (event: DispatchEvent) => void) {
  const { recorder } = services.recording(order.project)
  const tools = {
    engine: services.engine,
    outbox: await services.outbox(),
    recorder,
    runner: await services.runner(),
    lending: await services.lending(),
    tell,
  }
  try {
    return await dispatchTask(tools, order)
  } finally {
    await services.sendSpool(order.project, (trouble) => tell({ kind: 'trouble', trouble }))
  }
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

/** One run under --json, with the names that its records have. */
function rowOf(report: RunReport, notices: readonly string[]): Omit<DispatchRow, 'decisions'> {
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
    call.terminal.err(`Refused; on record in ${fromHere(event.directory, call.services.cwd)}\n`)
    return
  }
  if (event.kind === 'injection') {
    warn(call, event.receipt.diagnostics)
    if (event.compiled !== null && call.parsed.options.has('debug'))
      call.terminal.out(showDecisions(event.compiled.packet))
  }
  call.terminal.out(`${visible(narration(event, call.services.cwd))}\n`)
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
