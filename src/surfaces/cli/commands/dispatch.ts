import { agents } from '../../../agents/index.ts'
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
import {
  agentNames,
  jsonOption,
  manifestOptions,
  refusalExits,
  repoArgument,
  repoOption,
} from '../arguments.ts'
import { type CommandCall, defineCommandWithResult } from '../command.ts'
import { chooseDispatchAgents } from '../dispatch-agents.ts'
import { openDispatchBoard } from '../dispatch-board.ts'
import { dispatchCleanView, runDispatchClean } from '../dispatch-clean.ts'
import { narrateDispatch, worktreeWarnings } from '../narrate-dispatch.ts'
import { canBePath, makeUsageRefusal } from '../parse-arguments.ts'
import { chooseProject, makeRequestFromOptions, readOption, readSeconds } from '../read-options.ts'
import { isRepository, takeRepository } from '../repository.ts'
import { formatRunComparison } from '../views/format-run-comparison.ts'

export const dispatch = defineCommandWithResult({
  name: 'dispatch',
  summary: 'Give a task to coding agents, preceded by its context',
  about: [
    'With --context the prompt is the packet followed by the task; without it, only the task. Secrets in the task are replaced.',
    'Each run has a directory runs/<run-id>/ with task, prompt, context, receipt, output, result and outcome. Several agents work in parallel, each in its own git worktree of the last commit, on a branch foreword/<run-id>.',
  ],
  args: [
    repoArgument,
    { name: 'task', about: 'The task; - reads it from standard input', required: true },
    {
      name: 'command',
      about:
        'For generic: the program and its arguments; {prompt_file} is the path of the prompt. For any other agent: more arguments of it',
      required: false,
      many: true,
      rest: true,
    },
  ],
  options: [
    {
      name: 'executor',
      value: 'AGENT[,AGENT…]|all',
      suggestions: [...agents.map(({ id }) => id), 'all'],
      about: `The agents to start: ${agentNames}, or names from agents.yaml`,
    },
    {
      name: 'command',
      value: 'WORDS',
      about: 'For generic: the program and its arguments as one string; no shell runs it',
    },
    {
      name: 'jobs',
      value: 'COUNT',
      about: 'The most agents to run in parallel (default: one per processor)',
    },
    {
      name: 'context',
      value: 'LEVEL',
      optional: true,
      suggestions: ['minimal', 'standard', 'full', 'off'],
      about: 'Prepend context of this level: minimal, standard (default), full, a number, off',
    },
    { name: 'context-optional', about: 'Run the task without context if the context cannot be compiled' },
    {
      name: 'check',
      value: 'COMMAND',
      about: 'Judge each run by this shell command in its directory: exit code 0 is success',
    },
    { name: 'keep-secrets', about: 'Send the task unchanged, even if it contains a secret' },
    { name: 'timeout', value: 'SECONDS', about: 'Stop an agent after this long (default 1800)' },
    { name: 'runs-dir', value: 'DIR', about: 'The directory for run directories (default ./runs)' },
    {
      name: 'clean',
      without: 'task',
      about:
        'Remove the worktrees of earlier runs and start no agent. Worktrees with uncommitted changes and branches with unmerged commits stay',
    },
    { name: 'force', about: 'With --clean: remove those as well' },
    { name: 'dry-run', about: 'With --clean: show what would be removed, and remove nothing' },
    { name: 'debug', about: 'Print each decision' },
    jsonOption,
    repoOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword dispatch "Add the PARTY command" --executor=claude --context',
    'foreword dispatch ../shop "Fix a test" --executor=claude,codex --context=full',
    'foreword dispatch . - --executor=gemini --context=1400 < task.md',
    'foreword dispatch . "Fix a test" --executor=generic -- my-agent {prompt_file}',
    'foreword dispatch . "Fix a test" --executor=claude -- --model opus',
    'foreword dispatch . "Fix a test" --executor=claude,codex --check "npm test"',
    'foreword dispatch . --clean',
  ],
  exits: [
    [0, 'every agent finished and none reported a failure; with --clean: done'],
    [1, 'an agent failed, was blocked by a hook, or timed out'],
    ...refusalExits,
  ],
  outputSchema: dispatchOutput,
  async run(call): Promise<Result> {
    const { repo, task } = readRepositoryAndTask(call)
    const project = chooseProject(call, repo)
    if (!call.parsed.options.has('clean')) return start(call, project, { repo, task })
    const answer = await runDispatchClean(call, project)
    return { answer, text: dispatchCleanView(answer) }
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

interface DispatchWords {
  readonly repo: string
  readonly task: string
}

/** A single word is the task, unless it names a repository. */
function readRepositoryAndTask(call: CommandCall): DispatchWords {
  const { command, parsed } = call
  const [first = ''] = parsed.args
  const isClean = parsed.options.has('clean')
  const isAlone = parsed.args.length === 1
  const isFirst = isAlone ? isClean || (canBePath(first) && isRepository(call, first)) : first !== ''
  const { repo, words } = takeRepository(call, isFirst)
  const [task] = words
  if (isClean && task !== undefined) throw makeUsageRefusal(command, '--clean takes no task')
  if (isClean || task !== undefined) return { repo, task: task ?? '' }
  throw makeUsageRefusal(command, `<task> is missing: "${first}" is read as the repository`)
}

async function start(call: CommandCall, project: Project, words: DispatchWords): Promise<Result> {
  const { parsed } = call
  for (const name of ['force', 'dry-run'])
    if (parsed.options.has(name)) throw makeUsageRefusal(call.command, `--${name} is only for --clean`)
  const input = await readInput(call, project, words.task)
  const { reports, notices, decisions } = await runAll(call, input)
  const answer: DispatchRow[] = reports.map((report) => ({
    ...makeRow(report, notices),
    decisions: decisions.get(report.runId),
  }))
  const rows = answer.map((row, i) => ({ ...row, hasUncommitted: reports[i]!.worktree?.loose ?? false }))
  return { answer, text: rows.length > 1 ? formatRunComparison(rows, words.repo) : '' }
}

async function readInput(call: CommandCall, project: Project, given: string): Promise<DispatchInput> {
  const { parsed, services } = call
  const task = given === '-' ? services.readText(null) : given
  if (task.trim() === '') throw makeUsageRefusal(call.command, '<task> is empty')
  const agents = await chooseDispatchAgents(call, project)
  const context = readOption(parsed, 'context')
  const off = context === undefined || context === 'off'
  const level = off || context === '' ? null : context
  return {
    project,
    agents,
    request: { ...makeRequestFromOptions(call, project, { level, task, agent: null }), task },
    context: off ? 'off' : parsed.options.has('context-optional') ? 'optional' : 'required',
    runsDirectory: services.resolve(readOption(parsed, 'runs-dir') ?? 'runs'),
    timeoutMs: readSeconds(call, 'timeout', 1800) * 1000,
    jobs: readJobs(call),
    useCache: !parsed.options.has('debug'),
    keepSecrets: parsed.options.has('keep-secrets'),
    check: readCheck(call),
  }
}

/** Starts the agents and shows their progress on the terminal. */
async function runAll(call: CommandCall, input: DispatchInput) {
  const { terminal } = call
  const quiet: CommandCall = { ...call, terminal: { ...terminal, out: () => undefined } }
  const shown = call.parsed.options.has('json') ? quiet : call
  const decisions = new Map<string | null, readonly PacketDecision[] | undefined>()
  const notices: string[] = []
  const board = openDispatchBoard(terminal)
  const tell = (event: DispatchEvent) => {
    if (event.kind === 'uncommitted' || event.kind === 'submodules')
      notices.push(worktreeWarnings[event.kind])
    if (event.kind === 'injection' && call.parsed.options.has('debug'))
      decisions.set(event.receipt.run_id, event.compiled?.packet.decisions)
    board.clear()
    narrateDispatch(shown, event)
    board.take(event)
    board.draw()
  }
  try {
    return { reports: await dispatchAndSend(call, input, tell), notices, decisions }
  } finally {
    board.end()
  }
}

/** Sends the spool before it returns. A run is long enough that waiting for a database server does not matter. */
async function dispatchAndSend(
  { services }: CommandCall,
  input: DispatchInput,
  tell: (event: DispatchEvent) => void,
) {
  const { recorder } = services.recording(input.project, { sendLater: true })
  const deps = {
    engine: services.engine,
    outbox: await services.outbox(),
    recorder,
    runner: await services.runner(),
    tell,
  }
  try {
    return await dispatchTask(deps, input)
  } finally {
    await services.sendSpool(input.project, (trouble) => tell({ kind: 'trouble', trouble }))
  }
}

function readCheck(call: CommandCall): string | null {
  const check = readOption(call.parsed, 'check')
  if (check?.trim() === '') throw makeUsageRefusal(call.command, '--check is empty')
  return check ?? null
}

/** Null if the number of processors is the limit. */
function readJobs(call: CommandCall): number | null {
  const text = readOption(call.parsed, 'jobs')
  if (text === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw makeUsageRefusal(call.command, `--jobs must be a whole number above 0, not "${text}"`)
}

/** One run for --json. Its keys are those of the files in the run directory. */
function makeRow(report: RunReport, notices: readonly string[]): Omit<DispatchRow, 'decisions'> {
  const { runId, agent, directory, receipt, outcome, exitCode, check, answer, size, worktree } = report
  const diagnostics = receipt?.diagnostics.filter((diagnostic) => diagnostic.severity !== 'note') ?? []
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
    check,
    ...size,
    session_id: answer.session,
    model: answer.model,
    usage: answer.usage,
    blocked: answer.verdict === 'blocked',
    denied: answer.denied,
    error: answer.error,
    message: answer.message,
    notes: answer.notes,
    warnings: [...notices, ...diagnostics.map((diagnostic) => diagnostic.detail)],
    branch: worktree?.branch ?? null,
    worktree: worktree?.path ?? null,
  }
}
