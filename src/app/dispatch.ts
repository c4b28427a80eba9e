import type { Agent } from '../agents/index.ts'
import type { Request } from '../core/plan/index.ts'
import { fillRecord, type Outcome, type Receipt } from '../core/receipt/index.ts'
import { renderPrompt } from '../core/render/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { AgentJob, AgentRunner, Outbox, Project, RunStore, Workshop } from '../ports/index.ts'
import type { Compiled } from './compile.ts'
import { contextFiles, json } from './inject.ts'
import { newRunId } from './occasion.ts'
import { makeReady } from './ready.ts'
import type { Ready } from './recall.ts'

export interface DispatchOrder {
  readonly project: Project
  readonly request: Request & { readonly task: string }
  readonly agents: readonly Agent[]
  /** Off: the prompt is the task, byte for byte. */
  readonly context: 'off' | 'required' | 'optional'
  readonly runsDirectory: string
  readonly timeoutMs: number
  /** Decisions are wanted. */
  readonly debug: boolean
}

export interface RunReport {
  readonly runId: string
  readonly agent: string
  readonly directory: string
  readonly injectionId: string | null
  readonly outcome: Outcome
  readonly exitCode: number | null
}

/** What a person watching wants to know, as it happens. */
export type DispatchEvent =
  | { readonly kind: 'context'; readonly level: string }
  | { readonly kind: 'injection'; readonly receipt: Receipt; readonly compiled: Compiled | null }
  | { readonly kind: 'no-context'; readonly reason: string }
  | { readonly kind: 'started'; readonly agent: string; readonly runId: string; readonly directory: string }
  | { readonly kind: 'finished'; readonly report: RunReport }

export interface DispatchTools {
  readonly shop: Workshop
  readonly outbox: Outbox
  readonly runner: AgentRunner
  readonly tell: (event: DispatchEvent) => void
}

/** Compiles, writes the run directory, starts the agents, and writes back what came of it. */
export async function dispatch(tools: DispatchTools, order: DispatchOrder): Promise<RunReport[]> {
  const programs = order.agents.map((agent) => ({ agent, program: findProgram(tools.runner, agent) }))
  const several = programs.length > 1
  const versions = await tools.shop.versions()
  if (several && versions.head(order.project.root) === null) {
    throw new Refusal(
      'usage',
      `Several agents at once need a git repository with a commit, so that each works on its own copy of ${order.project.name}.`,
      'Dispatch them one after the other, or commit the project first.',
    )
  }
  const runs = tools.outbox.runs(order.runsDirectory)
  const prepared: Run[] = []
  for (const { agent, program } of programs)
    prepared.push(await prepareRun(tools, order, runs, { agent, program, several }))
  return Promise.all(prepared.map((run) => execute(tools, order, runs, run)))
}

function findProgram(runner: AgentRunner, agent: Agent): string {
  const program = runner.find(agent.program)
  if (program !== null) return program
  throw new Refusal(
    'agent-missing',
    `${agent.title} is not installed: there is no program "${agent.program}" on PATH.`,
    'Install it, or choose another with --executor.',
  )
}

interface Run {
  readonly id: string
  readonly agent: Agent
  readonly program: string
  readonly directory: string
  readonly workspace: string
  readonly context: Ready | null
  readonly started: string
  readonly before: string | null
}

async function prepareRun(
  tools: DispatchTools,
  order: DispatchOrder,
  runs: RunStore,
  who: { agent: Agent; program: string; several: boolean },
): Promise<Run> {
  const { shop } = tools
  const { project, request } = order
  const id = newRunId(shop, who.agent.id)
  const context = await contextOf(tools, order, runs, { runId: id, agent: who.agent.id })
  const prompt = context === null ? request.task : renderPrompt(context.render, context.text, request.task)
  const workspace = who.several ? runs.pathOf(id, 'workspace') : project.root
  const versions = await shop.versions()
  const base = {
    id,
    agent: who.agent,
    program: who.program,
    workspace,
    context,
    started: shop.clock.now().toISOString(),
    before: versions.head(project.root),
  }
  const directory = runs.publish(id, {
    'task.md': request.task,
    'prompt.md': prompt,
    'output.log': '',
    'summary.json': json(summary({ ...base, directory: '' }, order, null)),
    ...(context === null
      ? {}
      : contextFiles(context.record, withOutcome(context.receipt, running), context.text)),
  })
  if (who.several) versions.copy(project.root, workspace)
  return { ...base, directory }
}

