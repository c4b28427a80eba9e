import type { Request } from '../../../core/plan/index.ts'
import type { Receipt } from '../../../core/receipt/index.ts'
import { makeDiagnostic } from '../../../core/values/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import {
  type CallerInfo,
  type CompileResult,
  makeInjectionMetadata,
  type RenderedPacket,
} from '../../engine/index.ts'
import { computeSeal } from '../../record/index.ts'

// Keeps the last good packet of a project, for a hook that has no time to compile one. Its age is sent with it.

interface LastGood extends RenderedPacket {
  /** Time of compilation. */
  readonly at: string
  /** Files with redaction rules, and their versions. If one has changed, more text may be secret now. */
  readonly redactionFiles: readonly (readonly [path: string, version: string | null])[]
}

interface PacketKey {
  readonly project: Project
  readonly request: Request
}

/** Keeps the packet, unless it may not be cached or has no sections. */
export function cacheLastGoodPacket(
  engine: EngineServices,
  key: PacketKey,
  { packet, compiled }: { readonly packet: RenderedPacket; readonly compiled: CompileResult },
): void {
  if (!compiled.keepable || packet.receipt.sections.length === 0) return
  const { project } = key
  const redactionFiles = compiled.known.map(
    (path) => [path, engine.fileVersions.read(project, path)] as const,
  )
  const cached: LastGood = { ...packet, at: packet.receipt.timestamp, redactionFiles }
  engine.cache.set('last-good', formatKey(key), cached)
}

/** Null if there is none, or if the manifest or a redaction rule has changed since. Reads no source. */
export function readLastGoodPacket(
  engine: EngineServices,
  key: PacketKey,
  { who, why }: { readonly who: CallerInfo; readonly why: string },
): (RenderedPacket & { readonly at: string }) | null {
  const cached = engine.cache.get('last-good', formatKey(key)) as LastGood | undefined
  if (cached === undefined) return null
  const { project } = key
  if (engine.digestFile(project.manifestFile) !== cached.receipt.manifest_digest) return null
  if (!engine.fileVersions.allUnchanged(project, cached.redactionFiles)) return null
  const { manifest, manifest_digest } = cached.receipt
  const occasion = makeInjectionMetadata(engine, project, { manifest, manifest_digest }, who)
  const text = cached.text.replaceAll(cached.receipt.injection_id, occasion.injection_id)
  const detail = `${why}; this is the packet of ${cached.at}`
  const receipt: Receipt = {
    ...cached.receipt,
    ...occasion,
    packet_digest: engine.hash(text),
    diagnostics: [...cached.receipt.diagnostics, makeDiagnostic('last-good', 'warning', detail)],
  }
  const { render, record, baseline, at } = cached
  return { text, receipt, render, record, seal: computeSeal(engine.hash, receipt, text), baseline, at }
}

function formatKey({ project, request }: PacketKey): string {
  return JSON.stringify([project, request])
}
