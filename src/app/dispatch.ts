import type { Agent } from '../agents/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { AgentRunner } from '../ports/index.ts'
import {
  type Desk,
  type DispatchOrder,
  type DispatchTools,
  type RunReport,
  writeBack,
} from './dispatch-desk.ts'
import { execute } from './dispatch-execute.ts'
import { inPool } from './dispatch-pool.ts'
import { prepareRun } from './dispatch-prepare.ts'
import { cleanTask, taskRedactor } from './dispatch-task.ts'
import { dropWorktree } from './dispatch-worktree.ts'
import { notStarted, type Run } from './summary.ts'

export type { DispatchEvent, DispatchOrder, DispatchTools, RunReport } from './dispatch-desk.ts'

/** Compiles, writes the run directory, starts the agents, and writes back what came of it. */
export async function dispatch(tools: DispatchTools, given: DispatchOrder): Promise<RunReport[]> {
  const redactor = await taskRedactor(tools.shop, given)
  const { text, hits } = cleanTask(redactor, given.request.task)
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
      `Several agents at once need a git repository with a commit, so that each works in its own worktree of ${name}.`,
      'Dispatch them one after the other, or commit the project first.',
    )
  }
  if (several && versions.hasUncommitted(root) === true) tools.tell({ kind: 'uncommitted' })
  if (several && tools.shop.textOf(order.project, '.gitmodules') !== null) tools.tell({ kind: 'submodules' })
  // Nothing of a secret is kept that guesses could be tried on.
  const taskDigest = tools.shop.hash(hits.length === 0 ? given.request.task : text)
  const desk: Desk = { ...tools, order, taskDigest, redactor, runs: tools.outbox.runs(order.runsDirectory) }
  const prepared: Run[] = []
  try {
    for (const program of programs) prepared.push(await prepareRun(desk, { ...program, several }))
  } catch (error) {
    // One that cannot start stops all of them, and none is left behind that seems to be running.
    for (const run of prepared) {
      writeBack(desk, run, notStarted(tools.shop.clock, run))
      await dropWorktree(desk, run.worktree)
    }
    throw error
  }
  tools.tell({ kind: 'ready', runs: prepared.map((run) => ({ runId: run.id, agent: run.agent.id })) })
  return runAll(desk, prepared)
}

/** Whoever ends us does not want the next ones to begin. */
async function runAll(desk: Desk, prepared: readonly Run[]): Promise<RunReport[]> {
  let interrupted = false
  return inPool(prepared, desk.order.jobs ?? desk.runner.processors, async (run) => {
    if (interrupted) return neverStarted(desk, run)
    const report = await execute(desk, run)
    interrupted ||= report.interrupted
    return report
  })
}

async function neverStarted(desk: Desk, run: Run): Promise<RunReport> {
  const end = notStarted(desk.shop.clock, run, 'interrupted')
  writeBack(desk, run, end)
  await dropWorktree(desk, run.worktree)
  const { id, agent, directory, injection } = run
  const report: RunReport = {
    runId: id,
    agent: agent.id,
    directory,
    receipt: injection?.receipt ?? null,
    outcome: end.outcome,
    exitCode: null,
    answer: end.answer,
    size: { files: 0, added: 0, removed: 0 },
    worktree: null,
  }
  desk.tell({ kind: 'finished', report })
  return report
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
