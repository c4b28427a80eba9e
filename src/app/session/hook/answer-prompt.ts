import type { Agent } from '../../../agents/index.ts'
import type { PromptIdentity } from '../../../core/session/index.ts'
import { computeFingerprint, formatIsoTime, StoreFailure } from '../../../core/values/index.ts'
import type { Sessions } from '../../../ports/index.ts'
import { redactCallerInfo } from '../../engine/index.ts'
import { isQuiet, readQuietPeriod } from '../refresh/quiet-period.ts'
import { answerSessionStart, missedStartSource, RecordedRefusal } from './answer-session-start.ts'
import type { HookCall, HookDeps, HookProgress } from './hook-deps.ts'
import type { HookInput } from './hook-input.ts'
import { makeHookRequest } from './hook-request.ts'
import { formatSinglePart } from './split-packet.ts'

/** Sends changed sections. If there are none, sends lost sections again. */
export async function answerPrompt(
  deps: HookDeps,
  called: HookCall,
  progress: HookProgress,
): Promise<string> {
  // Only one of several hook entries answers a prompt, so there is one output part.
  const call = { ...called, part: { index: 1, of: 1 } }
  const { project, agent, input } = call
  if (input.session === null) return ''
  const who = { agent: agent.id, role: null, session: input.session }
  const { session = input.session } = await redactCallerInfo(deps.engine, project, who)
  const { sessions } = await deps.counting(project)
  const known = tryStore(() => sessions?.get(session), undefined)
  if ((known === null && isHookAgent(call)) || input.source === missedStartSource)
    return answerMissedStart(deps, call, progress)
  const prompt = identifyPrompt(input)
  const period = await readQuietPeriod(deps.engine, project)
  if (isQuiet(period, known ?? null, deps.engine.clock.now().getTime())) {
    if (!countTurn(deps, sessions, { session, agent, prompt })) return ''
  } else {
    const request = makeHookRequest(deps.engine, call)
    const { text, elsewhere } = await deps.refresh({
      ...{ project, request, session: input.session },
      happened: { kind: 'turn', prompt },
    })
    if (elsewhere) return ''
    if (text !== null) return formatSinglePart(text, agent.hooks?.outputLimit ?? null)
  }
  const lost = await deps.lost({ project, agent, input, ended: false })
  if (lost.length === 0) return ''
  const { resendLostSections } = await import('./resend-lost-sections.ts')
  return resendLostSections(deps, call, lost)
}

/** Whether the start hook counts every session first. The prompt of a plugin may come before the start. */
function isHookAgent({ agent }: HookCall): boolean {
  return agent.hooks?.settings.kind === 'hooks'
}

/** Whether a session has any section from us. Ignores watched addresses, which have a space in front and were never sent. */
export async function hasSessionBaseline(
  deps: HookDeps,
  { project, agent, input }: HookCall,
): Promise<boolean> {
  if (input.session === null) return false
  const who = { agent: agent.id, role: null, session: input.session }
  const { session = input.session } = await redactCallerInfo(deps.engine, project, who)
  const { sessions } = await deps.counting(project)
  const sent = tryStore(() => sessions?.get(session)?.sent, undefined) ?? []
  const isWatched = (section: string) => section.split('/')[0]!.includes(' ')
  return sent.some(({ form, section }) => form !== 'removed' && form !== 'left-out' && !isWatched(section))
}

/** Enough of a prompt to distinguish it from others of the same length. */
const fingerprintLength = 2000

/** Null if the agent sends neither an id nor the prompt. */
function identifyPrompt({ turn, prompt }: HookInput): PromptIdentity | null {
  if (turn !== null) return { digest: `turn:${computeFingerprint(turn)}`, isId: true }
  if (prompt === null) return null
  return {
    digest: `text:${prompt.length}-${computeFingerprint(prompt.slice(0, fingerprintLength))}`,
    isId: false,
  }
}

interface TurnInput {
  readonly session: string
  readonly agent: Agent
  readonly prompt: PromptIdentity | null
}

/** False if another process has counted this prompt and answers it. */
function countTurn(
  { engine }: HookDeps,
  sessions: Sessions | null,
  { session, agent, prompt }: TurnInput,
): boolean {
  const turn = { agent: agent.id, now: formatIsoTime(engine.clock.now().getTime()), prompt }
  return tryStore(() => sessions?.countTurn(session, turn) !== null, true)
}

/** A failing session store does not stop the user's work. */
function tryStore<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof StoreFailure) return otherwise
    throw error
  }
}

/** Sends the context that the session did not get at its start. A refusal stays silent, because it belongs to the start. */
async function answerMissedStart(deps: HookDeps, call: HookCall, progress: HookProgress): Promise<string> {
  try {
    const start = { ...call, event: 'session-start' } as const
    const text = await answerSessionStart(deps, start, progress)
    return text === '' ? '' : `Sent now, because the session did not get it when it started:\n\n${text}`
  } catch (error) {
    if (error instanceof RecordedRefusal) return ''
    throw error
  }
}
