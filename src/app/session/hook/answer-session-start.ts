import type { HookEvent } from '../../../agents/index.ts'
import type { Receipt } from '../../../core/receipt/index.ts'
import { formatIsoTime, makeDiagnostic, type Refusal } from '../../../core/values/index.ts'
import type { EngineServices, Project, StartDecision } from '../../../ports/index.ts'
import { getPacket, type RefusedPacket, type RenderedPacket } from '../../engine/index.ts'
import { makeInjectionParcel } from '../../record/index.ts'
import { findPostponedSections } from './find-postponed-sections.ts'
import type { HookCall, HookDeps, HookProgress, HookStores } from './hook-deps.ts'
import { makeHookRequest } from './hook-request.ts'
import { computeChannelLimit, fitsOutputParts, formatSinglePart, splitPacket } from './split-packet.ts'
import { subagentEvent } from './subagent.ts'

/** A refusal that is already recorded. */
export class RecordedRefusal extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export async function answerSessionStart(
  deps: HookDeps,
  call: HookCall,
  progress: HookProgress,
): Promise<string> {
  const { project, agent, event, input } = call
  const only = event === 'subagent-start' ? await listSubagentSections(deps.engine, project, event) : null
  if (only !== null && only.length === 0) return ''
  const who = {
    agent: agent.id,
    role: null,
    ...(input.session !== null && { session: input.session }),
    ...(event === 'subagent-start' && { asked: subagentEvent }),
  }
  const request = { ...makeHookRequest(deps.engine, call), only }
  const result = await getPacketForParts(deps.engine, { project, request, who, useCache: true }, call)
  if ('refused' in result) throw await recordRefusedPacket(deps, result.refused, call)
  const { packet, compiled } = result
  if (compiled !== null) {
    const { cacheLastGoodPacket } = await import('./last-good-packet.ts')
    cacheLastGoodPacket(deps.engine, { project, request }, { packet, compiled })
  }
  const claim = await claimSend(deps, call, packet)
  const updates = claim.isUpdate ? await sendUpdates(deps, call) : null
  if (updates !== null) return updates
  const { text, receipt } = claim
  progress.text = text
  if (receipt !== null) await deps.recorder.record([makeInjectionParcel(deps.engine, receipt)])
  return text
}

/** Protected sections alone can exceed all output parts. Then they are cut, too. */
async function getPacketForParts(
  engine: EngineServices,
  input: Parameters<typeof getPacket>[1],
  { agent, part }: HookCall,
): ReturnType<typeof getPacket> {
  const result = await getPacket(engine, input)
  const { request } = input
  const isPlanned = request.channelLimit === null || request.channelLimit.cutProtected || 'refused' in result
  if (isPlanned || fitsOutputParts(result.packet.text, agent.hooks?.outputLimit ?? null, part.of))
    return result
  return getPacket(engine, {
    ...input,
    request: { ...request, channelLimit: { ...request.channelLimit, cutProtected: true } },
  })
}

async function recordRefusedPacket(deps: HookDeps, { refusal, receipt }: RefusedPacket, { part }: HookCall) {
  if (refusal.code === 'too-late') return refusal
  if (part.index === 1)
    await deps.recorder.record([makeInjectionParcel(deps.engine, { receipt, text: null })])
  return new RecordedRefusal(refusal)
}

/**
 * Sends a resumed session only the sections that have changed. They come in the first output part alone, because the other parts run at the
 * same time and cannot know the update; sections that do not fit come with the next prompts. Null if the update fails: then all is sent.
 */
async function sendUpdates(deps: HookDeps, call: HookCall): Promise<string | null> {
  const { project, agent, input, part } = call
  if (part.index > 1) return ''
  const request = makeHookRequest(deps.engine, { ...call, part: { index: 1, of: 1 } })
  const { text, failed } = await deps.refresh({
    ...{ project, request, session: input.session! },
    happened: { kind: 'resume' },
  })
  if (failed) return null
  return text === null ? '' : formatSinglePart(text, agent.hooks?.outputLimit ?? null)
}

