import type { Request } from '../core/plan/index.ts'
import { cleanReceipt, type Occasion, refusalReceipt } from '../core/receipt/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { Compiled } from './compile.ts'
import { newOccasion, type Who } from './occasion.ts'
import { prepare } from './prepare.ts'
import type { ReadProgress } from './read-tools.ts'
import { type Ready, recall, remember, renew } from './recall.ts'
import { sealOf } from './record/parcels.ts'

export interface ReadyOrder {
  readonly project: Project
  readonly request: Request
  readonly who: Who
  /** Decisions are wanted, and only compiling has them. */
  readonly debug: boolean
  /** Told as soon as the level is known. */
  readonly onLevel?: (level: string) => void
  readonly progress?: ReadProgress
}

/** A refusal, with the record that it leaves. */
export interface Refused {
  readonly refusal: Refusal
  readonly receipt: Ready['receipt']
  readonly record: Ready['record']
}

export type Readied =
  | { readonly ready: Ready; readonly compiled: Compiled | null }
  | { readonly refused: Refused }

/** No known secret is shorter than this. */
const shortestSecret = 4
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** `before-compaction`, `claude-code 2.1.325`. */
const words = /^[a-z]{1,12}(?:[-_ ][a-z]{1,12})*(?: \d{1,4}(?:\.\d{1,4}){0,3})?$/

/** Who asks is kept in the receipt, and may be anything that somebody typed. Sessions with ordinary names cost nothing. */
export async function withoutSecrets(shop: Workshop, project: Project, who: Who): Promise<Who> {
  const odd = (text: string | null | undefined) =>
    (text?.length ?? 0) >= shortestSecret && !uuid.test(text!) && !words.test(text!)
  if (!odd(who.session) && !odd(who.role) && !odd(who.asked) && !odd(who.client)) return who
  const { cleanWho } = await import('./clean-who.ts')
  return cleanWho(shop, project, who)
}

/** The packet for a request: as remembered when nothing has changed, else compiled. */
export async function makeReady(shop: Workshop, order: ReadyOrder): Promise<Readied> {
  const { project, request, debug, onLevel } = order
  const who = await withoutSecrets(shop, project, order.who)
  const memory = debug ? null : recall(shop, project, request)
  if (memory !== null) {
    const { level, manifest, manifest_digest } = memory.receipt
    onLevel?.(level)
    const occasion = newOccasion(shop, project, { manifest, manifest_digest }, who)
    return { ready: renew(shop, memory, occasion), compiled: null }
  }
  const begun = shop.stamps.now()
  const { compile } = await import('./compile.ts')
  const prepared = await prepare(shop, project, request)
  const { plan, chain } = prepared
  onLevel?.(plan.level.name)
  const manifest = { manifest: plan.manifest, manifest_digest: chain[0]?.digest ?? '' }
  const occasion: Occasion = newOccasion(shop, project, manifest, who)
  try {
    const compiled = await compile(shop, project, prepared, occasion, order.progress)
    const { text, receipt, readings, packet } = compiled
    const seal = sealOf(shop.hash, receipt, text)
    const ready: Ready = { text, receipt, render: plan.render, record: plan.record, seal }
    const manifests = chain.map((link) => link.file)
    const fresh = { ...ready, plan, readings, aging: packet.aging, known: compiled.known, manifests, begun }
    // What somebody typed is kept with it, as it is.
    const typed = JSON.stringify(request)
    if (compiled.keepable && compiled.clean(typed) === typed) remember(shop, project, request, fresh)
    return { ready, compiled }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    const { cleaner } = await import('./clean.ts')
    // A pattern of the manifest could take the reason out of a refusal.
    const { rules } = await shop.outside(project, { ...plan.redact, patterns: {} })
    const clean = cleaner(plan.redact, rules)
    const receipt = cleanReceipt(refusalReceipt(plan.level.name, refusal, occasion), clean)
    return { refused: { refusal: refusal.cleaned(clean), receipt, record: plan.record } }
  }
}
