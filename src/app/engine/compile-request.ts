// Compiles the packet of a request after a cache miss. In a module of its own, because most hooks hit the cache and do not load it.
import type { Request } from '../../core/plan/index.ts'
import { buildRefusalReceipt, type InjectionMetadata, redactReceipt } from '../../core/receipt/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'
import { buildSessionBaseline, computeSeal } from '../record/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'
import { type CompileResult, compilePacket } from './compile-packet.ts'
import { type CallerInfo, makeInjectionMetadata } from './injection-metadata.ts'
import { cachePacket, type RenderedPacket } from './packet-cache.ts'
import { type PreparedRequest, prepareRequest } from './prepare-request.ts'
import type { ReadProgress } from './read-deps.ts'

export interface PacketInput {
  readonly project: Project
  readonly request: Request
  readonly who: CallerInfo
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
  | { readonly packet: RenderedPacket; readonly compiled: CompileResult | null }
  | { readonly refused: RefusedPacket }

export async function compileRequest(
  engine: EngineServices,
  input: PacketInput,
  who: CallerInfo,
): Promise<PacketResult> {
  const { project, request, onLevel, progress } = input
  const readSince = engine.systemTime()
  const prepared = await prepareRequest(engine, project, request)
  const { plan, chain } = prepared
  onLevel?.(plan.level.name)
  const manifest = { manifest: plan.manifest, manifest_digest: chain[0]?.digest ?? '' }
  const occasion = makeInjectionMetadata(engine, project, manifest, who)
  try {
    const compiled = await compilePacket(engine, project, prepared, occasion, progress)
    const { text, receipt } = compiled
    const seal = computeSeal(engine.hash, receipt, text)
    const baseline = buildSessionBaseline(receipt)
    const packet: RenderedPacket = { text, receipt, render: plan.render, record: plan.record, seal, baseline }
    cacheCompiled(engine, input, { packet, prepared, compiled, readSince })
    return { packet, compiled }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { refused: await makeRefusedPacket(engine, project, { prepared, refusal, occasion }) }
  }
}

interface CompiledRequest {
  readonly packet: RenderedPacket
  readonly prepared: PreparedRequest
  readonly compiled: CompileResult
  readonly readSince: number
}

function cacheCompiled(
  engine: EngineServices,
  { project, request }: PacketInput,
  { packet, prepared, compiled, readSince }: CompiledRequest,
): void {
  // The cache stores the request as it was typed, so a secret in it must keep the packet out of the cache.
  const typed = JSON.stringify(request)
  if (!compiled.keepable || compiled.clean(typed) !== typed) return
  cachePacket(engine, project, request, {
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
  readonly prepared: PreparedRequest
  readonly refusal: Refusal
  readonly occasion: InjectionMetadata
}

async function makeRefusedPacket(
  engine: EngineServices,
  project: Project,
  { prepared: { plan }, refusal, occasion }: RefusedRequest,
): Promise<RefusedPacket> {
  // Without the patterns of the manifest, because one of them could remove the reason from the refusal.
  const { rules } = await engine.projectRedactionRules(project, { ...plan.redact, patterns: {} })
  const clean = makeTextRedactor(plan.redact, rules)
  const receipt = redactReceipt(buildRefusalReceipt(plan.level.name, refusal, occasion), clean)
  return { refusal: refusal.mapText(clean), receipt, record: plan.record }
}
