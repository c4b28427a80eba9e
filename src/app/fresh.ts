// The packet of a request that none is remembered for. Apart from the rest, because most hooks do without.
import type { Request } from '../core/plan/index.ts'
import { cleanReceipt, type Occasion, refusalReceipt } from '../core/receipt/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import { cleaner } from './clean.ts'
import { type Compiled, compile } from './compile.ts'
import { newOccasion, type Who } from './occasion.ts'
import { prepare } from './prepare.ts'
import type { ReadProgress } from './read-tools.ts'
import type { Ready } from './recall.ts'
import { sealOf } from './record/parcels.ts'
import { remember } from './remember.ts'

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

export async function makeFresh(shop: Workshop, order: ReadyOrder, who: Who): Promise<Readied> {
  const { project, request, onLevel } = order
  const begun = shop.stamps.now()
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
    // A pattern of the manifest could take the reason out of a refusal.
    const { rules } = await shop.outside(project, { ...plan.redact, patterns: {} })
    const clean = cleaner(plan.redact, rules)
    const receipt = cleanReceipt(refusalReceipt(plan.level.name, refusal, occasion), clean)
    return { refused: { refusal: refusal.cleaned(clean), receipt, record: plan.record } }
  }
}
