import type { Manifest } from '../../../core/manifest/index.ts'
import { getCatalog, namesAddress, parseAddress, type Request } from '../../../core/plan/index.ts'
import { buildRefusalReceipt, type Receipt, redactReceipt } from '../../../core/receipt/index.ts'
import { diagnosticCodes, Refusal, StoreFailure } from '../../../core/values/index.ts'
import type { EngineServices, Project, Recorder, SessionStore, StoreTrouble } from '../../../ports/index.ts'
import {
  diagnosticField,
  type Output,
  outputFields,
  requireExactType,
  sourcesField,
  type Zod,
} from '../../output/index.ts'
import { makeInjectionParcel, saveReadSections } from '../../record/index.ts'
import { defaultRedaction, makeTextRedactor, withRedactedRefusals } from '../../redaction/index.ts'
import { getPacket, type RefusedPacket, redactCallerInfo } from '../get-packet.ts'
import { type CallerInfo, makeInjectionMetadata } from '../injection-metadata.ts'
import { memoizePerObject } from '../memoize-per-object.ts'
import type { ReadProgress } from '../read-deps.ts'
import { resolveFileRequest } from './file-request.ts'

/** The content at an address, as it was sent: redacted, within its budget, and recorded. */
export function readOutput(z: Zod) {
  const { text, maybe, amount, maybeAmount, digest } = outputFields(z)
  const diagnostic = diagnosticField(z)
  return z.strictObject({
    injection_id: text,
    address: text,
    text,
    tokens: amount,
    measure: maybe,
    budget: maybeAmount,
    digest,
    cut: z.boolean(),
    sources: sourcesField(z),
    diagnostics: z.array(diagnostic),
    kept: z.enum(['store', 'spool', 'nowhere', 'off']),
    troubles: z.array(
      requireExactType<StoreTrouble>()(
        z.strictObject({
          code: z.enum(Object.keys(diagnosticCodes) as StoreTrouble['code'][]),
          detail: text,
        }),
      ),
    ),
  })
}

export type ReadResult = Output<typeof readOutput>

export interface ReadInput {
  readonly project: Project
  /** Its `address` is read. */
  readonly request: Request & { readonly address: string }
  readonly session?: string | undefined
  /** The program that asks through a server, by the name it gives itself. */
  readonly client?: string
  readonly progress?: ReadProgress
}

export interface ReadDeps {
  readonly engine: EngineServices
  readonly recorder: Recorder
  /** Reports troubles when a refusal is thrown, because then no result carries them. */
  readonly warn: (trouble: StoreTrouble) => void
  /** Opens the session store. */
  counting(project: Project): Promise<SessionStore>
}

export async function readAddress(deps: ReadDeps, input: ReadInput): Promise<ReadResult> {
  const { engine, recorder, warn } = deps
  const { project, request: asked, session, client, progress } = input
  const who = {
    agent: asked.agent,
    role: asked.role,
    session,
    asked: asked.address,
    ...(client !== undefined && { client }),
  }
  const compile = async () => {
    const request = await resolveFileRequest(engine, project, asked)
    return getPacket(engine, { project, request, who, useCache: true, progress })
  }
  const result = await withRedactedRefusals(engine, project, () =>
    compile().catch((error) => makeUnplannedRefusal(engine, { project, who }, error)),
  )
  if ('refused' in result) {
    const { refusal, receipt } = result.refused
    const { troubles } = await recorder.record([makeInjectionParcel(engine, { receipt, text: null })])
    for (const trouble of troubles) warn(trouble)
    throw refusal
  }
  const { receipt, text, seal } = result.packet
  const { kept, troubles } = await recorder.record([makeInjectionParcel(engine, { receipt, text, seal })])
  const { injection_id, measure, budget, total, packet_digest, sections, left_out, diagnostics } = receipt
  const cut = sections.some((section) => section.reductions.length > 0) || left_out.some(isTooLarge)
  if (session !== undefined && !cut) await saveRead(deps, project, receipt)
  return {
    injection_id,
    address: receipt.asked ?? asked.address,
    text,
    tokens: total,
    measure,
    budget,
    digest: packet_digest ?? '',
    cut,
    sources: sections.flatMap((section) => section.sources),
    diagnostics,
    kept,
    troubles,
  }
}

/** The level of reads by address. */
const readLevel = 'read'
const maxLength = 1000

/** Makes the receipt for an invalid address, which has no plan. The attempt is recorded too. */
async function makeUnplannedRefusal(
  engine: EngineServices,
  { project, who }: { readonly project: Project; readonly who: CallerInfo },
  refusal: unknown,
): Promise<{ readonly refused: Pick<RefusedPacket, 'refusal' | 'receipt'> }> {
  if (!(refusal instanceof Refusal) || refusal.code !== 'unknown-address') throw refusal
  const { manifest, chain } = await engine.loadManifest(project.manifestFile)
  const { rules } = await engine.projectRedactionRules(project, defaultRedaction)
  const clean = makeTextRedactor(defaultRedaction, rules)
  const known = { manifest: manifest.name, manifest_digest: chain[0]?.digest ?? '' }
  const asked = clean(who.asked ?? '').slice(0, maxLength)
  const clear = await redactCallerInfo(engine, project, { ...who, asked })
  const receipt = buildRefusalReceipt(
    readLevel,
    refusal,
    makeInjectionMetadata(engine, project, known, clear),
  )
  return { refused: { refusal: refusal.mapText(clean), receipt: redactReceipt(receipt, clean) } }
}

/** Notes the sections that the session now has, so that they are not sent again. If this fails, the only cost is a repetition. */
async function saveRead({ engine, counting }: ReadDeps, project: Project, receipt: Receipt): Promise<void> {
  try {
    const { manifest } = await engine.loadManifest(project.manifestFile)
    const asked = receipt.asked ?? ''
    const ids = memoized(manifest, asked, () => findSections(manifest, asked))
    if (ids.length === 0) return
    const { sessions } = await counting(project)
    if (sessions !== null) saveReadSections(sessions, receipt, { ids, now: engine.clock.now().toISOString() })
  } catch (error) {
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
  }
}

const memoized = memoizePerObject<Manifest, readonly string[]>(1000)

/** Finds the sections that have the address as a source. */
function findSections(manifest: Manifest, asked: string): readonly string[] {
  if (asked.startsWith('section:')) return [asked.slice('section:'.length)]
  const catalog = getCatalog(manifest)
  const address = parseAddress(asked, catalog)
  return Object.entries(manifest.sections).flatMap(([id, { sources }]) =>
    sources.some((source) => namesAddress(typeof source === 'string' ? source : source.uri, address, catalog))
      ? [id]
      : [],
  )
}

/** Whether not even the beginning of a section fits. */
function isTooLarge({ reason }: Receipt['left_out'][number]): boolean {
  return reason === 'over-budget'
}
