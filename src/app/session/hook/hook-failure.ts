import { buildRefusalReceipt, redactReceipt } from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import { type CallerInfo, makeInjectionMetadata } from '../../engine/index.ts'
import { makeInjectionParcel } from '../../record/index.ts'
import { defaultRedaction, makeTextRedactor } from '../../redaction/index.ts'
import { wrapInEnvelope } from './envelope.ts'
import { formatFailure, formatNotice, toOneLine } from './hook-notice.ts'
import { makeHookRequest } from './hook-request.ts'
import type { HookCall, HookProgress, HookResult, HookStores } from './hook-tools.ts'
import { readLastGood } from './last-good.ts'
import { claimSend, RecordedRefusal } from './session-start.ts'

type Tools = HookStores & { readonly engine: EngineServices }

interface Failure {
  readonly error: unknown
  readonly progress: HookProgress
}

/** The answer where there is no other, and a record of why. */
export async function answerFailedHook(
  tools: Tools,
  order: HookCall,
  { error, progress }: Failure,
): Promise<HookResult> {
  const { rule, input, event } = order
  // It was promised before the time was up.
  if (progress.text !== null)
    return { print: wrapInEnvelope(rule, input.name, progress.text, null), notice: null, afterwards: null }
  const { refusal, isRecorded } = refusalOf(error)
  const isLate = refusal.code === 'too-late'
  const old = isLate && progress.permitted ? await lateAnswer(tools, order, refusal) : null
  if (old !== null) return old
  const clean = isLate || isRecorded ? same : await cleanerFor(tools.engine, order.project)
  const notice = formatNotice(refusal.cleaned(clean), event)
  if (order.part.index > 1)
    return { print: wrapInEnvelope(rule, input.name, '', null), notice: null, afterwards: null }
  const afterwards = isRecorded ? null : () => recordFailure(tools, order, { refusal, clean })
  return { print: formatFailure({ rule, event, name: input.name }, notice), notice, afterwards }
}

const same = (text: string) => text

function refusalOf(error: unknown): { refusal: Refusal; isRecorded: boolean } {
  if (error instanceof RecordedRefusal) return { refusal: error.refusal, isRecorded: true }
  if (error instanceof Refusal) return { refusal: error, isRecorded: false }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const fix = 'Please report it; "foreword explain" in the project tells more.'
  return { refusal: new Refusal('hook-failed', `foreword has a bug (${detail})`, fix), isRecorded: false }
}

/** The packet that was good last, where one is kept that may still be sent. */
async function lateAnswer(tools: Tools, order: HookCall, refusal: Refusal): Promise<HookResult | null> {
  const { project, event, rule, input, part } = order
  if (event !== 'session-start') return null
  const request = makeHookRequest(tools.engine, order)
  const ready = readLastGood(tools.engine, { project, request }, { who: whoOf(order), why: refusal.message })
  if (ready === null) return null
  const [value, record] = await claimSend(tools, order, ready)
  const age = `the packet of ${ready.at}: ${refusal.message} this time`
  const said = value === '' || part.index > 1 ? value : `[${age}]\n${value}`
  return {
    print: wrapInEnvelope(rule, input.name, said, null),
    notice: record === null ? null : toOneLine(`foreword: sent ${age}. ${refusal.fix ?? ''}`),
    afterwards:
      record === null ? null : () => tools.recorder.record([makeInjectionParcel(tools.engine, record)]),
  }
}

function whoOf({ agent, input }: HookCall): CallerInfo {
  return { agent: agent.id, role: null, ...(input.session !== null && { session: input.session }) }
}

/** What failed may quote anything. */
async function cleanerFor(engine: EngineServices, project: Project): Promise<(text: string) => string> {
  try {
    return makeTextRedactor(
      defaultRedaction,
      (await engine.projectRedactionRules(project, defaultRedaction)).rules,
    )
  } catch {
    return makeTextRedactor()
  }
}

/** That a session got nothing, and why. */
export async function recordRefusal(tools: Tools, order: HookCall, refusal: Refusal): Promise<void> {
  await recordFailure(tools, order, { refusal, clean: await cleanerFor(tools.engine, order.project) })
}

async function recordFailure(
  { engine, recorder }: Tools,
  order: HookCall,
  { refusal, clean }: { refusal: Refusal; clean: (text: string) => string },
): Promise<void> {
  const { session, ...who } = whoOf(order)
  const named = session === undefined ? who : { ...who, session: clean(session) }
  const manifest = { manifest: '', manifest_digest: '' }
  const occasion = makeInjectionMetadata(engine, order.project, manifest, { ...named, asked: order.event })
  const receipt = redactReceipt(buildRefusalReceipt('none', refusal, occasion), clean)
  await recorder.record([makeInjectionParcel(engine, { receipt, text: null })])
}
