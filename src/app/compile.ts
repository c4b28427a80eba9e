import {
  assemble,
  isAsWritten,
  type Packet,
  type Reading,
  renderPacket,
  type Tools,
} from '../core/packet/index.ts'
import type { Plan } from '../core/plan/index.ts'
import { cleanReceipt, type Occasion, type Receipt, receiptOf, saidIn } from '../core/receipt/index.ts'
import { computeAgeInDays } from '../core/reduce/index.ts'
import { diagnostic, joinLines } from '../core/values/index.ts'
import type { Project, ProjectRedactionRules, VersionedFile, Workshop } from '../ports/index.ts'
import { redactorFor } from './clean.ts'
import type { Prepared } from './prepare.ts'
import { dateReadings, isSpread, readSources } from './read.ts'
import { type ReadProgress, readTools } from './read-tools.ts'
import type { Spread } from './spread/spread.ts'

export interface Compiled {
  readonly plan: Plan
  readonly packet: Packet
  readonly text: string
  readonly receipt: Receipt
  readonly readings: readonly Reading[]
  /** Whether the packet was found compiled: never part of what is sent. */
  readonly cached: boolean
  /** Whether it may be kept: nothing is that names a secret, or depends on what cannot be looked at again. */
  readonly keepable: boolean
  /** Places besides the sources that decided what was redacted. */
  readonly known: readonly string[]
  /** Takes out of any text what was a secret in this packet. */
  clean(text: string): string
}

/** Plan → read → assemble → render → receipt. Everything but delivery, which is why explain can show what is sent. */
export async function compile(
  shop: Workshop,
  project: Project,
  prepared: Prepared,
  occasion: Occasion,
  progress?: ReadProgress,
): Promise<Compiled> {
  const { task } = prepared
  const session = occasion.session_id === occasion.injection_id ? null : occasion.session_id
  const reading = await readTools(shop, project, prepared.plan, { task, progress, session })
  const chosen = isSpread(prepared.plan) ? narrowed(prepared, await spreadOf(prepared.plan, reading)) : null
  const readings = chosen?.readings ?? (await readSources(prepared.plan, reading))
  const plan = chosen?.plan ?? (await reading.finish(prepared.plan))
  const counter = await shop.counter(plan.measure)
  const count = (text: string) => counter.count(text)

  const readSince = shop.systemTime()
  const outside = await shop.outside(project, plan.redact)
  const redactor = redactorFor(plan.redact, outside.rules)
  const clean = (text: string) => redactor.redact(text).text
  const values = {
    injection_id: occasion.injection_id,
    repo: project.name,
    level: plan.level.name,
    ...(plan.bundle !== null && task !== null && { task: clean(task) }),
  }
  const secretFiles = versionsOfSecrets(shop, project, outside, readSince)
  // What plugins may take depends on what called for them.
  const caps = plan === prepared.plan ? null : plan.sections.map((one) => one.cap)
  // A bundle has parsed nothing: to keep it would take longer than to make it again.
  const keepable = plan.bundle === null && secretFiles !== null && !namesSecret(plan, readings, clean)
  const facts = { repo: project.name, readings, known: [secretFiles, outside.trouble, caps, chosen?.account] }
  const packetKey = keepable ? keyOf(shop, { plan: prepared.key, ...facts }) : ''
  const kept = keepable
    ? await keptPacket(shop, project, { key: packetKey, now: occasion.timestamp, readings })
    : undefined
  const finish = (packet: Packet, cached: boolean, keepable: boolean): Compiled & { total: number } => {
    const swept = renderPacket(packet, values, redactor)
    const { text, map } = swept.rendered
    const total = count(text)
    const sections = swept.packet.sections.map((one) => [one.id, shop.hash(joinLines(one.lines))] as const)
    const sent = { total, digest: shop.hash(text), map, sectionDigests: Object.fromEntries(sections) }
    const whole = receiptOf(swept.packet, sent, occasion)
    redactor.foresee(saidIn(whole))
    const receipt = cleanReceipt(whole, clean)
    const known = outside.places
    return { plan, packet: swept.packet, text, receipt, readings, cached, keepable, known, clean, total }
  }
  if (kept !== undefined) {
    const compiled = finish(kept, true, true)
    // The wrapper's values differ from those it was fitted with; exact tokens may then differ by a few.
    if (compiled.total <= Math.max(plan.level.budget, kept.overBudget ? plan.ceiling : 0)) return compiled
  }
  const outline = readsParts(plan) ? await shop.outliner() : nobodyAsks
  const dated = await dateReadings(plan, readings, { outline, versions: shop.versions, root: project.root })
  const tools: Tools = { now: occasion.timestamp, count, digest: shop.hash, outline, redactor, values }
  const packet = assemble(withTrouble(plan, outside), dated, tools, chosen?.account)
  // Now that all sources are known: one may have given away what another is called.
  const stays = keepable && !namesSecret(plan, readings, clean)
  if (stays) shop.cache.set('packet', packetKey, await entryOf(shop, project, packet, dated))
  return finish(packet, false, stays)
}

