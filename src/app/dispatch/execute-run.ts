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
import { type DispatchContext, type RunReport, recordEntries, writeRunFiles } from './dispatch-context.ts'
import type { DispatchRun } from './run-summary.ts'
import { leaveWorktree } from './run-worktree.ts'

/** Starts one agent, and writes down what came of it. */
export async function executeRun(
  desk: DispatchContext,
  run: DispatchRun,
): Promise<RunReport & { interrupted: boolean }> {
  const { engine, runner, tell } = desk
  const { agent, directory } = run
  await recordEntries(desk, beginning(desk, run))
  tell({ kind: 'started', agent: agent.id, runId: run.id, directory })
  const job = jobOf(desk, run)
  // Nothing but the agent comes between the two looks at the working tree.
  const watch = (await engine.versions()).watch(job.cwd)
  const finish = async (result: Ended): Promise<RunReport> => {
    const { kind, patch, head } = watch.finish()
    const answer = answerOf(desk, run, result)
    const status = resolveRunStatus(result, answer)
    const outcome: Outcome = { status, changes: kind, seconds: result.seconds }
    const { exitCode } = result
    if (patch !== '') desk.runs.replace(run.id, 'diff.patch', patch)
    writeAnswer(desk, run, answer)
    const completed = engine.clock.now().toISOString()
    const end = { outcome, exitCode, completed, after: head, answer }
    writeRunFiles(desk, { ...run, before: watch.head }, end)
    const body: OutcomeBody = {
      run_id: run.id,
      status,
      changes: kind,
      seconds: result.seconds,
      exit_code: exitCode,
      after: head,
      session_id: answer.session,
      model: answer.model,
    }
    await recordEntries(desk, [makeParcel(engine, 'outcome', body)])
    const receipt = run.injection?.receipt ?? null
    const size = measurePatch(patch)
    const worktree = await leaveWorktree(desk, run, kind)
    return { runId: run.id, agent: agent.id, directory, receipt, outcome, exitCode, answer, size, worktree }
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

/** That a run begins, and what it is told. */
function beginning({ engine, order, taskDigest }: DispatchContext, run: DispatchRun): Parcel[] {
  const { receipt, packet } = run.injection ?? { receipt: null, packet: null }
  const told =
    receipt === null || packet === null
      ? []
      : [makeInjectionParcel(engine, { receipt, text: packet.text, seal: packet.seal })]
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
  return [...told, makeParcel(engine, 'run', body)]
}

/** Its hooks know by it that the context came with the prompt. Empty where none did, whoever has started us. */
function givenTo({ injection }: DispatchRun): string {
  return injection === null || injection.packet === null ? '' : injection.receipt.injection_id
}

function jobOf({ runs, order }: DispatchContext, run: DispatchRun): AgentJob {
  const { args, prompt, output, env } = run.agent.headless
  const promptFile = runs.pathOf(run.id, 'prompt.md')
  const messageFile = runs.pathOf(run.id, 'message.txt')
  return {
    program: run.program,
    args: args.map((arg) =>
      arg.replaceAll('{prompt_file}', () => promptFile).replaceAll('{message_file}', () => messageFile),
    ),
    cwd: run.workspace,
    stdinFile: prompt === 'stdin' ? promptFile : null,
    outputFile: runs.pathOf(run.id, 'output.log'),
    // What is read by a machine must not have complaints in between.
    errorFile: output === 'text' ? null : runs.pathOf(run.id, 'errors.log'),
    env,
    own: { FOREWORD_INJECTION: givenTo(run) },
    timeoutMs: order.timeoutMs,
  }
}

/** What the agent said, without secrets, and why it failed where only its exit code or its last complaint tells. */
function answerOf(
  { runs, runner, redactor, order }: DispatchContext,
  run: DispatchRun,
  result: Ended,
): AgentAnswer {
  const { output, exits } = run.agent.headless
  const read = (file: string) => runner.read(runs.pathOf(run.id, file))
  const errors = read('errors.log') ?? ''
  const answer = readOutput(output, { out: read('output.log') ?? '', errors, last: read('message.txt') })
  const status = resolveRunStatus(result, answer)
  const failed = status !== 'success'
  const known = result.exitCode === null ? undefined : exits[result.exitCode]
  const cause = result.interrupted === true ? 'It was interrupted.' : (answer.error ?? known)
  // Who prints text complains there too.
  const said = status === 'failed' && answer.verdict === 'unknown' ? getLastLine(answer.message) : null
  const told = failed ? (cause ?? getLastLine(errors) ?? said) : answer.error
  if (order.keepSecrets) return { ...answer, error: told }
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
    error: told === null ? null : clean(told),
    notes: answer.notes.map(clean),
  }
}

function writeAnswer({ runs }: DispatchContext, run: DispatchRun, answer: AgentAnswer): void {
  runs.replace(run.id, 'result.json', formatJson(answer))
  runs.replace(run.id, 'result.md', answer.message === '' ? '' : `${answer.message}\n`)
}