interface SendClaim {
  /** The text of this output part. */
  readonly text: string
  /** The record to keep. Only the first part keeps one, for all parts. */
  readonly receipt: Parameters<typeof makeInjectionParcel>[1] | null
  /** Whether the session has the earlier packet and needs only its changes. */
  readonly isUpdate: boolean
}

/** Returns the text to send, unless the session has it or another process sends it. */
export async function claimSend(
  deps: HookStores & { readonly engine: EngineServices },
  call: HookCall,
  packet: RenderedPacket,
): Promise<SendClaim> {
  const { agent, part, event } = call
  const { text, receipt, seal } = packet
  const decision = event === 'session-start' ? await beginSession(deps, call, packet) : 'send'
  const isFirst = part.index === 1
  const isUpdate = decision === 'update'
  if (decision !== 'send' && !isUpdate) {
    const isGiven = decision === 'given' && isFirst
    return { text: '', receipt: isGiven ? makeUnsentRecord(call, receipt) : null, isUpdate }
  }
  const value = splitPacket(text, agent.hooks?.outputLimit ?? null, part.of)[part.index - 1] ?? ''
  return { text: value, receipt: isFirst ? { receipt, text, seal } : null, isUpdate }
}

/** The source that our plugin gives with a prompt if the hook at the session's start failed. */
export const missedStartSource = 'missed-start'
/** Sources of a session's start at which the model's context has nothing from us. */
const emptyContextSources: ReadonlySet<string> = new Set(['startup', 'clear', 'compact', missedStartSource])
/** Sources of a session's start at which the session may hold the packet of its first prompt. */
const firstPromptSources: ReadonlySet<string> = new Set(['startup', 'resume', 'fork'])

/** If the session store fails, sends anyway: a duplicate is better than no context. */
async function beginSession(
  { engine, counting }: HookStores & { readonly engine: EngineServices },
  { project, agent, input, part, firstPromptInjection }: HookCall,
  packet: RenderedPacket,
): Promise<StartDecision> {
  if (input.session === null) return 'send'
  const { receipt } = packet
  const promptLimit = computeChannelLimit(agent.hooks?.outputLimit ?? null, 1)
  const { sections, waiting } = findPostponedSections(packet, promptLimit)
  const { sessions } = await counting(project)
  const source = input.source ?? 'startup'
  const isGiven = firstPromptInjection !== null && firstPromptSources.has(source)
  try {
    const decision = sessions?.begin(receipt.session_id, {
      agent: agent.id,
      now: formatIsoTime(engine.systemTime()),
      source: `${agent.id} ${source}`,
      part: part.index,
      anew: !isGiven && (emptyContextSources.has(source) || agent.hooks?.forgetsOnResume === true),
      resumed: source === 'resume',
      ...{ sections, waiting },
      firstPromptInjection: isGiven ? firstPromptInjection : null,
    })
    return decision ?? (isGiven ? 'given' : 'send')
  } catch (error) {
    if ((error as { code?: unknown }).code === 'too-late') throw error
    return isGiven ? 'given' : 'send'
  }
}

/** Makes a receipt that names the injection which already gave the session its context. */
function makeUnsentRecord({ firstPromptInjection }: HookCall, receipt: Receipt): SendClaim['receipt'] {
  const detail = `Injection ${firstPromptInjection} gave this session its context with its first prompt.`
  const unsent: Receipt = {
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
  return { receipt: unsent, text: null }
}

/** Lists the sections that the manifest has for subagents. They get nothing else. */
async function listSubagentSections(
  engine: EngineServices,
  project: Project,
  event: HookEvent,
): Promise<string[]> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  return Object.entries(manifest.sections).flatMap(([id, { when }]) =>
    [when?.trigger ?? []].flat().includes(event) ? [id] : [],
  )
}
