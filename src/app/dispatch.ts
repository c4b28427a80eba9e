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
import { notStarted, type Run, summary } from './summary.ts'

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
  try {
    for (const { agent, program } of programs) {
      await prepareRun(tools, order, runs, {
        agent,
        program,
        several,
        onPublished: (run) => prepared.push(run),
      })
    }
  } catch (error) {
    // One that cannot start stops all of them, and none is left behind that seems to be running.
    for (const run of prepared)
      runs.replace(
        run.id,
        'summary.json',
        json(summary(run, order.project.name, notStarted(tools.shop.clock, run))),
      )
    throw error
  }
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

interface Preparing {
  readonly agent: Agent
  readonly program: string
  readonly several: boolean
  readonly onPublished: (run: Run) => void
}

async function prepareRun(
  tools: DispatchTools,
  order: DispatchOrder,
  runs: RunStore,
  { agent, program, several, onPublished }: Preparing,
): Promise<void> {
  const { shop } = tools
  const { project, request } = order
  const versions = await shop.versions()
  const id = newRunId(shop, agent.id)
  const workspace = several ? runs.pathOf(id, 'workspace') : project.root
  const started = shop.clock.now().toISOString()
  const draft = { id, agent, program, workspace, started, before: versions.head(project.root), directory: '' }
  const context = await contextOf(tools, order, runs, draft)
  const prompt = context === null ? request.task : renderPrompt(context.render, context.text, request.task)
  const run: Run = { ...draft, context }
  const directory = runs.publish(id, {
    'task.md': request.task,
    'prompt.md': prompt,
    'output.log': '',
    'summary.json': json(summary(run, order.project.name, null)),
    ...(context === null
      ? {}
      : contextFiles(context.record, withOutcome(context.receipt, running), context.text)),
  })
  onPublished({ ...run, directory })
  if (several) versions.copy(project.root, workspace)
}

const running: Outcome = { status: 'running', changes: null, seconds: null }

/** The packet for one agent; null where none is wanted, or none can be had and that was said to be fine. */
async function contextOf(
  tools: DispatchTools,
  order: DispatchOrder,
  runs: RunStore,
  run: Omit<Run, 'context'>,
): Promise<Ready | null> {
  if (order.context === 'off') return null
  const { shop, tell } = tools
  const { project, debug } = order
  const request: Request = { ...order.request, agent: run.agent.id }
  const who = { agent: run.agent.id, role: request.role, runId: run.id }
  const onLevel = (level: string) => tell({ kind: 'context', level })
  const readied = await makeReady(shop, { project, request, who, debug, onLevel })
  if ('ready' in readied) {
    tell({ kind: 'injection', receipt: readied.ready.receipt, compiled: readied.compiled })
    return readied.ready
  }
  const { refusal, receipt, record } = readied.refused
  if (order.context === 'required') {
    const summed = summary({ ...run, context: null }, order.project.name, notStarted(tools.shop.clock, run))
    const files = { 'task.md': order.request.task, 'summary.json': json(summed) }
    runs.publish(run.id, { ...files, ...contextFiles(record, receipt, null) })
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
  runs.replace(run.id, 'summary.json', json(summary({ ...run, before }, order.project.name, end)))
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
