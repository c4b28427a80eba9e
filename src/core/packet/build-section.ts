import { RedactionFailure } from '../redact/index.ts'
import { joinLines, makeDiagnostic, Refusal } from '../values/index.ts'
import { dropLoadedDocuments } from './drop-loaded-documents.ts'
import { isUnusable, omitMissingSection, refuseEmptyAddress } from './omit-missing-section.ts'
import type { OmittedSection, PacketSection } from './packet.ts'
import { formatSources } from './render-unswept-packet.ts'
import { applyCap, applyDecay, type DecayResult, declareSection, type SectionDraft } from './section-draft.ts'
import { type SectionInput, shapeSection } from './shape-section.ts'
import { describeFound, describeTried } from './texts-to-redact.ts'

/** Builds a section from its readings: redact, shape, decay, cap, in this order. */
export function buildSection(input: SectionInput): PacketSection | OmittedSection {
  const { planned, notes, deps } = input
  noteReading(input)
  if (input.reading.source === null) return omitMissingSection(planned, input.reading, notes.diagnostics)
  const work = dropLoadedDocuments(input)
  if ('reason' in work) return work
  const redactions: Record<string, number> = {}
  const draft = leaveOutUnsafe(work, () => shapeSection(work, redactions))
  if ('reason' in draft) return draft
  const whole = joinLines(draft.lines)
  const leaveOut = (reason: OmittedSection['reason'], why: string): OmittedSection => {
    const size = reason === 'empty' ? 0 : deps.count(whole)
    return {
      id: planned.id,
      heading: planned.heading,
      tier: planned.tier,
      reason,
      why,
      source: formatSources(draft.sources),
      sources: draft.sources,
      looked: [],
      size,
      redactions,
    }
  }
  // A document that is read by its address is shown as it is, even if it has only a title.
  const nothing = planned.sources.every(({ shape }) => shape === 'whole') ? /^\s*$/ : /^\s*(#{1,6}\s.*)?$/
  if (draft.lines.every((line) => nothing.test(line.text))) {
    const detail = `${formatSources(draft.sources)} holds nothing for this section`
    if (planned.missing === 'fail') {
      if (draft.address !== null)
        throw refuseEmptyAddress(draft.address, `${detail.replace('this section', 'it')}.`)
      const fix = 'Write something into it, or take it away so that the next source is used.'
      throw new Refusal('source-missing', `Section ${planned.heading} is required, and ${detail}.`, fix)
    }
    const severity = draft.address !== null && planned.missing === 'skip' ? 'note' : 'warning'
    notes.diagnostics.push(makeDiagnostic('section-empty', severity, detail, planned.id))
    return leaveOut('empty', 'no content')
  }
  const aged = applyDecay(draft)
  if (aged.lines.length === 0) return leaveOut('aged', `older than its last step of decay`)
  const capped = applyCap(aged)
  if (capped.lines.length === 0)
    return leaveOut('over-budget', `its cap of ${planned.cap} holds nothing of it`)
  const declared = planned.delivery === 'declare'
  const beforeCap = declared || capped.lines === aged.lines ? null : aged.lines
  return finishSection(declared ? declareSection(capped) : capped, beforeCap, redactions)
}

/** Leaves a section out if a redaction rule failed on it. */
function leaveOutUnsafe(work: SectionInput, make: () => SectionDraft): SectionDraft | OmittedSection {
  try {
    return make()
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    const { planned, reading, notes } = work
    const source = reading.found[0]!
    const { text: path } = work.deps.redactor.redact(source.path)
    const detail = `${path} ${failure.message}`
    if (planned.protected || planned.missing === 'fail') {
      const fix = 'Make the file smaller, or remove patterns from the manifest.'
      throw new Refusal(
        'source-missing',
        `Section ${planned.heading} is required, and its source ${detail}.`,
        fix,
      )
    }
    notes.diagnostics.push(makeDiagnostic('redaction-failed', 'error', detail, planned.id))
    const nothing = { source: path, sources: [], looked: [], size: 0, redactions: {} }
    return {
      id: planned.id,
      heading: planned.heading,
      tier: planned.tier,
      reason: 'unsafe',
      why: 'could not be redacted',
      ...nothing,
    }
  }
}

function finishSection(
  draft: DecayResult,
  beforeCap: PacketSection['beforeCap'],
  redactions: PacketSection['redactions'],
): PacketSection {
  const { planned, deps, sources, address, lines, ageDays, strategy, reductions } = draft
  const { id, heading, tier, authority, cap } = planned
  const size = deps.count(joinLines(lines))
  const { labels, facts } = draft
  const fixed = { id, heading, tier, authority, cap, protected: planned.protected, labels, facts }
  return { ...fixed, sources, address, ageDays, strategy, lines, beforeCap, size, reductions, redactions }
}

function noteReading({ planned, reading, deps, notes: { diagnostics, decisions } }: SectionInput): void {
  const section = reading.of ?? planned.id
  // Redact file names, because they may contain secrets.
  const clean = (text: string) => deps.redactor.redact(text).text
  const reported = new Set<string>()
  // readDocumentState reports an existing document that is not JSON.
  const isReported = isUnusable(planned, reading)
  for (const tried of reading.tried) {
    decisions.push({ stage: 'read', section, detail: clean(describeTried(tried)) })
    // Two patterns may match the same bad file.
    if (tried.state !== 'unavailable' || reported.has(tried.detail) || isReported) continue
    reported.add(tried.detail)
    diagnostics.push(makeDiagnostic(`source-${tried.reason}`, 'warning', clean(tried.detail), section))
  }
  for (const found of reading.found) {
    decisions.push({ stage: 'read', section, detail: clean(describeFound(found)) })
  }
  if (reading.source === null) {
    decisions.push({ stage: 'read', section, detail: `no source resolved; missing: ${planned.missing}` })
  }
}
