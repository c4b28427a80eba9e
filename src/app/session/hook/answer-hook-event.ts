import type { HookEvent } from '../../../agents/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { answerPrompt, hasSessionBaseline } from './answer-prompt.ts'
import { answerSessionStart } from './answer-session-start.ts'
import { wrapInEnvelope } from './envelope.ts'
import type { HookCall, HookDeps, HookProgress, HookResult } from './hook-deps.ts'

/** Answers an event of an agent. The agent gets a valid answer whatever fails. */
export async function answerHookEvent(deps: HookDeps, called: HookCall): Promise<HookResult> {
  const call = { ...called, event: resolveEvent(called) }
  const progress: HookProgress = { permitted: false, text: null }
  try {
    return await deps.inTime(answerEvent(deps, call, progress))
  } catch (error) {
    const { answerFailedHook } = await import('./answer-failed-hook.ts')
    return answerFailedHook(deps.late, call, { error, progress })
  }
}

/** A session start inside a subagent, as after a compaction, is the start of the subagent. */
function resolveEvent({ event, input }: HookCall): HookEvent {
  return event === 'session-start' && input.subagent !== null ? 'subagent-start' : event
}

async function answerEvent(deps: HookDeps, call: HookCall, progress: HookProgress): Promise<HookResult> {
  const { rule, input, event, part, fault } = call
  const makeResult = (text: string, notice: string | null = null): HookResult => {
    return { print: wrapInEnvelope(rule, input.name, text, notice), notice, afterwards: null }
  }
  if (fault !== null) throw fault
  const inert = await deps.inert(call.project)
  if (inert !== null && part.index > 1) return makeResult('')
  if (inert !== null) return { ...makeResult('', inert), afterwards: () => recordInert(deps, call, inert) }
  progress.permitted = true
  // A subagent has the session's id but not its context, so its events are neither counted nor judged nor answered.
  if (input.subagent !== null && event !== 'subagent-start') return makeResult('')
  if (event === 'session-start' || event === 'subagent-start')
    return makeResult(await answerSessionStart(deps, call, progress))
  if (event === 'prompt') return makeResult(await answerPrompt(deps, call, progress))
  if (event === 'before-compaction')
    return makeResult((await isSentAfterCompaction(deps, call)) ? beforeCompaction : '')
  return { ...makeResult(''), notice: await endSession(deps, call) }
}

/** Records once per session why it had no context. */
async function recordInert({ late }: HookDeps, call: HookCall, why: string): Promise<void> {
  if (call.event !== 'session-start') return
  const { recordRefusal } = await import('./answer-failed-hook.ts')
  await recordRefusal(late, call, new Refusal('not-trusted', why))
}

/**
 * Whether the session gets our text again even if the hook after the compaction fails: with the next prompt, by the transcript. A plugin
 * adds the text to every request.
 */
async function isSentAfterCompaction(deps: HookDeps, call: HookCall): Promise<boolean> {
  const { transcript } = call.agent
  const path = call.input.transcript
  const isJudged = transcript?.directory === null || (path !== null && deps.exists(path))
  return isJudged && (await hasSessionBaseline(deps, call))
}

const beforeCompaction =
  'The project context that foreword gave is given again after this compaction: leave it out of the summary.\n'

async function endSession(deps: HookDeps, { project, agent, input }: HookCall): Promise<string | null> {
  await deps.lost({ project, agent, input, ended: true })
  const { manifest } = await deps.engine.loadManifest(project.manifestFile)
  return manifest.journal === undefined ? null : deps.journal({ project, agent, input })
}
