import { formatSourceUri, type PlannedSection, type PlannedSource } from '../plan/index.ts'
import { type Diagnostic, makeDiagnostic, Refusal } from '../values/index.ts'
import { findUnusableReason } from './document-state.ts'
import type { OmittedSection, SectionReading } from './packet.ts'

/** Leaves out a section that has no source, or refuses if the section is required. */
export function omitMissingSection(
  planned: PlannedSection,
  reading: SectionReading,
  diagnostics: Diagnostic[],
): OmittedSection {
  const place = (source: PlannedSource) =>
    source.address === null && source.scheme === 'file' ? source.pattern : formatSourceUri(source)
  const looked = planned.sources.map(place).join(', ') || 'no source'
  if (planned.missing === 'fail') {
    const trouble = reading.tried.flatMap((source) => (source.state === 'unavailable' ? [source.detail] : []))
    const reasons = trouble.length === 0 ? '' : ` ${trouble.join(' ')}`
    if (planned.sources[0]?.address != null) {
      const why = reading.tried.findLast(({ state }) => state === 'absent')
      if (why?.state === 'absent' && trouble.length === 0) {
        if (why.inactive === true)
          throw refuseEmptyAddress(formatSourceUri(planned.sources[0]), `${why.detail}.`, why.fix)
        throw new Refusal('unknown-address', why.detail, why.fix)
      }
      // A source that exists and cannot be read is not the same as a missing source.
      const fix = reading.tried.find(({ state }) => state === 'unavailable')
      const message = `${formatSourceUri(planned.sources[0])} cannot be read.${reasons}`
      throw new Refusal('source-missing', message, fix?.state === 'unavailable' ? fix.fix : undefined)
    }
    throw new Refusal(
      'source-missing',
      `Section ${planned.heading} is required and none of its sources was found: ${looked}.${reasons}`,
      'Create one of these files, give a placeholder another value with --var, or run "foreword init" to get a template.',
    )
  }
  const inactive = reading.tried.find((source) => source.state === 'absent' && source.inactive === true)
  if (inactive !== undefined && inactive.state === 'absent') {
    diagnostics.push(makeDiagnostic('source-inactive', 'note', inactive.detail, planned.id))
  } else if (planned.missing === 'warn' && !isUnusable(planned, reading)) {
    diagnostics.push(makeDiagnostic('source-missing', 'warning', `none found of: ${looked}`, planned.id))
  }
  const { id, heading, tier } = planned
  const none = {
    source: null,
    sources: [],
    size: 0,
    redactions: {},
    looked: planned.sources.map(formatSourceUri),
  }
  const nothing = isUnusable(planned, reading) ? 'it cannot be used' : 'no source found'
  const why = inactive?.state === 'absent' ? `inactive: ${inactive.detail}` : nothing
  return { id, heading, tier, reason: 'missing', why, ...none }
}

export function refuseEmptyAddress(address: string, why: string, fix?: string): Refusal {
  return new Refusal('unknown-address', `There is nothing at ${address}: ${why}`, fix)
}

/** Whether a document that must be JSON exists and cannot be read. */
export function isUnusable({ facts, each }: PlannedSection, { source, tried }: SectionReading): boolean {
  return facts !== null && each === null && source === null && findUnusableReason(tried) !== undefined
}
