import type { DocumentSelection, Plan } from '../plan/index.ts'
import { RedactionFailure, type Redactor } from '../redact/index.ts'
import { makeDiagnostic, Refusal, utf8Length } from '../values/index.ts'
import { buildSection } from './build-section.ts'
import { readDocumentState } from './document-state.ts'
import { fitPacket } from './fit-packet.ts'
import { dropSections } from './fitting.ts'
import { getRendering } from './note-rendered.ts'
import type {
  AssemblyNotes,
  DocumentState,
  LeftOut,
  Packet,
  PacketDecision,
  PacketSection,
  SectionReading,
} from './packet.ts'
import { findGapLine } from './read-document.ts'
import { redactNames } from './redact-names.ts'
import type { RenderedPacket } from './render/rendered.ts'
import { collectTextsToRedact } from './texts-to-redact.ts'
import type { AssembleDeps } from './tools.ts'

/** Compiles a packet. Synchronous and pure: the same plan, readings and tools give the same packet, in any order of arrival. */
export function assemble(
  given: Plan,
  seen: readonly SectionReading[],
  tools: AssembleDeps,
  account: DocumentSelection | null = null,
): Packet {
  learnAll(given, seen, tools.redactor)
  const refused = account?.refused.flatMap(({ path, why }) => [path, why]) ?? []
  tools.redactor.foresee([...collectTextsToRedact(given, seen), ...refused])
  const { plan, readings } = redactNames(given, seen, tools.redactor)
  const said = plan.diagnostics.map((one) => ({ ...one, detail: tools.redactor.redact(one.detail).text }))
  const ledger: AssemblyNotes = { diagnostics: said, decisions: [planDecision(plan)], aging: [] }
  const sections: PacketSection[] = []
  const leftOut: LeftOut[] = plan.skipped.map(({ id, heading, why, looked }) => ({
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
  const bySection = readingsBySection(readings)
  for (const planned of plan.sections) {
    const none: SectionReading = { section: planned.id, source: null, found: [], tried: [] }
    const reading = bySection.get(planned.id) ?? none
    if (planned.facts !== null && planned.each === null)
      states.push(readDocumentState(planned, planned.facts, reading, { tools, ledger }))
    const built = buildSection({ plan, planned, reading, tools, ledger })
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
    redact: redaction,
    record,
    ...ledger,
    intent: plan.intent,
    states,
    account: account === null ? null : cleanAccount(account, tools.redactor),
    bundle: plan.bundle,
    ranking: plan.strangers.ranking,
  }
  return fitPacket(plan, packet, tools)
}

/** A file name is text like any other. */
function cleanAccount(account: DocumentSelection, redactor: Redactor): DocumentSelection {
  const clean = (text: string) => redactor.redact(text).text
  const refused = account.refused.map((one) => ({ ...one, path: clean(one.path), why: clean(one.why) }))
  return { ...account, refused }
}

/** A secret that one source gives away is one in every other source, whichever comes first. */
function learnAll(plan: Plan, readings: readonly SectionReading[], redactor: Redactor): void {
  const bySection = readingsBySection(readings)
  for (const { id } of plan.sections) {
    for (const found of bySection.get(id)?.found ?? []) {
      try {
        redactor.learn(found.text, findGapLine(found))
      } catch (failure) {
        // The section that it is for says so.
        if (!(failure instanceof RedactionFailure)) throw failure
      }
    }
  }
}

/** There may be thousands. */
function readingsBySection(readings: readonly SectionReading[]): ReadonlyMap<string, SectionReading> {
  return new Map(readings.map((reading) => [reading.section, reading]))
}

function planDecision({ level, ceiling, measure, sections, skipped }: Plan): PacketDecision {
  const like = level.like === level.name ? '' : `, like ${level.like}`
  const asked = sections.map((section) => section.id).join(', ')
  const not = skipped.map((one) => `${one.id} (${one.why})`).join(', ') || 'none'
  const detail = `level ${level.name}${like}: budget ${level.budget}, ceiling ${ceiling} (${measure}); sections: ${asked}; not asked for: ${not}`
  return { stage: 'plan', detail }
}

/**
 * The bytes to send, swept once more. A secret that is still there was made by our own joining of text:
 * its section goes, and the packet that is returned says so.
 */
export function renderPacket(
  packet: Packet,
  values: Readonly<Record<string, string>>,
  redactor: Redactor,
): { packet: Packet; rendered: RenderedPacket } {
  const rendered = getRendering(packet, values)
  const hit = redactor.sweep(packet.bundle === null ? rendered.text : withoutDigests(rendered.text, packet))
  if (hit === undefined) return { packet, rendered }
  const at = utf8Length(rendered.text.slice(0, hit.end)) - 1
  const entry = rendered.map.findLast((one) => one.start <= at)
  const section = packet.sections.find((one) => one.id === entry?.section)
  const found = makeDiagnostic(
    'sweep',
    'error',
    `the last sweep found ${hit.rule}; what held it was left out`,
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
    const message = `Section ${section.heading} must be there and holds a secret (${hit.rule}) that could not be taken out.`
    throw new Refusal('source-missing', message, `Take it out of ${section.sources[0]?.path}.`)
  }
  if (section === undefined) {
    const message = `The wrapper of the packet holds a secret (${hit.rule}).`
    throw new Refusal(
      'manifest-invalid',
      message,
      'Take it out of the tag, the attributes or the headings of the manifest.',
    )
  }
  return renderPacket(dropSections(noted, [section], { reason: 'unsafe', why: 'unsafe' }), values, redactor)
}

/** A bundle names the digests of its documents, and letters of a digest can look like a token. As long as before. */
function withoutDigests(text: string, { sections }: Packet): string {
  const own = new Set(sections.flatMap(({ sources }) => sources.map(({ digest }) => digest)))
  return text.replace(/sha256:[0-9a-f]{64}/g, (digest) =>
    own.has(digest) ? `sha256:${'0'.repeat(64)}` : digest,
  )
}
