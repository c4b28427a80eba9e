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

// The packet that a project had last, for when there is no time to make one. It may be old: that is said with it.

interface LastGood extends RenderedPacket {
  /** When it was compiled. */
  readonly at: string
  /** Files that decided what was redacted, with their versions: if one has changed, more may be secret now. */
  readonly redactionFiles: readonly (readonly [path: string, version: string | null])[]
}

interface Asked {
  readonly project: Project
  readonly request: Request
}

/** Like every packet that is kept: none that names a secret. */
export function keepLastGood(
  engine: EngineServices,
  asked: Asked,
  { packet, compiled }: { readonly packet: RenderedPacket; readonly compiled: CompileResult },
): void {
  if (!compiled.keepable || packet.receipt.sections.length === 0) return
  const { project } = asked
  const redactionFiles = compiled.known.map(
    (path) => [path, engine.fileVersions.read(project, path)] as const,
  )
  const kept: LastGood = { ...packet, at: packet.receipt.timestamp, redactionFiles }
  engine.cache.set('last-good', keyOf(asked), kept)
}

/** Null where there is none, or where its manifest or what is secret has changed since. Reads no source. */
export function readLastGood(
  engine: EngineServices,
  asked: Asked,
  { who, why }: { readonly who: CallerInfo; readonly why: string },
): (RenderedPacket & { readonly at: string }) | null {
  const kept = engine.cache.get('last-good', keyOf(asked)) as LastGood | undefined
  if (kept === undefined) return null
  const { project } = asked
  if (engine.digestFile(project.manifestFile) !== kept.receipt.manifest_digest) return null
  if (!engine.fileVersions.allUnchanged(project, kept.redactionFiles)) return null
  const { manifest, manifest_digest } = kept.receipt
  const occasion = makeInjectionMetadata(engine, project, { manifest, manifest_digest }, who)
  const text = kept.text.replaceAll(kept.receipt.injection_id, occasion.injection_id)
  const detail = `${why}; this is the packet of ${kept.at}`
  const receipt: Receipt = {
    ...kept.receipt,
    ...occasion,
    packet_digest: engine.hash(text),
    diagnostics: [...kept.receipt.diagnostics, makeDiagnostic('last-good', 'warning', detail)],
  }
  const { render, record, at } = kept
  return { text, receipt, render, record, seal: computeSeal(engine.hash, receipt, text), at }
}

function keyOf({ project, request }: Asked): string {
  return JSON.stringify([project, request])
}
