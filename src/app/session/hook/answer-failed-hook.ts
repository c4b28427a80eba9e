import { neutraliseExpansions } from '../../../core/packet/index.ts'
import { buildRefusalReceipt, redactReceipt } from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import { type CallerInfo, makeInjectionMetadata } from '../../engine/index.ts'
import { makeInjectionParcel } from '../../record/index.ts'
import { defaultRedaction, makeTextRedactor } from '../../redaction/index.ts'
import { claimSend, RecordedRefusal } from './answer-session-start.ts'
import { wrapInEnvelope } from './envelope.ts'
import type { HookCall, HookProgress, HookResult, HookStores } from './hook-deps.ts'
import { formatHookFailure, formatHookNotice, toOneLine } from './hook-notice.ts'
import { makeHookRequest } from './hook-request.ts'
import { readLastGoodPacket } from './last-good-packet.ts'

type FailureDeps = HookStores & { readonly engine: EngineServices }

interface Failure {
  readonly error: unknown
  readonly progress: HookProgress
}

/** Answers a hook that failed, and records the reason. */
export async function answerFailedHook(
  deps: FailureDeps,
  call: HookCall,
  { error, progress }: Failure,
): Promise<HookResult> {
  const { agent, rule, input, event } = call
  // The hook claimed this text before the deadline, so no other process sends it.
  if (progress.text !== null)
    return { print: wrapInEnvelope(rule, input.name, progress.text, null), notice: null, afterwards: null }
  const { refusal, isRecorded } = toRefusal(error)
  const isLate = refusal.code === 'too-late'
  const old = isLate && progress.permitted ? await sendLastGood(deps, call, refusal) : null
  if (old !== null) return old
  const clean = isLate || isRecorded ? same : await makeCleaner(deps.engine, call.project)
  const notice = formatHookNotice(refusal.mapText(clean), event)
  if (call.part.index > 1)
    return { print: wrapInEnvelope(rule, input.name, '', null), notice: null, afterwards: null }
  const afterwards = isRecorded ? null : () => recordFailure(deps, call, { refusal, clean })
  return { print: formatHookFailure({ agent, rule, event, name: input.name }, notice), notice, afterwards }
}

const same = (text: string) => text

function toRefusal(error: unknown): { refusal: Refusal; isRecorded: boolean } {
  if (error instanceof RecordedRefusal) return { refusal: error.refusal, isRecorded: true }
  if (error instanceof Refusal) return { refusal: error, isRecorded: false }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const fix = 'Please report it; "foreword explain" in the project tells more.'
  return { refusal: new Refusal('hook-failed', `foreword has a bug (${detail})`, fix), isRecorded: false }
}

/** Sends the last good packet; null if the cache has none that may still be sent. */
async function sendLastGood(deps: FailureDeps, call: HookCall, refusal: Refusal): Promise<HookResult | null> {
  const { project, agent, event, rule, input, part } = call
  if (event !== 'session-start') return null
  const request = makeHookRequest(deps.engine, call)
  const who = describeCaller(call)
  const ready = readLastGoodPacket(deps.engine, { project, request }, { who, why: refusal.message })
  if (ready === null) return null
  const { text: value, receipt: record, isUpdate } = await claimSend(deps, call, ready)
  if (isUpdate) {
    const notice = `foreword: ${refusal.message}. The session keeps the packet that it has. ${refusal.fix ?? ''}`
    return {
      print: wrapInEnvelope(rule, input.name, '', null),
      notice: part.index > 1 ? null : toOneLine(notice),
      afterwards: null,
    }
  }
  const age = `the packet of ${ready.at}: ${refusal.message} this time`
  const safeAge = neutraliseExpansions(age, agent.hooks?.expansions ?? []).text
  const text = value === '' || part.index > 1 ? value : `[${safeAge}]\n${value}`
  return {
    print: wrapInEnvelope(rule, input.name, text, null),
    notice: record === null ? null : toOneLine(`foreword: sent ${age}. ${refusal.fix ?? ''}`),
    afterwards:
      record === null ? null : () => deps.recorder.record([makeInjectionParcel(deps.engine, record)]),
  }
}

function describeCaller({ agent, input }: HookCall): CallerInfo {
  return { agent: agent.id, role: null, ...(input.session !== null && { session: input.session }) }
}

/** Makes a redactor for error messages, because they may quote any text. */
async function makeCleaner(engine: EngineServices, project: Project): Promise<(text: string) => string> {
  try {
    return makeTextRedactor(
      defaultRedaction,
      (await engine.projectRedactionRules(project, defaultRedaction)).rules,
    )
  } catch {
    return makeTextRedactor()
  }
}

/** Records that a session got nothing, and why. */
export async function recordRefusal(deps: FailureDeps, call: HookCall, refusal: Refusal): Promise<void> {
  await recordFailure(deps, call, { refusal, clean: await makeCleaner(deps.engine, call.project) })
}

async function recordFailure(
  { engine, recorder }: FailureDeps,
  call: HookCall,
  { refusal, clean }: { refusal: Refusal; clean: (text: string) => string },
): Promise<void> {
  const { session, ...who } = describeCaller(call)
  const named = session === undefined ? who : { ...who, session: clean(session) }
  const manifest = { manifest: '', manifest_digest: '' }
  const occasion = makeInjectionMetadata(engine, call.project, manifest, { ...named, asked: call.event })
  const receipt = redactReceipt(buildRefusalReceipt('none', refusal, occasion), clean)
  await recorder.record([makeInjectionParcel(engine, { receipt, text: null })])
}
