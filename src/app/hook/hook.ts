import type { HookEvent } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'
import { envelopeOf } from './envelope.ts'
import { atPrompt, wasTold } from './prompt.ts'
import { atStart } from './start.ts'
import type { HookAnswer, HookOrder, HookTools, Progress } from './tools.ts'

/** What an agent gets when one of its events happens. Whatever goes wrong, there is an answer that it understands. */
export async function hook(tools: HookTools, called: HookOrder): Promise<HookAnswer> {
  const order = { ...called, event: eventOf(called) }
  const progress: Progress = { permitted: false, text: null }
  try {
    return await tools.inTime(answer(tools, order, progress))
  } catch (error) {
    const { failed } = await import('./failed.ts')
    return failed(tools.late, order, { error, progress })
  }
}

/** What starts again in a subagent, as after a compaction, is the subagent. */
function eventOf({ event, input }: HookOrder): HookEvent {
  return event === 'session-start' && input.subagent !== null ? 'subagent-start' : event
}

async function answer(tools: HookTools, order: HookOrder, progress: Progress): Promise<HookAnswer> {
  const { rule, input, event, part, fault } = order
  const said = (text: string, notice: string | null = null): HookAnswer => {
    return { print: envelopeOf(rule, input.name, text, notice), notice, afterwards: null }
  }
  if (fault !== null) throw fault
  const inert = await tools.inert(order.project)
  if (inert !== null && part.index > 1) return said('')
  if (inert !== null) return { ...said('', inert), afterwards: () => recordInert(tools, order, inert) }
  progress.permitted = true
  // It has the name of the session, and not what the session was told: nothing of it is counted, judged or told here.
  if (input.subagent !== null && event !== 'subagent-start') return said('')
  if (event === 'session-start' || event === 'subagent-start')
    return said(await atStart(tools, order, progress))
  if (event === 'prompt') return said(await atPrompt(tools, order, progress))
  if (event === 'before-compaction') return said((await wasTold(tools, order)) ? beforeCompaction : '')
  return { ...said(''), notice: await atEnd(tools, order) }
}

/** Once in a session, so that somebody can find out later why it had no context. */
async function recordInert({ late }: HookTools, order: HookOrder, why: string): Promise<void> {
  if (order.event !== 'session-start') return
  const { recordRefusal } = await import('./failed.ts')
  await recordRefusal(late, order, new Refusal('not-trusted', why))
}

const beforeCompaction =
  'The project context that foreword gave is given again after this compaction: leave it out of the summary.\n'

async function atEnd(tools: HookTools, { project, agent, input }: HookOrder): Promise<string | null> {
  await tools.lost({ project, agent, input, ended: true })
  const { manifest } = await tools.shop.loadManifest(project.manifestFile)
  return manifest.journal === undefined ? null : tools.journal({ project, agent, input })
}
