// Compiles the packet of a request after a cache miss. In a module of its own, because most hooks hit the cache and do not load it.
import type { Request } from '../core/plan/index.ts'
import { cleanReceipt, type Occasion, refusalReceipt } from '../core/receipt/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import { cleaner } from './clean.ts'
import { type Compiled, compile } from './compile.ts'
import { newOccasion, type Who } from './occasion.ts'
import { cachePacket, type RenderedPacket } from './packet-cache.ts'
import { type Prepared, prepare } from './prepare.ts'
import type { ReadProgress } from './read-tools.ts'
import { sealOf } from './record/parcels.ts'

export interface PacketInput {
  readonly project: Project
  readonly request: Request
  readonly who: Who
  /** False to compile even if the packet is cached: a cached packet comes without decisions and without the parts it was made from. */
  readonly useCache: boolean
  /** Called as soon as the level is known. */
  readonly onLevel?: (level: string) => void
  readonly progress?: ReadProgress
}

/** A refusal, with the record that it leaves. */
export interface RefusedPacket {
  readonly refusal: Refusal
  readonly receipt: RenderedPacket['receipt']
  readonly record: RenderedPacket['record']
}

export type PacketResult =
  /** `compiled` is null for a packet from the cache. */
  | { readonly packet: RenderedPacket; readonly compiled: Compiled | null }
  | { readonly refused: RefusedPacket }

export async function compileRequest(shop: Workshop, input: PacketInput, who: Who): Promise<PacketResult> {
  const { project, request, onLevel, progress } = input
  const readSince = shop.systemTime()
  const prepared = await prepare(shop, project, request)
  const { plan, chain } = prepared
  onLevel?.(plan.level.name)
  const manifest = { manifest: plan.manifest, manifest_digest: chain[0]?.digest ?? '' }
  const occasion = newOccasion(shop, project, manifest, who)
  try {
    const compiled = await compile(shop, project, prepared, occasion, progress)
    const { text, receipt } = compiled
    const seal = sealOf(shop.hash, receipt, text)
    const packet: RenderedPacket = { text, receipt, render: plan.render, record: plan.record, seal }
    cacheCompiled(shop, input, { packet, prepared, compiled, readSince })
    return { packet, compiled }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { refused: await refusedPacket(shop, project, { prepared, refusal, occasion }) }
  }
}

interface CompiledRequest {
  readonly packet: RenderedPacket
  readonly prepared: Prepared
  readonly compiled: Compiled
  readonly readSince: number
}

function cacheCompiled(
  shop: Workshop,
  { project, request }: PacketInput,
  { packet, prepared, compiled, readSince }: CompiledRequest,
): void {
  // The cache stores the request as it was typed, so a secret in it must keep the packet out of the cache.
  const typed = JSON.stringify(request)
  if (!compiled.keepable || compiled.clean(typed) !== typed) return
  cachePacket(shop, project, request, {
    ...packet,
    plan: prepared.plan,
    readings: compiled.readings,
    aging: compiled.packet.aging,
    redactionFiles: compiled.known,
    manifests: prepared.chain.map(({ file }) => file),
    readSince,
  })
}

interface RefusedRequest {
  readonly prepared: Prepared
  readonly refusal: Refusal
  readonly occasion: Occasion
}

async function refusedPacket(
  shop: Workshop,
  project: Project,
  { prepared: { plan }, refusal, occasion }: RefusedRequest,
): Promise<RefusedPacket> {
  // Without the patterns of the manifest, because one of them could remove the reason from the refusal.
  const { rules } = await shop.outside(project, { ...plan.redact, patterns: {} })
  const clean = cleaner(plan.redact, rules)
  const receipt = cleanReceipt(refusalReceipt(plan.level.name, refusal, occasion), clean)
  return { refusal: refusal.cleaned(clean), receipt, record: plan.record }
}
