import type { HookCap } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'
import { getPacket } from '../get-packet.ts'
import { oneValue, roomIn } from '../hook/values.ts'
import { injectionParcel } from '../record/parcels.ts'
import type { Caller, OfferAbout } from './answer.ts'
import type { Face } from './draw-face.ts'
import { faceOf } from './face.ts'
import { callerWords, type OfferTools, requestFor } from './order.ts'
import { offeredTools } from './tools.ts'

/** The least that a client passes on of a server's instructions: Claude Code cuts behind it, others do not cut. */
const cap: HookCap = { amount: 4_096, unit: 'utf-16', beyond: 'head' }

/** Before anybody is told anything: what it is called. A server starts whatever is wrong with a project, and says so. */
export async function aboutOffer(tools: OfferTools): Promise<OfferAbout> {
  const { project } = tools
  const nothing = (inert: string) => ({ project: project.name, scheme: 'foreword', inert })
  try {
    const inert = await tools.inert()
    if (inert !== null) return nothing(inert)
    const { scheme } = await faceOf(tools)
    return { project: project.name, scheme, inert: null }
  } catch (error) {
    return nothing((await cleaned(tools, error)).message)
  }
}

/** What holds for all work in the project, and how the rest is read. Fast where nothing has changed: clients wait a second. */
export async function instructionsFor(tools: OfferTools, caller: Caller): Promise<string> {
  try {
    const inert = await tools.inert()
    if (inert !== null) return `${inert}; until the user has done that, nothing is offered here.`
    const face = await faceOf(tools)
    const head = headOf(face, tools.project.name)
    return face.only.length === 0 ? head : `${head}\n\n${await identity(tools, caller, { face, head })}`
  } catch (error) {
    return refused(await cleaned(tools, error))
  }
}

/** A refusal without the secrets that it may quote; everything else is a bug. */
async function cleaned({ shop, project }: OfferTools, error: unknown): Promise<Refusal> {
  if (!(error instanceof Refusal)) throw error
  const { cleaner, everyPlan } = await import('../clean.ts')
  return error.cleaned(cleaner(everyPlan, (await shop.outside(project, everyPlan)).rules))
}

function headOf({ scheme, examples }: Face, project: string): string {
  const { search, read, explain } = offeredTools(scheme)
  const such = examples.length === 0 ? '' : ` (such as ${examples.join(', ')})`
  return [
    `Context of the project ${project}, from foreword. Before a change, read the decisions and plans that it touches:`,
    `${search.name} finds documents by words, ${read.name} reads them by address${such}; ${explain.name} says why something is given or not.`,
  ].join('\n')
}

/** The sections that say what a project is, through the same path as every packet: redacted, within budgets, on record. */
async function identity(
  tools: OfferTools,
  caller: Caller,
  { face, head }: { face: Face; head: string },
): Promise<string> {
  const { shop, project, recorder, warn } = tools
  const left = { ...cap, amount: cap.amount - head.length }
  const request = requestFor(tools, { only: face.only, room: roomIn(left, 1), tags: false })
  const who = { agent: null, role: null, asked: 'instructions', ...callerWords(caller) }
  const result = await getPacket(shop, { project, request, who, useCache: true })
  const { receipt, text, seal } =
    'packet' in result ? result.packet : { ...result.refused, text: null, seal: undefined }
  const { troubles } = await recorder.record([
    injectionParcel(shop, { receipt, text, ...(seal !== undefined && { seal }) }),
  ])
  for (const trouble of troubles) warn(trouble)
  if ('refused' in result) return refused(result.refused.refusal)
  return oneValue(text ?? '', left)
}

const longestReason = 500

function refused({ message }: Refusal): string {
  const reason = message.split('\n')[0]!.slice(0, longestReason)
  return `foreword: no project context this time (${reason}). "foreword explain" says more.`
}
