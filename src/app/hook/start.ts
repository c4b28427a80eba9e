import type { HookEvent } from '../../agents/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import { diagnostic, isoTime, type Refusal } from '../../core/values/index.ts'
import type { Project, StartAnswer, Workshop } from '../../ports/index.ts'
import { getPacket, type RefusedPacket } from '../get-packet.ts'
import type { RenderedPacket } from '../packet-cache.ts'
import { injectionParcel } from '../record/parcels.ts'
import { baselineOf } from '../refresh/told.ts'
import { requestFor } from './request.ts'
import { forSubagent } from './subagent.ts'
import type { HookOrder, HookTools, Keeping, Progress } from './tools.ts'
import { isCarried, valuesOf } from './values.ts'

/** A refusal that is on record. */
export class Recorded extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export async function atStart(tools: HookTools, order: HookOrder, progress: Progress): Promise<string> {
  const { project, agent, event, input } = order
  const only = event === 'subagent-start' ? await sliceFor(tools.shop, project, event) : null
  if (only !== null && only.length === 0) return ''
  const who = {
    agent: agent.id,
    role: null,
    ...(input.session !== null && { session: input.session }),
    ...(event === 'subagent-start' && { asked: forSubagent }),
  }
  const request = { ...requestFor(tools.shop, order), only }
  const result = await readyFor(tools.shop, { project, request, who, useCache: true }, order)
  if ('refused' in result) throw await recorded(tools, result.refused, order)
  const { packet, compiled } = result
  if (compiled !== null) {
    const { keepLastGood } = await import('./last-good.ts')
    keepLastGood(tools.shop, { project, request }, { packet, compiled })
  }
  const [text, receipt] = await claimed(tools, order, packet)
  progress.text = text
  if (receipt !== null) await tools.recorder.record([injectionParcel(tools.shop, receipt)])
  return text
}

/** Only what never yields can be more than several values carry. Then it yields. */
async function readyFor(
  shop: Workshop,
  asked: Parameters<typeof getPacket>[1],
  { agent, part }: HookOrder,
): ReturnType<typeof getPacket> {
  const result = await getPacket(shop, asked)
  const { request } = asked
  const isPlanned = request.room === null || request.room.all || 'refused' in result
  if (isPlanned || isCarried(result.packet.text, agent.hooks?.cap ?? null, part.of)) return result
  return getPacket(shop, { ...asked, request: { ...request, room: { ...request.room, all: true } } })
}

async function recorded(tools: HookTools, { refusal, receipt }: RefusedPacket, { part }: HookOrder) {
  if (refusal.code === 'too-late') return refusal
  if (part.index === 1) await tools.recorder.record([injectionParcel(tools.shop, { receipt, text: null })])
  return new Recorded(refusal)
}

type ToRecord = Parameters<typeof injectionParcel>[1]

/** What this value says, and what is to be recorded of it: nothing where another value speaks for all of them. */
export async function claimed(
  tools: Keeping & { readonly shop: Workshop },
  order: HookOrder,
  { text, receipt, seal }: RenderedPacket,
): Promise<readonly [string, ToRecord | null]> {
  const { agent, part, event } = order
  const answer = event === 'session-start' ? await begin(tools, order, receipt) : 'send'
  if (answer === 'given')
    return ['', part.index === 1 ? { receipt: unsent(order, receipt), text: null } : null]
  if (answer !== 'send') return ['', null]
  const value = valuesOf(text, agent.hooks?.cap ?? null, part.of)[part.index - 1] ?? ''
  return [value, part.index === 1 ? { receipt, text, seal } : null]
}

/** Sources of a session's start after which the agent has lost what it was told. */
const anew: ReadonlySet<string> = new Set(['startup', 'clear', 'compact'])
/** Before these, nothing was said in the session but what began it. */
const first: ReadonlySet<string> = new Set(['startup', 'resume', 'fork'])

/** Where sessions cannot be counted, better twice than never. */
async function begin(
  { shop, counting }: Keeping & { readonly shop: Workshop },
  { project, agent, input, part, given }: HookOrder,
  receipt: Receipt,
): Promise<StartAnswer> {
  if (input.session === null) return 'send'
  const { sessions } = await counting(project)
  const source = input.source ?? 'startup'
  const isGiven = given !== null && first.has(source)
  try {
    const answer = sessions?.begin(receipt.session_id, {
      agent: agent.id,
      now: isoTime(shop.systemTime()),
      source: `${agent.id} ${source}`,
      part: part.index,
      anew: !isGiven && (anew.has(source) || agent.hooks?.forgetsOnResume === true),
      sections: baselineOf(receipt),
      given: isGiven ? given : null,
    })
    return answer ?? (isGiven ? 'given' : 'send')
  } catch (error) {
    if ((error as { code?: unknown }).code === 'too-late') throw error
    return isGiven ? 'given' : 'send'
  }
}

/** Says that there was something to send, and who had sent it. */
function unsent({ given }: HookOrder, receipt: Receipt): Receipt {
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
    diagnostics: [diagnostic('given-already', 'note', detail)],
  }
}

/** A subagent gets the sections that the manifest has for it, and nothing where it has none. */
async function sliceFor(shop: Workshop, project: Project, event: HookEvent): Promise<string[]> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  return Object.entries(manifest.sections).flatMap(([id, { when }]) =>
    [when?.trigger ?? []].flat().includes(event) ? [id] : [],
  )
}