/** Whether anything is asked about the parts of a document. */
function readsParts({ bundle, sections }: Plan): boolean {
  return bundle === null || !sections.every(isAsWritten)
}

function nobodyAsks(): never {
  throw new Error('a document was parsed that stands there as it is written')
}

/** Few plans have documents that are chosen. */
async function spreadOf(plan: Plan, tools: Awaited<ReturnType<typeof readTools>>): Promise<Spread> {
  const { spread } = await import('./spread/spread.ts')
  const chosen = await spread(plan, tools)
  return { ...chosen, plan: await tools.finish(chosen.plan) }
}

/** How the documents were chosen was said where all of them were wanted. */
function narrowed({ narrow }: Prepared, chosen: Spread): Spread {
  if (narrow === undefined) return chosen
  const sections = narrow(chosen.plan.sections)
  const ids = new Set(sections.map(({ id }) => id))
  const readings = chosen.readings.filter(({ section }) => ids.has(section))
  return { ...chosen, plan: { ...chosen.plan, sections, skipped: [], diagnostics: [] }, readings }
}

/** A file of known values that could not be read is said in the packet's account. */
function withTrouble(plan: Plan, { trouble }: ProjectRedactionRules): Plan {
  const said = trouble.map((detail) => diagnostic('known-values', 'warning', detail))
  return said.length === 0 ? plan : { ...plan, diagnostics: [...plan.diagnostics, ...said] }
}

/**
 * Versions of the files that known secrets came from: the cache holds no digest of a secret. Null if a version cannot be trusted, and then
 * the packet is not cached.
 */
function versionsOfSecrets(
  shop: Workshop,
  project: Project,
  { files, elsewhere }: ProjectRedactionRules,
  readSince: number,
): readonly VersionedFile[] | null {
  return elsewhere ? null : shop.fileVersions.readSettled(project, files, readSince)
}

/** Nothing reaches over it: what is a secret by itself is one here, too. */
const betweenNames = '\n\n;\n\n'

/** A name can be a secret too. In what is sent it is redacted; what is kept needs it as it is. */
function namesSecret(plan: Plan, readings: readonly Reading[], clean: (text: string) => string): boolean {
  const patterns = plan.sections.flatMap((section) => section.sources.map((source) => source.pattern))
  const read = readings.flatMap(({ found, tried }) => [...found, ...tried].map((one) => one.uri))
  // In one go, because a scan costs something to begin.
  const names = [...new Set([...patterns, ...read])].join(betweenNames)
  return clean(names) !== names
}

/** Everything that was read, by digest, and the wrapper's own values. Dates are checked separately because they age. */
function keyOf(
  shop: Workshop,
  {
    plan,
    repo,
    readings,
    known,
  }: { plan: string; repo: string; readings: readonly Reading[]; known: unknown },
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
    tried: tried.map((one) => (one.state === 'found' ? { uri: one.uri, digest: one.digest } : one)),
  }))
  return shop.hash(JSON.stringify([plan, repo, facts, known]))
}

interface PacketEntry {
  readonly packet: Packet
  /** Only where an age came from version control or the file system. */
  readonly outside: {
    readonly head: string | null
    readonly modified: Readonly<Record<string, string>>
  } | null
}

async function entryOf(
  shop: Workshop,
  project: Project,
  packet: Packet,
  readings: readonly Reading[],
): Promise<PacketEntry> {
  const fromOutside = packet.aging.some((one) => one.basis === 'mtime' || one.basis === 'commit')
  const outside = fromOutside
    ? { head: (await shop.versions()).head(project.root), modified: modifiedTimes(readings) }
    : null
  return { packet, outside }
}

function modifiedTimes(readings: readonly Reading[]): Record<string, string> {
  return Object.fromEntries(
    readings.flatMap((one) => one.found.map((found) => [found.path, found.modifiedAt])),
  )
}

/** A packet compiled from the same bytes, if it would come out the same today. */
async function keptPacket(
  shop: Workshop,
  project: Project,
  { key, now, readings }: { key: string; now: string; readings: readonly Reading[] },
): Promise<Packet | undefined> {
  const entry = shop.cache.get('packet', key) as PacketEntry | undefined
  if (entry === undefined) return undefined
  if (entry.packet.aging.some((one) => computeAgeInDays(one.date, now) !== one.days)) return undefined
  if (entry.outside !== null) {
    if ((await shop.versions()).head(project.root) !== entry.outside.head) return undefined
    const modified = modifiedTimes(readings)
    if (Object.entries(entry.outside.modified).some(([path, time]) => modified[path] !== time))
      return undefined
  }
  return entry.packet
}
