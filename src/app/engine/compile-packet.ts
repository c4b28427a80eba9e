import { computeAgeInDays } from '../../core/document/index.ts'
import {
  type AssembleDeps,
  assemble,
  isUnshaped,
  type Packet,
  renderPacket,
  type SectionReading,
} from '../../core/packet/index.ts'
import type { Plan } from '../../core/plan/index.ts'
import {
  buildReceipt,
  collectReceiptTexts,
  type InjectionMetadata,
  type Receipt,
  redactReceipt,
} from '../../core/receipt/index.ts'
import { joinLines, makeDiagnostic } from '../../core/values/index.ts'
import type { EngineServices, Project, ProjectRedactionRules, VersionedFile } from '../../ports/index.ts'
import { makeRedactor } from '../redaction/index.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { makeReadDeps, type ReadProgress } from './read-deps.ts'
import { dateReadings, readSources, selectsDocuments } from './read-sources.ts'
import type { SelectedDocuments } from './select-documents/select-documents.ts'

export interface CompileResult {
  readonly plan: Plan
  readonly packet: Packet
  readonly text: string
  readonly receipt: Receipt
  readonly readings: readonly SectionReading[]
  /** Whether the packet came from the cache. The agent never sees this. */
  readonly cached: boolean
  /** Whether the packet may be cached. False if it names a secret or depends on something that cannot be checked again. */
  readonly keepable: boolean
  /** Paths besides the sources that decided what was redacted. */
  readonly known: readonly string[]
  /** Redacts every secret of this packet in any text. */
  clean(text: string): string
}

/** Plan → read → assemble → render → receipt: everything but delivery, so that `explain` shows exactly what is sent. */
export async function compilePacket(
  engine: EngineServices,
  project: Project,
  prepared: PreparedRequest,
  occasion: InjectionMetadata,
  progress?: ReadProgress,
): Promise<CompileResult> {
  const { task } = prepared
  const session = occasion.session_id === occasion.injection_id ? null : occasion.session_id
  const reading = await makeReadDeps(engine, project, prepared.plan, { task, progress, session })
  const chosen = selectsDocuments(prepared.plan)
    ? narrowDocuments(prepared, await chooseDocuments(prepared.plan, reading))
    : null
  const readings = chosen?.readings ?? (await readSources(prepared.plan, reading))
  const plan = chosen?.plan ?? (await reading.finish(prepared.plan))
  const counter = await engine.counter(plan.measure)
  const count = (text: string) => counter.count(text)

  const readSince = engine.systemTime()
  const outside = await engine.projectRedactionRules(project, plan.redact)
  const redactor = makeRedactor(plan.redact, outside.rules)
  const clean = (text: string) => redactor.redact(text).text
  const values = {
    injection_id: occasion.injection_id,
    repo: project.name,
    level: plan.level.name,
    ...(plan.bundle !== null && task !== null && { task: clean(task) }),
  }
  const secretFiles = readSecretVersions(engine, project, outside, readSince)
  // The caps of plugin sections depend on the triggers that fired.
  const caps = plan === prepared.plan ? null : plan.sections.map((section) => section.cap)
  // A bundle is not parsed, so caching it takes longer than building it again.
  const keepable = plan.bundle === null && secretFiles !== null && !namesSecret(plan, readings, clean)
  const facts = { repo: project.name, readings, known: [secretFiles, outside.trouble, caps, chosen?.account] }
  const packetKey = keepable ? computePacketKey(engine, { plan: prepared.key, ...facts }) : ''
  const cachedPacket = keepable
    ? await findKeptPacket(engine, project, { key: packetKey, now: occasion.timestamp, readings })
    : undefined
  const finish = (packet: Packet, cached: boolean, keepable: boolean): CompileResult & { total: number } => {
    const swept = renderPacket(packet, values, redactor)
    const { text, map } = swept.rendered
    const total = count(text)
    const sections = swept.packet.sections.map(
      (section) => [section.id, engine.hash(joinLines(section.lines))] as const,
    )
    const sent = { total, digest: engine.hash(text), map, sectionDigests: Object.fromEntries(sections) }
    const whole = buildReceipt(swept.packet, sent, occasion)
    redactor.foresee(collectReceiptTexts(whole))
    const receipt = redactReceipt(whole, clean)
    const known = outside.places
    return { plan, packet: swept.packet, text, receipt, readings, cached, keepable, known, clean, total }
  }
  if (cachedPacket !== undefined) {
    const compiled = finish(cachedPacket, true, true)
    // The injection id in the wrapper differs from the cached one, so the exact number of tokens may differ by a few.
    if (compiled.total <= Math.max(plan.level.budget, cachedPacket.overBudget ? plan.ceiling : 0))
      return compiled
  }
  const outline = readsParts(plan) ? await engine.outliner() : failToOutline
  const dated = await dateReadings(plan, readings, { outline, versions: engine.versions, root: project.root })
  const deps: AssembleDeps = {
    now: occasion.timestamp,
    count,
    digest: engine.hash,
    outline,
    redactor,
    values,
  }
  const packet = assemble(addTrouble(plan, outside), dated, deps, chosen?.account)
  // Check again now that all sources are read: one source may reveal that the name of another is a secret.
  const stays = keepable && !namesSecret(plan, readings, clean)
  if (stays) engine.cache.set('packet', packetKey, await makePacketEntry(engine, project, packet, dated))
  return finish(packet, false, stays)
}

