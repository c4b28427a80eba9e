import type { HookEvent } from '../../../agents/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { wrapInEnvelope } from './envelope.ts'
import type { HookCall, HookDeps, HookProgress, HookResult } from './hook-tools.ts'
import { answerPrompt, hasSessionBaseline } from './session-prompt.ts'
import { answerStart } from './session-start.ts'

/** What an agent gets when one of its events happens. Whatever goes wrong, there is an answer that it understands. */
export async function answerHookEvent(tools: HookDeps, called: HookCall): Promise<HookResult> {
  const order = { ...called, event: eventOf(called) }
  const progress: HookProgress = { permitted: false, text: null }
  try {
    return await tools.inTime(answer(tools, order, progress))
  } catch (error) {
    const { answerFailedHook } = await import('./hook-failure.ts')
    return answerFailedHook(tools.late, order, { error, progress })
  }
}

/** What starts again in a subagent, as after a compaction, is the subagent. */
function eventOf({ event, input }: HookCall): HookEvent {
  return event === 'session-start' && input.subagent !== null ? 'subagent-start' : event
}

async function answer(tools: HookDeps, order: HookCall, progress: HookProgress): Promise<HookResult> {
  const { rule, input, event, part, fault } = order
  const said = (text: string, notice: string | null = null): HookResult => {
    return { print: wrapInEnvelope(rule, input.name, text, notice), notice, afterwards: null }
  }
  if (fault !== null) throw fault
  const inert = await tools.inert(order.project)
  if (inert !== null && part.index > 1) return said('')
  if (inert !== null) return { ...said('', inert), afterwards: () => recordInert(tools, order, inert) }
  progress.permitted = true
  // It has the name of the session, and not what the session was told: nothing of it is counted, judged or told here.
  if (input.subagent !== null && event !== 'subagent-start') return said('')
  if (event === 'session-start' || event === 'subagent-start')
    return said(await answerStart(tools, order, progress))
  if (event === 'prompt') return said(await answerPrompt(tools, order, progress))
  if (event === 'before-compaction')
    return said((await hasSessionBaseline(tools, order)) ? beforeCompaction : '')
  return { ...said(''), notice: await atEnd(tools, order) }
}

/** Once in a session, so that somebody can find out later why it had no context. */
async function recordInert({ late }: HookDeps, order: HookCall, why: string): Promise<void> {
  if (order.event !== 'session-start') return
  const { recordRefusal } = await import('./hook-failure.ts')
  await recordRefusal(late, order, new Refusal('not-trusted', why))
}

const beforeCompaction =
  'The project context that foreword gave is given again after this compaction: leave it out of the summary.\n'

async function atEnd(tools: HookDeps, { project, agent, input }: HookCall): Promise<string | null> {
  await tools.lost({ project, agent, input, ended: true })
  const { manifest } = await tools.engine.loadManifest(project.manifestFile)
  return manifest.journal === undefined ? null : tools.journal({ project, agent, input })
}
