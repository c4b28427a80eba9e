import type { Agent } from '../../../agents/index.ts'
import type { PromptIdentity } from '../../../core/session/index.ts'
import { computeFingerprint, isoTime, StoreFailure } from '../../../core/values/index.ts'
import type { Sessions } from '../../../ports/index.ts'
import { redactCallerInfo } from '../../engine/index.ts'
import { isQuietManifest } from '../refresh/is-quiet.ts'
import type { HookInput } from './hook-input.ts'
import { makeHookRequest } from './hook-request.ts'
import type { HookCall, HookDeps, HookProgress } from './hook-tools.ts'
import { answerStart, RecordedRefusal } from './session-start.ts'
import { formatSinglePart } from './split-packet.ts'

/** What has changed; where nothing has, what did not arrive. */
export async function answerPrompt(
  tools: HookDeps,
  called: HookCall,
  progress: HookProgress,
): Promise<string> {
  // Of several entries one answers, so there is one value.
  const order = { ...called, part: { index: 1, of: 1 } }
  const { project, agent, input } = order
  if (input.session === null) return ''
  const who = { agent: agent.id, role: null, session: input.session }
  const { session = input.session } = await redactCallerInfo(tools.engine, project, who)
  const { sessions } = await tools.counting(project)
  if (isUnseen(sessions, order, session)) return atStartLate(tools, order, progress)
  const prompt = promptOf(input)
  if (await isQuietManifest(tools.engine, project)) {
    if (!countTurn(tools, sessions, { session, agent, prompt })) return ''
  } else {
    const request = makeHookRequest(tools.engine, order)
    const { text, elsewhere } = await tools.refresh({ project, request, session: input.session, prompt })
    if (elsewhere) return ''
    if (text !== null) return formatSinglePart(text, agent.hooks?.outputLimit ?? null)
  }
  const lost = await tools.lost({ project, agent, input, ended: false })
  if (lost.length === 0) return ''
  const { resendLostSections } = await import('./send-again.ts')
  return resendLostSections(tools, order, lost)
}

/** Whether the hook at the start of a session never came so far as to count it. A plugin may be asked for a prompt first. */
function isUnseen(sessions: Sessions | null, { agent }: HookCall, session: string): boolean {
  if (agent.hooks?.settings.kind !== 'hooks' || sessions === null) return false
  return ask(() => sessions.get(session) === null, false)
}

/** Whether a session has anything from us. An address that was only looked at has a space in front of it, and was never told. */
export async function hasSessionBaseline(
  tools: HookDeps,
  { project, agent, input }: HookCall,
): Promise<boolean> {
  if (input.session === null) return false
  const who = { agent: agent.id, role: null, session: input.session }
  const { session = input.session } = await redactCallerInfo(tools.engine, project, who)
  const { sessions } = await tools.counting(project)
  const told = ask(() => sessions?.get(session)?.told, undefined) ?? []
  const isWatched = (section: string) => section.split('/')[0]!.includes(' ')
  return told.some((one) => one.form !== 'removed' && one.form !== 'left-out' && !isWatched(one.section))
}

/** So much of a prompt as tells it from another one of the same length. */
const tellingLength = 2000

/** Null where the agent says nothing of it. */
function promptOf({ turn, prompt }: HookInput): PromptIdentity | null {
  if (turn !== null) return { digest: `turn:${computeFingerprint(turn)}`, isId: true }
  if (prompt === null) return null
  return {
    digest: `text:${prompt.length}-${computeFingerprint(prompt.slice(0, tellingLength))}`,
    isId: false,
  }
}

interface Counted {
  readonly session: string
  readonly agent: Agent
  readonly prompt: PromptIdentity | null
}

/** False where another program has counted this prompt, and answers it. */
function countTurn({ engine }: HookDeps, sessions: Sessions | null, counted: Counted): boolean {
  const { session, agent, prompt } = counted
  const turn = { agent: agent.id, now: isoTime(engine.clock.now().getTime()), prompt }
  return ask(() => sessions?.turn(session, turn) !== null, true)
}

/** What cannot be counted keeps nobody from working. */
function ask<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof StoreFailure) return otherwise
    throw error
  }
}

/** Why there is nothing to send, the start of the session has said, or nobody would read it now. */
async function atStartLate(tools: HookDeps, order: HookCall, progress: HookProgress): Promise<string> {
  try {
    const start = { ...order, event: 'session-start' } as const
    const text = await answerStart(tools, start, progress)
    return text === '' ? '' : `Sent now, because the session did not get it when it started:\n\n${text}`
  } catch (error) {
    if (error instanceof RecordedRefusal) return ''
    throw error
  }
}
