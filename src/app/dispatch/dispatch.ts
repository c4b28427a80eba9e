import type { Agent } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { AgentRunner } from '../../ports/index.ts'
import { makeTaskRedactor, redactTask } from './clean-task.ts'
import {
  type DispatchContext,
  type DispatchDeps,
  type DispatchInput,
  type RunReport,
  writeRunFiles,
} from './dispatch-context.ts'
import { executeRun } from './execute-run.ts'
import { prepareRun } from './prepare-run.ts'
import { runInPool } from './run-pool.ts'
import { type DispatchRun, makeUnstartedEnd } from './run-summary.ts'
import { dropWorktree } from './run-worktree.ts'

export type { DispatchDeps, DispatchEvent, DispatchInput, RunReport } from './dispatch-context.ts'

/** Compiles, writes the run directory, starts the agents, and writes back what came of it. */
export async function dispatchTask(tools: DispatchDeps, given: DispatchInput): Promise<RunReport[]> {
  const redactor = await makeTaskRedactor(tools.engine, given)
  const { text, hits } = redactTask(redactor, given.request.task)
  const replaced = hits.length > 0 && !given.keepSecrets
  if (replaced) tools.tell({ kind: 'task-redacted', rules: [...new Set(hits.map(({ rule }) => rule))] })
  const order = replaced ? { ...given, request: { ...given.request, task: text } } : given
  const programs = order.agents.map((agent) => ({ agent, program: findProgram(tools.runner, agent) }))
  const several = programs.length > 1
  const { root, name } = order.project
  const versions = await tools.engine.versions()
  if (several && versions.head(root) === null) {
    throw new Refusal(
      'usage',
      `Several agents at once need a git repository with a commit, so that each works in its own worktree of ${name}.`,
      'Dispatch them one after the other, or commit the project first.',
    )
  }
  if (several && versions.hasUncommitted(root) === true) tools.tell({ kind: 'uncommitted' })
  if (several && tools.engine.readProjectText(order.project, '.gitmodules') !== null)
    tools.tell({ kind: 'submodules' })
  // Nothing of a secret is kept that guesses could be tried on.
  const taskDigest = tools.engine.hash(hits.length === 0 ? given.request.task : text)
  const desk: DispatchContext = {
    ...tools,
    order,
    taskDigest,
    redactor,
    runs: tools.outbox.runs(order.runsDirectory),
  }
  const prepared: DispatchRun[] = []
  try {
    for (const program of programs) prepared.push(await prepareRun(desk, { ...program, several }))
  } catch (error) {
    // One that cannot start stops all of them, and none is left behind that seems to be running.
    for (const run of prepared) {
      writeRunFiles(desk, run, makeUnstartedEnd(tools.engine.clock, run))
      await dropWorktree(desk, run.worktree)
    }
    throw error
  }
  tools.tell({ kind: 'ready', runs: prepared.map((run) => ({ runId: run.id, agent: run.agent.id })) })
  return runAll(desk, prepared)
}

/** Whoever ends us does not want the next ones to begin. */
async function runAll(desk: DispatchContext, prepared: readonly DispatchRun[]): Promise<RunReport[]> {
  let interrupted = false
  return runInPool(prepared, desk.order.jobs ?? desk.runner.processors, async (run) => {
    if (interrupted) return neverStarted(desk, run)
    const report = await executeRun(desk, run)
    interrupted ||= report.interrupted
    return report
  })
}

async function neverStarted(desk: DispatchContext, run: DispatchRun): Promise<RunReport> {
  const end = makeUnstartedEnd(desk.engine.clock, run, 'interrupted')
  writeRunFiles(desk, run, end)
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
