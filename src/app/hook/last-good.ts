import type { Request } from '../../core/plan/index.ts'
import type { Receipt } from '../../core/receipt/index.ts'
import { diagnostic, fingerprint } from '../../core/values/index.ts'
import type { Project, Workshop } from '../../ports/index.ts'
import type { Compiled } from '../compile.ts'
import { newOccasion, type Who } from '../occasion.ts'
import type { Ready } from '../recall.ts'
import { sealOf } from '../record/parcels.ts'

// The packet that a project had last, for when there is no time to make one. It may be old: that is said with it.

interface LastGood extends Ready {
  readonly described: string
  /** When it was compiled. */
  readonly at: string
  /** Places that decided what was redacted: where one has changed, more may be secret now. */
  readonly known: readonly (readonly [string, string | null])[]
}

interface Asked {
  readonly project: Project
  readonly request: Request
}

/** Like every packet that is kept: none that names a secret. */
export function keepLastGood(
  shop: Workshop,
  asked: Asked,
  { ready, compiled }: { readonly ready: Ready; readonly compiled: Compiled },
): void {
  if (!compiled.keepable || ready.receipt.sections.length === 0) return
  const known = compiled.known.map((place) => [place, shop.stamps.of(asked.project, place)] as const)
  const described = describe(shop, asked)
  const kept: LastGood = { ...ready, described, at: ready.receipt.timestamp, known }
  shop.keep.set(keyOf(described), kept)
}

/** Null where there is none, or where its manifest or what is secret has changed since. Reads no source. */
export function lastGood(
  shop: Workshop,
  asked: Asked,
  { who, why }: { readonly who: Who; readonly why: string },
): (Ready & { readonly at: string }) | null {
  const described = describe(shop, asked)
  const kept = shop.keep.get(keyOf(described)) as LastGood | undefined
  if (kept?.described !== described) return null
  const { project } = asked
  if (shop.digestOf(project.manifestFile) !== kept.receipt.manifest_digest) return null
  if (kept.known.some(([place, stamp]) => stamp === null || shop.stamps.of(project, place) !== stamp))
    return null
  const { manifest, manifest_digest } = kept.receipt
  const occasion = newOccasion(shop, project, { manifest, manifest_digest }, who)
  const text = kept.text.replaceAll(kept.receipt.injection_id, occasion.injection_id)
  const detail = `${why}; this is the packet of ${kept.at}`
  const receipt: Receipt = {
    ...kept.receipt,
    ...occasion,
    packet_digest: shop.hash(text),
    diagnostics: [...kept.receipt.diagnostics, diagnostic('last-good', 'warning', detail)],
  }
  const { render, record, at } = kept
  return { text, receipt, render, record, seal: sealOf(shop.hash, receipt, text), at }
}

function describe(shop: Workshop, { project, request }: Asked): string {
  return JSON.stringify(['last-good', shop.build, project, request])
}

function keyOf(described: string): string {
  return `last-${fingerprint(described)}-${described.length}`
}