const running: Outcome = { status: 'running', changes: null, seconds: null }

/** The packet for one agent; null where none is wanted, or none can be had and that was said to be fine. */
async function contextOf(
  { shop, tell }: DispatchTools,
  order: DispatchOrder,
  runs: RunStore,
  run: { runId: string; agent: string },
): Promise<Ready | null> {
  if (order.context === 'off') return null
  const { project, debug } = order
  const request: Request = { ...order.request, agent: run.agent }
  const who = { ...run, role: request.role }
  const onLevel = (level: string) => tell({ kind: 'context', level })
  const readied = await makeReady(shop, { project, request, who, debug, onLevel })
  if ('ready' in readied) {
    tell({ kind: 'injection', receipt: readied.ready.receipt, compiled: readied.compiled })
    return readied.ready
  }
  const { refusal, receipt, record } = readied.refused
  if (order.context === 'required') {
    runs.publish(run.runId, { 'task.md': order.request.task, ...contextFiles(record, receipt, null) })
    throw refusal
  }
  tell({ kind: 'no-context', reason: refusal.message })
  return null
}

async function execute(
  tools: DispatchTools,
  order: DispatchOrder,
  runs: RunStore,
  run: Run,
): Promise<RunReport> {
  tools.tell({ kind: 'started', agent: run.agent.id, runId: run.id, directory: run.directory })
  const promptFile = runs.pathOf(run.id, 'prompt.md')
  const { result, before, changes } = await runWatched(tools, {
    program: run.program,
    args: run.agent.args.map((arg) => arg.replace('{prompt_file}', promptFile)),
    cwd: run.workspace,
    stdinFile: run.agent.prompt === 'stdin' ? promptFile : null,
    outputFile: runs.pathOf(run.id, 'output.log'),
    timeoutMs: order.timeoutMs,
  })
  const outcome: Outcome = { status: result.status, changes: changes.kind, seconds: result.seconds }
  const end = {
    outcome,
    exitCode: result.exitCode,
    completed: tools.shop.clock.now().toISOString(),
    after: changes.head,
  }
  if (changes.patch !== '') runs.replace(run.id, 'diff.patch', changes.patch)
  if (run.context !== null) {
    const receipt = withOutcome(run.context.receipt, outcome)
    runs.replace(run.id, 'receipt.json', json(receipt))
    if (run.context.record !== null) {
      runs.replace(run.id, 'context.json', json(fillRecord(run.context.record, receipt)))
    }
  }
  runs.replace(run.id, 'summary.json', json(summary({ ...run, before }, order, end)))
  const report: RunReport = {
    runId: run.id,
    agent: run.agent.id,
    directory: run.directory,
    injectionId: run.context?.receipt.injection_id ?? null,
    outcome,
    exitCode: result.exitCode,
  }
  tools.tell({ kind: 'finished', report })
  return report
}

/** Nothing but the agent comes between the two looks at the working tree. */
async function runWatched({ shop, runner }: DispatchTools, job: AgentJob) {
  const watch = (await shop.versions()).watch(job.cwd)
  try {
    const result = await runner.run(job)
    return { result, before: watch.head, changes: watch.finish() }
  } catch (error) {
    watch.finish()
    throw error
  }
}

function withOutcome(receipt: Receipt, outcome: Outcome): Receipt {
  return { ...receipt, outcome }
}

interface End {
  readonly outcome: Outcome
  readonly exitCode: number | null
  readonly completed: string
  readonly after: string | null
}

function summary(run: Run, order: DispatchOrder, end: End | null) {
  return {
    run_id: run.id,
    repo: order.project.name,
    executor: run.agent.id,
    model: null,
    started: run.started,
    completed: end?.completed ?? null,
    status: end?.outcome.status ?? 'running',
    exit_code: end?.exitCode ?? null,
    before_sha: run.before,
    after_sha: end?.after ?? null,
    changes: end?.outcome.changes ?? null,
    duration_sec: end?.outcome.seconds ?? null,
    workspace: run.workspace,
    context_injection_id: run.context?.receipt.injection_id ?? null,
  }
}