/** Whether the plan needs the parts of a document. */
function readsParts({ bundle, sections }: Plan): boolean {
  return bundle === null || !sections.every(isUnshaped)
}

function failToOutline(): never {
  throw new Error('a document was parsed although the plan needs no outline')
}

/** Imported here, because few plans choose documents. */
async function chooseDocuments(
  plan: Plan,
  deps: Awaited<ReturnType<typeof makeReadDeps>>,
): Promise<SelectedDocuments> {
  const { selectDocuments } = await import('./select-documents/select-documents.ts')
  const chosen = await selectDocuments(plan, deps)
  return { ...chosen, plan: await deps.finish(chosen.plan) }
}

/** Keeps the wanted sections. Diagnostics about the choice are dropped, because the packet with all sections had them. */
function narrowDocuments({ narrow }: PreparedRequest, chosen: SelectedDocuments): SelectedDocuments {
  if (narrow === undefined) return chosen
  const sections = narrow(chosen.plan.sections)
  const ids = new Set(sections.map(({ id }) => id))
  const readings = chosen.readings.filter(({ section }) => ids.has(section))
  return { ...chosen, plan: { ...chosen.plan, sections, skipped: [], diagnostics: [] }, readings }
}

/** Adds a diagnostic for each unreadable file of known secrets. */
function addTrouble(plan: Plan, { trouble }: ProjectRedactionRules): Plan {
  const diagnostics = trouble.map((detail) => makeDiagnostic('known-values', 'warning', detail))
  return diagnostics.length === 0 ? plan : { ...plan, diagnostics: [...plan.diagnostics, ...diagnostics] }
}

/**
 * Versions of the files that known secrets came from: the cache holds no digest of a secret. Null if a version cannot be trusted, and then
 * the packet is not cached.
 */
function readSecretVersions(
  engine: EngineServices,
  project: Project,
  { files, elsewhere }: ProjectRedactionRules,
  readSince: number,
): readonly VersionedFile[] | null {
  return elsewhere ? null : engine.fileVersions.readSettled(project, files, readSince)
}

/** Separates names so that no rule matches across two of them. */
const betweenNames = '\n\n;\n\n'

/** A name can be a secret too. The packet has it redacted, but the cache would need it in plain text. */
function namesSecret(
  plan: Plan,
  readings: readonly SectionReading[],
  clean: (text: string) => string,
): boolean {
  const patterns = plan.sections.flatMap((section) => section.sources.map((source) => source.pattern))
  const read = readings.flatMap(({ found, tried }) =>
    [...found, ...tried].map((observation) => observation.uri),
  )
  // Scan all names at once, because starting a scan has a cost.
  const names = [...new Set([...patterns, ...read])].join(betweenNames)
  return clean(names) !== names
}

/** Hashes everything that was read and the values of the wrapper. Dates are checked separately, because ages change. */
function computePacketKey(
  engine: EngineServices,
  {
    plan,
    repo,
    readings,
    known,
  }: { plan: string; repo: string; readings: readonly SectionReading[]; known: unknown },
): string {
  const facts = readings.map(({ section, source, found, tried }) => ({
    section,
    source,
    found: found.map(({ uri, path, digest, bytes, hardLinked, facts }) => ({
      uri,
      path,
      digest,
      bytes,
      hardLinked,
      facts,
    })),
    tried: tried.map((observation) =>
      observation.state === 'found' ? { uri: observation.uri, digest: observation.digest } : observation,
    ),
  }))
  return engine.hash(JSON.stringify([plan, repo, facts, known]))
}

interface PacketEntry {
  readonly packet: Packet
  /** Null unless an age came from version control or the file system. */
  readonly outside: {
    readonly head: string | null
    readonly modified: Readonly<Record<string, string>>
  } | null
}

async function makePacketEntry(
  engine: EngineServices,
  project: Project,
  packet: Packet,
  readings: readonly SectionReading[],
): Promise<PacketEntry> {
  const fromOutside = packet.aging.some((aged) => aged.basis === 'mtime' || aged.basis === 'commit')
  const outside = fromOutside
    ? { head: (await engine.versions()).head(project.root), modified: listModifiedTimes(readings) }
    : null
  return { packet, outside }
}

function listModifiedTimes(readings: readonly SectionReading[]): Record<string, string> {
  return Object.fromEntries(
    readings.flatMap((reading) => reading.found.map((found) => [found.path, found.modifiedAt])),
  )
}

/** Finds a packet that was compiled from the same bytes and would be the same today. */
async function findKeptPacket(
  engine: EngineServices,
  project: Project,
  { key, now, readings }: { key: string; now: string; readings: readonly SectionReading[] },
): Promise<Packet | undefined> {
  const entry = engine.cache.get('packet', key) as PacketEntry | undefined
  if (entry === undefined) return undefined
  if (entry.packet.aging.some((aged) => computeAgeInDays(aged.date, now) !== aged.days)) return undefined
  if (entry.outside !== null) {
    if ((await engine.versions()).head(project.root) !== entry.outside.head) return undefined
    const modified = listModifiedTimes(readings)
    if (Object.entries(entry.outside.modified).some(([path, time]) => modified[path] !== time))
      return undefined
  }
  return entry.packet
}
