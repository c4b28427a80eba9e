import type { Outcome, OutcomeBody, Parcel, RunBody } from '../../core/receipt/index.ts'
import { RedactionFailure } from '../../core/redact/index.ts'
import {
  type AgentAnswer,
  getLastLine,
  measurePatch,
  readOutput,
  resolveRunStatus,
} from '../../core/session/index.ts'
import type { AgentJob, AgentResult } from '../../ports/index.ts'
import { formatJson } from '../engine/index.ts'
import { makeInjectionParcel, makeParcel } from '../record/index.ts'
import { checkRun, explainCheck, judgeStatus } from './check-run.ts'
import { type DispatchContext, type RunReport, recordEntries, writeRunFiles } from './dispatch-context.ts'
import { releaseWorktree } from './open-worktree.ts'
import type { DispatchRun } from './run-summary.ts'

/** Runs one agent and records its outcome. */
export async function executeRun(
  context: DispatchContext,
  run: DispatchRun,
): Promise<RunReport & { interrupted: boolean }> {
  const { engine, runner, tell } = context
  const { agent, directory } = run
  await recordEntries(context, makeStartParcels(context, run))
  tell({ kind: 'started', agent: agent.id, runId: run.id, directory })
  const job = makeJob(context, run)
  // Only the agent runs between the two states of the working tree that are compared.
  const watch = (await engine.versions()).watch(job.cwd)
  const finish = async (result: Ended): Promise<RunReport> => {
    const { kind, patch, head } = watch.finish()
    const own = readAnswer(context, run, result)
    const said = resolveRunStatus(result, own)
    const check = await checkRun(context, run, { result, status: said, answer: own })
    const status = judgeStatus(said, check)
    const answer = explainCheck(own, check)
    const outcome: Outcome = { status, changes: kind, seconds: result.seconds }
    const { exitCode } = result
    if (patch !== '') context.runs.replace(run.id, 'diff.patch', patch)
    writeAnswer(context, run, answer)
    const completed = engine.clock.now().toISOString()
    const end = { outcome, exitCode, completed, after: head, answer, check }
    writeRunFiles(context, { ...run, before: watch.head }, end)
    const body: OutcomeBody = {
      run_id: run.id,
      status,
      changes: kind,
      seconds: result.seconds,
      exit_code: exitCode,
      after: head,
      session_id: answer.session,
      model: answer.model,
      ...(check !== null && { check }),
    }
    await recordEntries(context, [makeParcel(engine, 'outcome', body)])
    const receipt = run.injection?.receipt ?? null
    const size = measurePatch(patch)
    const worktree = await releaseWorktree(context, run, kind)
    return {
      runId: run.id,
      agent: agent.id,
      directory,
      receipt,
      outcome,
      exitCode,
      check,
      answer,
      size,
      worktree,
    }
  }
  let result: AgentResult
  try {
    result = await runner.run(job)
  } catch (error) {
    await finish({ status: 'failed', exitCode: null, seconds: null })
    throw error
  }
  const report = await finish(result)
  tell({ kind: 'finished', report })
  return { ...report, interrupted: result.interrupted }
}

type Ended = Pick<AgentResult, 'status' | 'exitCode'> & Pick<Outcome, 'seconds'> & { interrupted?: boolean }

/** Makes the ledger entries for the start of a run and its injection. */
function makeStartParcels({ engine, input, taskDigest }: DispatchContext, run: DispatchRun): Parcel[] {
  const { receipt, packet } = run.injection ?? { receipt: null, packet: null }
  const injection =
    receipt === null || packet === null
      ? []
      : [makeInjectionParcel(engine, { receipt, text: packet.text, seal: packet.seal })]
  const body: RunBody = {
    run_id: run.id,
    session_id: receipt?.session_id ?? run.id,
    repo: input.project.name,
    agent: run.agent.id,
    started: run.started,
    before: run.before,
    level: packet === null ? null : (receipt?.level ?? null),
    injection_id: packet === null ? null : (receipt?.injection_id ?? null),
    task_digest: taskDigest,
  }
  return [...injection, makeParcel(engine, 'run', body)]
}

/** Tells the agent's hooks that the context came with the prompt. Empty if it did not, to override an inherited value. */
function getInjectionId({ injection }: DispatchRun): string {
  return injection === null || injection.packet === null ? '' : injection.receipt.injection_id
}

function makeJob({ runs, input }: DispatchContext, run: DispatchRun): AgentJob {
  const { args, prompt, output, env } = run.agent.headless
  const promptFile = runs.resolvePath(run.id, 'prompt.md')
  const messageFile = runs.resolvePath(run.id, 'message.txt')
  return {
    program: run.program,
    args: args.map((arg) =>
      arg.replaceAll('{prompt_file}', () => promptFile).replaceAll('{message_file}', () => messageFile),
    ),
    cwd: run.workspace,
    stdinFile: prompt === 'stdin' ? promptFile : null,
    outputFile: runs.resolvePath(run.id, 'output.log'),
    // Output that foreword parses must not be mixed with error messages.
    errorFile: output === 'text' ? null : runs.resolvePath(run.id, 'errors.log'),
    env,
    own: { FOREWORD_INJECTION: getInjectionId(run) },
    timeoutMs: input.timeoutMs,
  }
}

/** Reads the agent's output, redacts it, and derives an error from the exit code or the last error line if the agent gave none. */
function readAnswer(
  { runs, runner, redactor, input }: DispatchContext,
  run: DispatchRun,
  result: Ended,
): AgentAnswer {
  const { output, exits } = run.agent.headless
  const read = (file: string) => runner.read(runs.resolvePath(run.id, file))
  const errors = read('errors.log') ?? ''
  const answer = readOutput(output, { out: read('output.log') ?? '', errors, last: read('message.txt') })
  const status = resolveRunStatus(result, answer)
  const failed = status !== 'success'
  const known = result.exitCode === null ? undefined : exits[result.exitCode]
  const cause = result.interrupted === true ? 'It was interrupted.' : (answer.error ?? known)
  // An agent that prints plain text prints its errors there too.
  const lastLine = status === 'failed' && answer.verdict === 'unknown' ? getLastLine(answer.message) : null
  const error = failed ? (cause ?? getLastLine(errors) ?? lastLine) : answer.error
  if (input.keepSecrets) return { ...answer, error }
  const clean = (text: string): string => {
    try {
      return redactor.redact(text).text
    } catch (failure) {
      if (!(failure instanceof RedactionFailure)) throw failure
      return ''
    }
  }
  return {
    ...answer,
    message: clean(answer.message),
    error: error === null ? null : clean(error),
    notes: answer.notes.map(clean),
  }
}

function writeAnswer({ runs }: DispatchContext, run: DispatchRun, answer: AgentAnswer): void {
  runs.replace(run.id, 'result.json', formatJson(answer))
  runs.replace(run.id, 'result.md', answer.message === '' ? '' : `${answer.message}\n`)
}
