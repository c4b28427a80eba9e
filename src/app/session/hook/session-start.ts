import type { HookEvent } from '../../../agents/index.ts'
import type { Receipt } from '../../../core/receipt/index.ts'
import { isoTime, makeDiagnostic, type Refusal } from '../../../core/values/index.ts'
import type { EngineServices, Project, StartDecision } from '../../../ports/index.ts'
import { getPacket, type RefusedPacket, type RenderedPacket } from '../../engine/index.ts'
import { buildSessionBaseline, makeInjectionParcel } from '../../record/index.ts'
import { makeHookRequest } from './hook-request.ts'
import type { HookCall, HookDeps, HookProgress, HookStores } from './hook-tools.ts'
import { fitsOutputParts, splitPacket } from './split-packet.ts'
import { subagentEvent } from './subagent.ts'

/** A refusal that is on record. */
export class RecordedRefusal extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export async function answerStart(tools: HookDeps, order: HookCall, progress: HookProgress): Promise<string> {
  const { project, agent, event, input } = order
  const only = event === 'subagent-start' ? await sliceFor(tools.engine, project, event) : null
  if (only !== null && only.length === 0) return ''
  const who = {
    agent: agent.id,
    role: null,
    ...(input.session !== null && { session: input.session }),
    ...(event === 'subagent-start' && { asked: subagentEvent }),
  }
  const request = { ...makeHookRequest(tools.engine, order), only }
  const result = await readyFor(tools.engine, { project, request, who, useCache: true }, order)
  if ('refused' in result) throw await recorded(tools, result.refused, order)
  const { packet, compiled } = result
  if (compiled !== null) {
    const { keepLastGood } = await import('./last-good.ts')
    keepLastGood(tools.engine, { project, request }, { packet, compiled })
  }
  const [text, receipt] = await claimSend(tools, order, packet)
  progress.text = text
  if (receipt !== null) await tools.recorder.record([makeInjectionParcel(tools.engine, receipt)])
  return text
}

/** Only what never yields can be more than several values carry. Then it yields. */
async function readyFor(
  engine: EngineServices,
  asked: Parameters<typeof getPacket>[1],
  { agent, part }: HookCall,
): ReturnType<typeof getPacket> {
  const result = await getPacket(engine, asked)
  const { request } = asked
  const isPlanned = request.channelLimit === null || request.channelLimit.cutProtected || 'refused' in result
  if (isPlanned || fitsOutputParts(result.packet.text, agent.hooks?.outputLimit ?? null, part.of))
    return result
  return getPacket(engine, {
    ...asked,
    request: { ...request, channelLimit: { ...request.channelLimit, cutProtected: true } },
  })
}

async function recorded(tools: HookDeps, { refusal, receipt }: RefusedPacket, { part }: HookCall) {
  if (refusal.code === 'too-late') return refusal
  if (part.index === 1)
    await tools.recorder.record([makeInjectionParcel(tools.engine, { receipt, text: null })])
  return new RecordedRefusal(refusal)
}

type ToRecord = Parameters<typeof makeInjectionParcel>[1]

/** What this value says, and what is to be recorded of it: nothing where another value speaks for all of them. */
export async function claimSend(
  tools: HookStores & { readonly engine: EngineServices },
  order: HookCall,
  { text, receipt, seal }: RenderedPacket,
): Promise<readonly [string, ToRecord | null]> {
  const { agent, part, event } = order
  const answer = event === 'session-start' ? await begin(tools, order, receipt) : 'send'
  if (answer === 'given')
    return ['', part.index === 1 ? { receipt: unsent(order, receipt), text: null } : null]
  if (answer !== 'send') return ['', null]
  const value = splitPacket(text, agent.hooks?.outputLimit ?? null, part.of)[part.index - 1] ?? ''
  return [value, part.index === 1 ? { receipt, text, seal } : null]
}

/** Sources of a session's start after which the agent has lost what it was told. */
const anew: ReadonlySet<string> = new Set(['startup', 'clear', 'compact'])
/** Before these, nothing was said in the session but what began it. */
const first: ReadonlySet<string> = new Set(['startup', 'resume', 'fork'])

/** Where sessions cannot be counted, better twice than never. */
async function begin(
  { engine, counting }: HookStores & { readonly engine: EngineServices },
  { project, agent, input, part, given }: HookCall,
  receipt: Receipt,
): Promise<StartDecision> {
  if (input.session === null) return 'send'
  const { sessions } = await counting(project)
  const source = input.source ?? 'startup'
  const isGiven = given !== null && first.has(source)
  try {
    const answer = sessions?.begin(receipt.session_id, {
      agent: agent.id,
      now: isoTime(engine.systemTime()),
      source: `${agent.id} ${source}`,
      part: part.index,
      anew: !isGiven && (anew.has(source) || agent.hooks?.forgetsOnResume === true),
      sections: buildSessionBaseline(receipt),
      given: isGiven ? given : null,
    })
    return answer ?? (isGiven ? 'given' : 'send')
  } catch (error) {
    if ((error as { code?: unknown }).code === 'too-late') throw error
    return isGiven ? 'given' : 'send'
  }
}

/** Says that there was something to send, and who had sent it. */
function unsent({ given }: HookCall, receipt: Receipt): Receipt {
  const detail = `Injection ${given} gave this session its context with its first prompt.`
  return {
    ...receipt,
    status: 'success',
    total: 0,
    packet_digest: null,
    sections: [],
    left_out: [],
    redaction: { rules: 0, count: 0, by_rule: {} },
    map: [],
    diagnostics: [makeDiagnostic('given-already', 'note', detail)],
  }
}

/** A subagent gets the sections that the manifest has for it, and nothing where it has none. */
async function sliceFor(engine: EngineServices, project: Project, event: HookEvent): Promise<string[]> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  return Object.entries(manifest.sections).flatMap(([id, { when }]) =>
    [when?.trigger ?? []].flat().includes(event) ? [id] : [],
  )
}
