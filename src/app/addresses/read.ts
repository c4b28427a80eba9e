import { catalogOf, isAt, parseAddress } from '../../core/address/index.ts'
import type { Manifest } from '../../core/manifest/index.ts'
import type { Request } from '../../core/plan/index.ts'
import { cleanReceipt, type Receipt, refusalReceipt } from '../../core/receipt/index.ts'
import { Refusal, StoreFailure } from '../../core/values/index.ts'
import type { Counting, Project, Recorder, StoreTrouble, Workshop } from '../../ports/index.ts'
import { cleaner, everyPlan, refusedClean } from '../clean.ts'
import { getPacket, type RefusedPacket, withoutSecrets } from '../get-packet.ts'
import { memoizePerObject } from '../object-memo.ts'
import { newOccasion, type Who } from '../occasion.ts'
import type { ReadProgress } from '../read-tools.ts'
import { injectionParcel } from '../record/parcels.ts'
import { tellRead } from '../refresh/told.ts'
import type { ReadAnswer } from './outputs.ts'

export interface ReadOrder {
  readonly project: Project
  /** Its `address` is what is read. */
  readonly request: Request & { readonly address: string }
  readonly session?: string | undefined
  /** The program that asks through a server, as it names itself. */
  readonly client?: string
  readonly progress?: ReadProgress
}

export interface ReadTools {
  readonly shop: Workshop
  readonly recorder: Recorder
  /** For what a refusal leaves no other way to tell. */
  readonly warn: (trouble: StoreTrouble) => void
  /** Where sessions are counted. */
  counting(project: Project): Promise<Counting>
}

export async function readAddress(tools: ReadTools, order: ReadOrder): Promise<ReadAnswer> {
  const { shop, recorder, warn } = tools
  const { project, request, session, client, progress } = order
  const who = {
    agent: request.agent,
    role: request.role,
    session,
    asked: request.address,
    ...(client !== undefined && { client }),
  }
  const result = await refusedClean(shop, project, () =>
    getPacket(shop, { project, request, who, useCache: true, progress }).catch((error) =>
      refusedUnplanned(shop, { project, who }, error),
    ),
  )
  if ('refused' in result) {
    const { refusal, receipt } = result.refused
    const { troubles } = await recorder.record([injectionParcel(shop, { receipt, text: null })])
    for (const trouble of troubles) warn(trouble)
    throw refusal
  }
  const { receipt, text, seal } = result.packet
  const { kept, troubles } = await recorder.record([injectionParcel(shop, { receipt, text, seal })])
  const { injection_id, measure, budget, total, packet_digest, sections, left_out, diagnostics } = receipt
  const cut = sections.some((one) => one.reductions.length > 0) || left_out.some(isTooLarge)
  if (session !== undefined && !cut) await noteRead(tools, project, receipt)
  return {
    injection_id,
    address: receipt.asked ?? request.address,
    text,
    tokens: total,
    measure,
    budget,
    digest: packet_digest ?? '',
    cut,
    sources: sections.flatMap((one) => one.sources),
    diagnostics,
    kept,
    troubles,
  }
}

/** The level of what is read by address. */
const readLevel = 'read'
const longest = 1000

/** What is no address has no plan; that somebody asked for it is on record all the same. */
async function refusedUnplanned(
  shop: Workshop,
  { project, who }: { readonly project: Project; readonly who: Who },
  refusal: unknown,
): Promise<{ readonly refused: Pick<RefusedPacket, 'refusal' | 'receipt'> }> {
  if (!(refusal instanceof Refusal) || refusal.code !== 'unknown-address') throw refusal
  const { manifest, chain } = await shop.loadManifest(project.manifestFile)
  const { rules } = await shop.outside(project, everyPlan)
  const clean = cleaner(everyPlan, rules)
  const known = { manifest: manifest.name, manifest_digest: chain[0]?.digest ?? '' }
  const asked = clean(who.asked ?? '').slice(0, longest)
  const clear = await withoutSecrets(shop, project, { ...who, asked })
  const receipt = refusalReceipt(readLevel, refusal, newOccasion(shop, project, known, clear))
  return { refused: { refusal: refusal.cleaned(clean), receipt: cleanReceipt(receipt, clean) } }
}

/** What the session has now is not sent to it again. Losing count of it costs a repetition and nothing else. */
async function noteRead({ shop, counting }: ReadTools, project: Project, receipt: Receipt): Promise<void> {
  try {
    const { manifest } = await shop.loadManifest(project.manifestFile)
    const asked = receipt.asked ?? ''
    const ids = memoized(manifest, asked, () => sectionsAt(manifest, asked))
    if (ids.length === 0) return
    const { sessions } = await counting(project)
    if (sessions !== null) tellRead(sessions, receipt, { ids, now: shop.clock.now().toISOString() })
  } catch (error) {
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
  }
}

const memoized = memoizePerObject<Manifest, readonly string[]>(1000)

/** The sections whose source it is. */
function sectionsAt(manifest: Manifest, asked: string): readonly string[] {
  if (asked.startsWith('section:')) return [asked.slice('section:'.length)]
  const catalog = catalogOf(manifest)
  const address = parseAddress(asked, catalog)
  return Object.entries(manifest.sections).flatMap(([id, { sources }]) =>
    sources.some((source) => isAt(typeof source === 'string' ? source : source.uri, address, catalog))
      ? [id]
      : [],
  )
}

/** Where not even its beginning fits. */
function isTooLarge({ reason }: Receipt['left_out'][number]): boolean {
  return reason === 'over-budget'
}
