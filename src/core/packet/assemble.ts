import type { DocumentSelection, Plan } from '../plan/index.ts'
import { RedactionFailure, type Redactor } from '../redact/index.ts'
import { countUtf8Bytes, makeDiagnostic, Refusal } from '../values/index.ts'
import type { AssembleDeps } from './assemble-deps.ts'
import { buildSection } from './build-section.ts'
import { readDocumentState } from './document-state.ts'
import { fitPacket } from './fit-packet.ts'
import { dropSections } from './fitting.ts'
import type {
  AssemblyNotes,
  DocumentState,
  OmittedSection,
  Packet,
  PacketDecision,
  PacketSection,
  SectionReading,
} from './packet.ts'
import { findGapLine } from './read-document.ts'
import { redactNames } from './redact-names.ts'
import type { RenderedPacket } from './render/rendered-packet.ts'
import { renderUnsweptPacket } from './render-unswept-packet.ts'
import { collectTextsToRedact } from './texts-to-redact.ts'

/** Compiles a packet. Synchronous and pure: the same plan, readings and deps give the same packet, whatever the order of the readings. */
export function assemble(
  rawPlan: Plan,
  rawReadings: readonly SectionReading[],
  deps: AssembleDeps,
  account: DocumentSelection | null = null,
): Packet {
  learnAll(rawPlan, rawReadings, deps.redactor)
  const refused = account?.refused.flatMap(({ path, why }) => [path, why]) ?? []
  deps.redactor.foresee([...collectTextsToRedact(rawPlan, rawReadings), ...refused])
  const { plan, readings } = redactNames(rawPlan, rawReadings, deps.redactor)
  const diagnostics = plan.diagnostics.map((diagnostic) => ({
    ...diagnostic,
    detail: deps.redactor.redact(diagnostic.detail).text,
  }))
  const notes: AssemblyNotes = { diagnostics: diagnostics, decisions: [describePlan(plan)], aging: [] }
  const sections: PacketSection[] = []
  const leftOut: OmittedSection[] = plan.skipped.map(({ id, heading, why, looked }) => ({
    id,
    heading,
    tier: null,
    reason: 'not-asked',
    why,
    source: null,
    sources: [],
    looked,
    size: 0,
    redactions: {},
  }))
  const states: DocumentState[] = []
  const bySection = groupBySection(readings)
  for (const planned of plan.sections) {
    const none: SectionReading = { section: planned.id, source: null, found: [], tried: [] }
    const reading = bySection.get(planned.id) ?? none
    if (planned.facts !== null && planned.each === null)
      states.push(readDocumentState(planned, planned.facts, reading, { deps, notes }))
    const built = buildSection({ plan, planned, reading, deps, notes })
    if ('reason' in built) leftOut.push(built)
    else sections.push(built)
  }
  const { manifest, level, ceiling, measure, redact: redaction, record, render: rule } = plan
  const packet: Packet = {
    manifest,
    level,
    ceiling,
    measure,
    sections,
    leftOut,
    note: 'none',
    overBudget: false,
    render: rule,
    expansions: plan.expansions,
    redact: redaction,
    record,
    ...notes,
    intent: plan.intent,
    states,
    account: account === null ? null : redactAccount(account, deps.redactor),
    bundle: plan.bundle,
    ranking: plan.externalRules.ranking,
  }
  return reportEmpty(fitPacket(plan, packet, deps))
}

/** A packet without sections looks like a success, so a diagnostic says that it tells nothing. A bundle lists what it lacks itself. */
function reportEmpty(packet: Packet): Packet {
  if (packet.sections.length > 0 || packet.bundle !== null) return packet
  const reasons = packet.leftOut.map(({ id, why }) => `${id} (${why})`).join(', ')
  const detail = `the packet has no content: ${reasons || 'the manifest asks for no section'}`
  return {
    ...packet,
    diagnostics: [...packet.diagnostics, makeDiagnostic('packet-empty', 'warning', detail)],
  }
}

/** Redacts file names, because they may contain secrets. */
function redactAccount(account: DocumentSelection, redactor: Redactor): DocumentSelection {
  const clean = (text: string) => redactor.redact(text).text
  const refused = account.refused.map((document) => ({
    ...document,
    path: clean(document.path),
    why: clean(document.why),
  }))
  return { ...account, refused }
}

