import { channelReason } from '../plan/index.ts'
import type { OmittedSection, PacketSection } from './packet.ts'
import { formatSources } from './render-unswept-packet.ts'

/** The sections of a packet while it is made to fit. */
export interface Fitting {
  readonly sections: readonly PacketSection[]
  readonly leftOut: readonly OmittedSection[]
}

export function replaceSection(
  fitting: Fitting,
  section: PacketSection,
  by: PacketSection | null,
  cause: Pick<OmittedSection, 'reason' | 'why'> = overBudgetCause,
): Fitting {
  if (by !== null) {
    return { ...fitting, sections: fitting.sections.map((other) => (other.id === section.id ? by : other)) }
  }
  return dropSections(fitting, [section], cause)
}

export const overBudgetCause = { reason: 'over-budget', why: 'over budget' } as const

export const overChannelCause = { reason: 'over-budget', why: channelReason } as const

export function dropSections<T extends Fitting>(
  from: T,
  gone: readonly PacketSection[],
  cause: Pick<OmittedSection, 'reason' | 'why'>,
): T {
  const ids = new Set(gone.map(({ id }) => id))
  return {
    ...from,
    sections: from.sections.filter(({ id }) => !ids.has(id)),
    leftOut: [...from.leftOut, ...gone.map((section) => makeLeftOut(section, cause))],
  }
}

function makeLeftOut(section: PacketSection, cause: Pick<OmittedSection, 'reason' | 'why'>): OmittedSection {
  const { id, heading, tier, size, redactions } = section
  return {
    id,
    heading,
    tier,
    ...cause,
    source: section.address ?? formatSources(section.sources),
    sources: section.sources,
    looked: [],
    size,
    redactions,
  }
}
