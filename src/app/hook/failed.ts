import { cleanReceipt, refusalReceipt } from '../../core/receipt/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project, Workshop } from '../../ports/index.ts'
import { cleaner, everyPlan } from '../clean.ts'
import { newOccasion, type Who } from '../occasion.ts'
import { injectionParcel } from '../record/parcels.ts'
import { envelopeOf } from './envelope.ts'
import { lastGood } from './last-good.ts'
import { failurePrint, noticeOf, oneLine } from './notice.ts'
import { requestFor } from './request.ts'
import { claimed, Recorded } from './start.ts'
import type { HookAnswer, HookOrder, Keeping, Progress } from './tools.ts'

type Tools = Keeping & { readonly shop: Workshop }

interface Failure {
  readonly error: unknown
  readonly progress: Progress
}

/** The answer where there is no other, and a record of why. */
export async function failed(
  tools: Tools,
  order: HookOrder,
  { error, progress }: Failure,
): Promise<HookAnswer> {
  const { rule, input, event } = order
  // It was promised before the time was up.
  if (progress.text !== null)
    return { print: envelopeOf(rule, input.name, progress.text, null), notice: null, afterwards: null }
  const { refusal, isRecorded } = refusalOf(error)
  const isLate = refusal.code === 'too-late'
  const old = isLate && progress.permitted ? await lateAnswer(tools, order, refusal) : null
  if (old !== null) return old
  const clean = isLate || isRecorded ? same : await cleanerFor(tools.shop, order.project)
  const notice = noticeOf(refusal.cleaned(clean), event)
  if (order.part.index > 1)
    return { print: envelopeOf(rule, input.name, '', null), notice: null, afterwards: null }
  const afterwards = isRecorded ? null : () => recordFailure(tools, order, { refusal, clean })
  return { print: failurePrint({ rule, event, name: input.name }, notice), notice, afterwards }
}

const same = (text: string) => text

function refusalOf(error: unknown): { refusal: Refusal; isRecorded: boolean } {
  if (error instanceof Recorded) return { refusal: error.refusal, isRecorded: true }
  if (error instanceof Refusal) return { refusal: error, isRecorded: false }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const fix = 'Please report it; "foreword explain" in the project tells more.'
  return { refusal: new Refusal('hook-failed', `foreword has a bug (${detail})`, fix), isRecorded: false }
}

/** The packet that was good last, where one is kept that may still be sent. */
async function lateAnswer(tools: Tools, order: HookOrder, refusal: Refusal): Promise<HookAnswer | null> {
  const { project, event, rule, input, part } = order
  if (event !== 'session-start') return null
  const request = requestFor(tools.shop, order)
  const ready = lastGood(tools.shop, { project, request }, { who: whoOf(order), why: refusal.message })
  if (ready === null) return null
  const [value, record] = await claimed(tools, order, ready)
  const age = `the packet of ${ready.at}: ${refusal.message} this time`
  const said = value === '' || part.index > 1 ? value : `[${age}]\n${value}`
  return {
    print: envelopeOf(rule, input.name, said, null),
    notice: record === null ? null : oneLine(`foreword: sent ${age}. ${refusal.fix ?? ''}`),
    afterwards: record === null ? null : () => tools.recorder.record([injectionParcel(tools.shop, record)]),
  }
}

function whoOf({ agent, input }: HookOrder): Who {
  return { agent: agent.id, role: null, ...(input.session !== null && { session: input.session }) }
}

/** What failed may quote anything. */
async function cleanerFor(shop: Workshop, project: Project): Promise<(text: string) => string> {
  try {
    return cleaner(everyPlan, (await shop.outside(project, everyPlan)).rules)
  } catch {
    return cleaner()
  }
}

/** That a session got nothing, and why. */
export async function recordRefusal(tools: Tools, order: HookOrder, refusal: Refusal): Promise<void> {
  await recordFailure(tools, order, { refusal, clean: await cleanerFor(tools.shop, order.project) })
}

async function recordFailure(
  { shop, recorder }: Tools,
  order: HookOrder,
  { refusal, clean }: { refusal: Refusal; clean: (text: string) => string },
): Promise<void> {
  const { session, ...who } = whoOf(order)
  const named = session === undefined ? who : { ...who, session: clean(session) }
  const manifest = { manifest: '', manifest_digest: '' }
  const occasion = newOccasion(shop, order.project, manifest, { ...named, asked: order.event })
  const receipt = cleanReceipt(refusalReceipt('none', refusal, occasion), clean)
  await recorder.record([injectionParcel(shop, { receipt, text: null })])
}
