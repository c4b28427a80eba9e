import type { ContextSection } from '../history/index.ts'
import type { StatusResult } from './project-info.ts'

/** Formats the status for a model. Leaves out digests and the trail, because they cost more tokens than all the rest. */
export function formatStatus({ manifest, level, measure, budget, total, last, tiers }: StatusResult): string {
  const sent = last === null ? 'nothing was sent yet' : `last sent ${last.at.slice(0, 16)}Z`
  const changed = manifest.changed === true ? ', manifest changed since' : ''
  return [
    `${manifest.name}: level ${level}, ${total} of ${budget} (${measure}); ${sent}${changed}`,
    ...tiers.flatMap(({ tier, delivery, actual, budget, sections }) => [
      `${tier} (${delivery}): ${actual}${budget === null ? '' : ` of ${budget}`}`,
      ...sections.map(formatSection),
    ]),
  ].join('\n')
}

function formatSection({ section, state, size, address, why }: ContextSection): string {
  const detail = [...(size === null ? [] : [String(size)]), ...(why === null ? [] : [why])]
  const after = detail.length === 0 ? '' : `, ${detail.join(', ')}`
  return `- ${address ?? `section:${section}`}: ${state}${after}`
}
