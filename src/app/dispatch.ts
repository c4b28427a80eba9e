import type { Agent } from '../agents/index.ts'
import type { Parcel, RunBody } from '../core/ledger/index.ts'
import type { Request } from '../core/plan/index.ts'
import type { Outcome, Receipt } from '../core/receipt/index.ts'
import { RedactionFailure, type Redactor } from '../core/redact/index.ts'
import { renderPrompt } from '../core/render/index.ts'
import { Refusal } from '../core/values/index.ts'
import type {
  AgentResult,
  AgentRunner,
  FileSet,
  Outbox,
  Project,
  Recorder,
  RunStore,
  StoreTrouble,
  Workshop,
} from '../ports/index.ts'
import { everyPlan, redactorFor } from './clean.ts'
import type { Compiled } from './compile.ts'
import { contextFiles, json } from './inject.ts'
import { newRunId } from './occasion.ts'
import { makeReady } from './ready.ts'
import { injectionParcel, parcel } from './record/parcels.ts'
import { type End, type Injection, notStarted, type Run, summary } from './summary.ts'

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
  /** The task goes to the agent as it is, even if it holds a secret. */
  readonly keepSecrets: boolean
}

export interface RunReport {
  readonly runId: string
  readonly agent: string
  readonly directory: string
  /** Null where no context was asked for. */
  readonly receipt: Receipt | null
  readonly outcome: Outcome
  readonly exitCode: number | null
}

/** What a person watching wants to know, as it happens. */
export type DispatchEvent =
  | { readonly kind: 'context'; readonly level: string }
  | { readonly kind: 'injection'; readonly receipt: Receipt; readonly compiled: Compiled | null }
  | { readonly kind: 'no-context'; readonly reason: string }
  | { readonly kind: 'task-redacted'; readonly rules: readonly string[] }
  | { readonly kind: 'refused'; readonly directory: string }
  | { readonly kind: 'started'; readonly agent: string; readonly runId: string; readonly directory: string }
  | { readonly kind: 'finished'; readonly report: RunReport }
  /** Something about keeping the record. */
  | { readonly kind: 'trouble'; readonly trouble: StoreTrouble }

export interface DispatchTools {
  readonly shop: Workshop
  readonly outbox: Outbox
  readonly runner: AgentRunner
  readonly recorder: Recorder
  readonly tell: (event: DispatchEvent) => void
}

/** What every step of one dispatch needs. */
interface Desk extends DispatchTools {
  readonly order: DispatchOrder
  readonly taskDigest: string
  readonly runs: RunStore
}

/** Compiles, writes the run directory, starts the agents, and writes back what came of it. */
export async function dispatch(tools: DispatchTools, given: DispatchOrder): Promise<RunReport[]> {
  const { text, hits } = await cleanTask(tools.shop, given)
  const replaced = hits.length > 0 && !given.keepSecrets
  if (replaced) tools.tell({ kind: 'task-redacted', rules: [...new Set(hits.map(({ rule }) => rule))] })
  const order = replaced ? { ...given, request: { ...given.request, task: text } } : given
  const programs = order.agents.map((agent) => ({ agent, program: findProgram(tools.runner, agent) }))
  const several = programs.length > 1
  const { root, name } = order.project
  const versions = await tools.shop.versions()
  if (several && versions.head(root) === null) {
    throw new Refusal(
      'usage',
      `Several agents at once need a git repository with a commit, so that each works on its own copy of ${name}.`,
      'Dispatch them one after the other, or commit the project first.',
    )
  }
  // Nothing of a secret is kept that guesses could be tried on.
  const taskDigest = tools.shop.hash(hits.length === 0 ? given.request.task : text)
  const desk: Desk = { ...tools, order, taskDigest, runs: tools.outbox.runs(order.runsDirectory) }
  const prepared: Run[] = []
  try {
    for (const program of programs) {
      const run = await prepareRun(desk, { ...program, several })
      prepared.push(run)
      if (several) versions.copy(root, run.workspace)
    }
  } catch (error) {
    // One that cannot start stops all of them, and none is left behind that seems to be running.
    for (const run of prepared) writeBack(desk, run, notStarted(tools.shop.clock, run))
    throw error
  }
  return Promise.all(prepared.map((run) => execute(desk, run)))
}

/** The task without its secrets: it stays in files and transcripts for long. */
async function cleanTask(shop: Workshop, order: DispatchOrder) {
  const redactor = await taskRedactor(shop, order)
  try {
    return redactor.redact(order.request.task)
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    throw new Refusal(
      'usage',
      `The task ${failure.message}.`,
      'Make it shorter, or take patterns out of the manifest.',
    )
  }
}

/** As the manifest says; where there is none, as every plan does. */
async function taskRedactor(shop: Workshop, { project, request }: DispatchOrder): Promise<Redactor> {
  const { prepare } = await import('./compile.ts')
  const redact = await prepare(shop, project, request).then(
    // The published patterns would take commit ids out of it.
    ({ plan }) => ({
      ...plan.redact,
      sets: plan.redact.sets.map((set) => (set === 'published' ? 'default' : set)),
    }),
    () => everyPlan,
  )
  return redactorFor(redact, (await shop.outside(project, redact)).rules)
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
}

