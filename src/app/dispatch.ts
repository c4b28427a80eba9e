import type { Agent } from '../agents/index.ts'
import type { Plan, Request } from '../core/plan/index.ts'
import { fillRecord, type Outcome, type Receipt, refusalReceipt } from '../core/receipt/index.ts'
import { renderPrompt } from '../core/render/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { AgentRunner, Outbox, Project, RunStore, Workshop } from '../ports/index.ts'
import { type Compiled, compile, prepare } from './compile.ts'
import { contextFiles, json } from './inject.ts'
import { newOccasion, newRunId } from './occasion.ts'

export interface DispatchOrder {
  readonly project: Project
  readonly request: Request & { readonly task: string }
  readonly agents: readonly Agent[]
  /** Off: the prompt is the task, byte for byte. */
  readonly context: 'off' | 'required' | 'optional'
  readonly runsDirectory: string
  readonly timeoutMs: number
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
  | { readonly kind: 'injection'; readonly id: string; readonly compiled: Compiled }
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
  if (several && tools.shop.versions.head(order.project.root) === null) {
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
  readonly context: { readonly plan: Plan; readonly receipt: Receipt } | null
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
  const context = await compileContext(tools, order, runs, { id, agent: who.agent.id })
  const prompt =
    context === null ? request.task : renderPrompt(context.plan.render, context.compiled.text, request.task)
  const workspace = who.several ? runs.pathOf(id, 'workspace') : project.root
  const base = {
    id,
    agent: who.agent,
    program: who.program,
    workspace,
    context: context === null ? null : { plan: context.plan, receipt: context.compiled.receipt },
    started: shop.clock.now().toISOString(),
    before: shop.versions.head(project.root),
  }
  const directory = runs.publish(id, {
    'task.md': request.task,
    'prompt.md': prompt,
    'output.log': '',
    'summary.json': json(summary({ ...base, directory: '' }, order, null)),
    ...(context === null
      ? {}
      : contextFiles(context.plan, withOutcome(context.compiled.receipt, running), context.compiled.text)),
  })
  if (who.several) shop.versions.copy(project.root, workspace)
  return { ...base, directory }
}

const running: Outcome = { status: 'running', changes: null, seconds: null }

async function compileContext(
  tools: DispatchTools,
  order: DispatchOrder,
  runs: RunStore,
  run: { id: string; agent: string },
): Promise<{ plan: Plan; compiled: Compiled } | null> {
  if (order.context === 'off') return null
  const { shop, tell } = tools
  const request: Request = { ...order.request, agent: run.agent }
  const prepared = await prepare(shop, order.project, request)
  tell({ kind: 'context', level: prepared.plan.level.name })
  const occasion = newOccasion(shop, order.project, prepared, {
    agent: run.agent,
    role: request.role,
    runId: run.id,
  })
  try {
    const compiled = await compile(shop, order.project, prepared, occasion)
    tell({ kind: 'injection', id: occasion.injection_id, compiled })
    return { plan: prepared.plan, compiled }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (order.context === 'optional') {
      tell({ kind: 'no-context', reason: error.message })
      return null
    }
    const receipt = refusalReceipt(prepared.plan.level.name, error, occasion)
    runs.publish(run.id, { 'task.md': order.request.task, ...contextFiles(prepared.plan, receipt, null) })
    throw error
  }
}

async function execute(
  tools: DispatchTools,
  order: DispatchOrder,
  runs: RunStore,
  run: Run,
): Promise<RunReport> {
  tools.tell({ kind: 'started', agent: run.agent.id, runId: run.id, directory: run.directory })
  const promptFile = runs.pathOf(run.id, 'prompt.md')
  const result = await tools.runner.run({
    program: run.program,
    args: run.agent.args.map((arg) => arg.replace('{prompt_file}', promptFile)),
    cwd: run.workspace,
    stdinFile: run.agent.prompt === 'stdin' ? promptFile : null,
    outputFile: runs.pathOf(run.id, 'output.log'),
    timeoutMs: order.timeoutMs,
  })
  const changes = tools.shop.versions.changes(run.workspace, run.before)
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
    if (run.context.plan.record !== null) {
      runs.replace(run.id, 'context.json', json(fillRecord(run.context.plan.record, receipt)))
    }
  }
  runs.replace(run.id, 'summary.json', json(summary(run, order, end)))
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
