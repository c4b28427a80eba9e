import type { Agent } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { AgentRunner } from '../../ports/index.ts'
import {
  type DispatchContext,
  type DispatchDeps,
  type DispatchInput,
  type RunReport,
  writeRunFiles,
} from './dispatch-context.ts'
import { executeRun } from './execute-run.ts'
import { removeWorktree } from './open-worktree.ts'
import { prepareRun } from './prepare-run.ts'
import { makeTaskRedactor, redactTask } from './redact-task.ts'
import { runInPool } from './run-in-pool.ts'
import { type DispatchRun, makeUnstartedEnd } from './run-summary.ts'

export type { DispatchDeps, DispatchEvent, DispatchInput, RunReport } from './dispatch-context.ts'

/** Compiles the packets, writes the run directories, starts the agents and records the outcomes. */
export async function dispatchTask(deps: DispatchDeps, original: DispatchInput): Promise<RunReport[]> {
  const redactor = await makeTaskRedactor(deps.engine, original)
  const { text, hits } = redactTask(redactor, original.request.task)
  const replaced = hits.length > 0 && !original.keepSecrets
  if (replaced) deps.tell({ kind: 'task-redacted', rules: [...new Set(hits.map(({ rule }) => rule))] })
  const input = replaced ? { ...original, request: { ...original.request, task: text } } : original
  const programs = input.agents.map((agent) => ({ agent, program: findProgram(deps.runner, agent) }))
  const several = programs.length > 1
  const { root, name } = input.project
  const versions = await deps.engine.versions()
  if (several && versions.head(root) === null) {
    throw new Refusal(
      'usage',
      `Several agents at once need a git repository with a commit, so that each works in its own worktree of ${name}.`,
      'Dispatch them one after the other, or commit the project first.',
    )
  }
  if (several && versions.hasUncommitted(root) === true) deps.tell({ kind: 'uncommitted' })
  if (several && deps.engine.readProjectText(input.project, '.gitmodules') !== null)
    deps.tell({ kind: 'submodules' })
  // The digest is of the redacted task, because guesses of a secret could be checked against a digest of the original.
  const taskDigest = deps.engine.hash(hits.length === 0 ? original.request.task : text)
  const context: DispatchContext = {
    ...deps,
    input,
    taskDigest,
    redactor,
    runs: deps.outbox.runs(input.runsDirectory),
  }
  const prepared: DispatchRun[] = []
  try {
    for (const program of programs) prepared.push(await prepareRun(context, { ...program, several }))
  } catch (error) {
    // If a run cannot be prepared, no run starts, and none of them may look as if it were running.
    for (const run of prepared) {
      writeRunFiles(context, run, makeUnstartedEnd(deps.engine.clock, run))
      await removeWorktree(context, run.worktree)
    }
    throw error
  }
  deps.tell({ kind: 'ready', runs: prepared.map((run) => ({ runId: run.id, agent: run.agent.id })) })
  return runAll(context, prepared)
}

/** After an interrupt, no further run starts. */
async function runAll(context: DispatchContext, prepared: readonly DispatchRun[]): Promise<RunReport[]> {
  let interrupted = false
  return runInPool(prepared, context.input.jobs ?? context.runner.processors, async (run) => {
    if (interrupted) return reportUnstarted(context, run)
    const report = await executeRun(context, run)
    interrupted ||= report.interrupted
    return report
  })
}

async function reportUnstarted(context: DispatchContext, run: DispatchRun): Promise<RunReport> {
  const end = makeUnstartedEnd(context.engine.clock, run, 'interrupted')
  writeRunFiles(context, run, end)
  await removeWorktree(context, run.worktree)
  const { id, agent, directory, injection } = run
  const report: RunReport = {
    runId: id,
    agent: agent.id,
    directory,
    receipt: injection?.receipt ?? null,
    outcome: end.outcome,
    exitCode: null,
    check: null,
    answer: end.answer,
    size: { files: 0, added: 0, removed: 0 },
    worktree: null,
  }
  context.tell({ kind: 'finished', report })
  return report
}

function findProgram(runner: AgentRunner, agent: Agent): string {
  const program = runner.find(agent.program)
  if (program !== null) return program
  throw new Refusal(
    'agent-missing',
    `${agent.title} is not installed: the program "${agent.program}" is not on PATH.`,
    'Install it, or choose another with --executor.',
  )
}