/** A published run directory, with everything in it but what the agent does. */
async function prepareRun(desk: Desk, { agent, program, several }: Preparing): Promise<Run> {
  const { shop, order, runs } = desk
  const { project, request } = order
  const id = newRunId(shop, agent.id)
  const workspace = several ? runs.pathOf(id, 'workspace') : project.root
  const started = shop.clock.now().toISOString()
  const before = (await shop.versions()).head(project.root)
  const draft: Run = { id, agent, program, workspace, started, before, directory: '', injection: null }
  const injection = await injectionOf(desk, draft)
  const packet = injection?.packet ?? null
  const prompt = packet === null ? request.task : renderPrompt(packet.render, packet.text, request.task)
  const run: Run = { ...draft, injection }
  const directory = runs.publish(id, {
    'task.md': request.task,
    'prompt.md': prompt,
    'output.log': '',
    ...(packet === null ? {} : { 'context.md': packet.text }),
    ...records(desk, run, null),
  })
  return { ...run, directory }
}

/** The packet for one agent; null where none is wanted. One that was refused, where that was said to be fine, has no packet. */
async function injectionOf(desk: Desk, run: Run): Promise<Injection | null> {
  const { shop, order, runs, tell } = desk
  if (order.context === 'off') return null
  const { project, debug } = order
  const request: Request = { ...order.request, agent: run.agent.id }
  const who = { agent: run.agent.id, role: request.role, runId: run.id }
  const onLevel = (level: string) => tell({ kind: 'context', level })
  const readied = await makeReady(shop, { project, request, who, debug, onLevel })
  if ('ready' in readied) {
    const { text, render, receipt, record, seal } = readied.ready
    tell({ kind: 'injection', receipt, compiled: readied.compiled })
    return { receipt, record, packet: { text, render, seal } }
  }
  const { refusal, receipt, record } = readied.refused
  const injection: Injection = { receipt, record, packet: null }
  await takeDown(desk, [injectionParcel(shop, { receipt, text: null })])
  if (order.context === 'required') {
    const refused: Run = { ...run, injection }
    const files = records(desk, refused, notStarted(shop.clock, run))
    tell({ kind: 'refused', directory: runs.publish(run.id, { 'task.md': request.task ?? '', ...files }) })
    throw refusal
  }
  tell({ kind: 'no-context', reason: refusal.message })
  return injection
}

/** Keeps record, and says so when that is not as it should be. An agent is not kept waiting for it. */
async function takeDown({ recorder, tell }: Desk, parcels: readonly Parcel[]): Promise<void> {
  const { troubles } = await recorder.record(parcels)
  for (const trouble of troubles) tell({ kind: 'trouble', trouble })
}

/** That a run begins, and what it is told. */
function beginning({ shop, order, taskDigest }: Desk, run: Run): Parcel[] {
  const { receipt, packet } = run.injection ?? { receipt: null, packet: null }
  const told =
    receipt === null || packet === null
      ? []
      : [injectionParcel(shop, { receipt, text: packet.text, seal: packet.seal })]
  const body: RunBody = {
    run_id: run.id,
    session_id: receipt?.session_id ?? run.id,
    repo: order.project.name,
    agent: run.agent.id,
    started: run.started,
    before: run.before,
    level: packet === null ? null : (receipt?.level ?? null),
    injection_id: packet === null ? null : (receipt?.injection_id ?? null),
    task_digest: taskDigest,
  }
  return [...told, parcel(shop, 'run', body)]
}

async function execute(desk: Desk, run: Run): Promise<RunReport> {
  const { shop, runner, order, runs, tell } = desk
  const { agent, directory } = run
  await takeDown(desk, beginning(desk, run))
  tell({ kind: 'started', agent: agent.id, runId: run.id, directory })
  const promptFile = runs.pathOf(run.id, 'prompt.md')
  const job = {
    program: run.program,
    args: agent.headless.args.map((arg) => arg.replace('{prompt_file}', promptFile)),
    cwd: run.workspace,
    stdinFile: agent.headless.prompt === 'stdin' ? promptFile : null,
    outputFile: runs.pathOf(run.id, 'output.log'),
    timeoutMs: order.timeoutMs,
  }
  // Nothing but the agent comes between the two looks at the working tree.
  const watch = (await shop.versions()).watch(job.cwd)
  const finish = async ({ status, exitCode, seconds }: Ending) => {
    const { kind, patch, head } = watch.finish()
    const outcome: Outcome = { status, changes: kind, seconds }
    if (patch !== '') runs.replace(run.id, 'diff.patch', patch)
    const completed = shop.clock.now().toISOString()
    writeBack(desk, { ...run, before: watch.head }, { outcome, exitCode, completed, after: head })
    const body = { run_id: run.id, status, changes: kind, seconds, exit_code: exitCode, after: head }
    await takeDown(desk, [parcel(shop, 'outcome', body)])
    return outcome
  }
  let result: AgentResult
  try {
    result = await runner.run(job)
  } catch (error) {
    await finish({ status: 'failed', exitCode: null, seconds: null })
    throw error
  }
  const outcome = await finish(result)
  const receipt = run.injection?.receipt ?? null
  const report: RunReport = {
    runId: run.id,
    agent: agent.id,
    directory,
    receipt,
    outcome,
    exitCode: result.exitCode,
  }
  tell({ kind: 'finished', report })
  return report
}

type Ending = Pick<AgentResult, 'status' | 'exitCode'> & Pick<Outcome, 'seconds'>

/** How a run ended, in every record of it. */
function writeBack(desk: Desk, run: Run, end: End): void {
  for (const [name, text] of Object.entries(records(desk, run, end))) desk.runs.replace(run.id, name, text)
}

const running: Outcome = { status: 'running', changes: null, seconds: null }

/** What is on record about a run; `end` is null while it goes on. */
function records({ order }: Desk, run: Run, end: End | null): FileSet {
  const { injection } = run
  const outcome = end?.outcome ?? running
  return {
    ...(injection === null ? {} : contextFiles(injection.record, { ...injection.receipt, outcome }, null)),
    'summary.json': json(summary(run, order.project.name, end)),
  }
}