/** Learns secrets from all sources first, because a secret in one source is redacted in all others. */
function learnAll(plan: Plan, readings: readonly SectionReading[], redactor: Redactor): void {
  const bySection = groupBySection(readings)
  for (const { id } of plan.sections) {
    for (const found of bySection.get(id)?.found ?? []) {
      try {
        redactor.learn(found.text, findGapLine(found))
      } catch (failure) {
        // buildSection reports the failure.
        if (!(failure instanceof RedactionFailure)) throw failure
      }
    }
  }
}

/** A map, because there may be thousands of readings. */
function groupBySection(readings: readonly SectionReading[]): ReadonlyMap<string, SectionReading> {
  return new Map(readings.map((reading) => [reading.section, reading]))
}

function describePlan({ level, ceiling, measure, sections, skipped }: Plan): PacketDecision {
  const like = level.like === level.name ? '' : `, like ${level.like}`
  const asked = sections.map((section) => section.id).join(', ')
  const not = skipped.map(({ id, why }) => `${id} (${why})`).join(', ') || 'none'
  const detail = `level ${level.name}${like}: budget ${level.budget}, ceiling ${ceiling} (${measure}); sections: ${asked}; not asked for: ${not}`
  return { stage: 'plan', detail }
}

/**
 * Renders the bytes to send and checks them once more for secrets. A secret at this stage was made by joining texts: its section is
 * dropped, and the returned packet reports it.
 */
export function renderPacket(
  packet: Packet,
  values: Readonly<Record<string, string>>,
  redactor: Redactor,
): { packet: Packet; rendered: RenderedPacket } {
  const rendered = renderUnsweptPacket(packet, values)
  // A backslash inside a secret must not hide it, so the check sees the text without the backslashes.
  const { text, map } =
    rendered.neutralised === 0 ? rendered : renderUnsweptPacket({ ...packet, expansions: [] }, values)
  const hit = redactor.sweep(packet.bundle === null ? text : maskDigests(text, packet))
  if (hit === undefined) return { packet: reportNeutralised(packet, rendered), rendered }
  const at = countUtf8Bytes(text.slice(0, hit.end)) - 1
  const entry = map.findLast(({ start }) => start <= at)
  const section = packet.sections.find(({ id }) => id === entry?.section)
  const found = makeDiagnostic(
    'sweep',
    'error',
    `the last check found a secret (${hit.rule}); its section was left out`,
    section?.id,
  )
  const decision: PacketDecision = {
    stage: 'sweep',
    ...(section && { section: section.id }),
    detail: found.detail,
  }
  const noted = {
    ...packet,
    diagnostics: [...packet.diagnostics, found],
    decisions: [...packet.decisions, decision],
  }
  if (packet.note !== 'none') return renderPacket({ ...noted, note: 'none' }, values, redactor)
  if (section?.protected) {
    const message = `The required section ${section.heading} contains a secret (${hit.rule}) that could not be redacted.`
    throw new Refusal('source-missing', message, `Remove it from ${section.sources[0]?.path}.`)
  }
  if (section === undefined) {
    const message = `The wrapper of the packet contains a secret (${hit.rule}).`
    throw new Refusal(
      'manifest-invalid',
      message,
      'Remove it from the tag, the attributes or the headings in the manifest.',
    )
  }
  return renderPacket(dropSections(noted, [section], { reason: 'unsafe', why: 'unsafe' }), values, redactor)
}

/** Adds a note, because the text differs from its sources. */
function reportNeutralised(packet: Packet, { neutralised }: RenderedPacket): Packet {
  // A packet that is rendered again has the note of the first time.
  const others = packet.diagnostics.filter(({ code }) => code !== 'expansions-neutralised')
  if (neutralised === 0)
    return others.length === packet.diagnostics.length ? packet : { ...packet, diagnostics: others }
  const marks = [...new Set(packet.expansions.map(({ mark }) => mark))].join(' ')
  const places = neutralised === 1 ? '1 place' : `${neutralised} places`
  const detail = `a backslash in ${places} keeps the agent from acting on ${marks} in the text`
  return {
    ...packet,
    diagnostics: [...others, makeDiagnostic('expansions-neutralised', 'note', detail)],
  }
}

/** Replaces the digests in a bundle by zeros of the same length, because a digest can look like a token. */
function maskDigests(text: string, { sections }: Packet): string {
  const own = new Set(sections.flatMap(({ sources }) => sources.map(({ digest }) => digest)))
  return text.replace(/sha256:[0-9a-f]{64}/g, (digest) =>
    own.has(digest) ? `sha256:${'0'.repeat(64)}` : digest,
  )
}
