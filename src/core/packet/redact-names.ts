import type { Plan, PlannedSection } from '../plan/index.ts'
import type { Redactor } from '../redact/index.ts'
import type { SectionReading } from './packet.ts'
import { escapeFileName } from './render/render-packet-text.ts'

/**
 * Redacts the names of sections that are named after a document, because a file name may contain a secret or a line break. Two names
 * stay different even if they are redacted to the same text.
 */
export function redactNames(
  plan: Plan,
  readings: readonly SectionReading[],
  redactor: Redactor,
): { readonly plan: Plan; readonly readings: readonly SectionReading[] } {
  if (readings.every(({ of }) => of === undefined)) return { plan, readings }
  const clean = (text: string) => redactor.redact(text).text
  const parents = new Map(readings.flatMap(({ section, of }) => (of === undefined ? [] : [[section, of]])))
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const [id, of] of parents) {
    const shown = findFreeId(`${of}/${clean(id.slice(of.length + 1))}`, taken)
    taken.add(shown)
    ids.set(id, shown)
  }
  const rename = (section: PlannedSection): PlannedSection => {
    const id = ids.get(section.id)
    if (id === undefined) return section
    const labels = Object.entries(section.labels).map(([name, text]) => [name, clean(text)])
    return {
      ...section,
      id,
      heading: escapeFileName(clean(section.heading)),
      labels: Object.fromEntries(labels),
    }
  }
  return {
    plan: { ...plan, sections: plan.sections.map(rename) },
    readings: readings.map((reading) => ({
      ...reading,
      section: ids.get(reading.section) ?? reading.section,
    })),
  }
}

function findFreeId(id: string, taken: ReadonlySet<string>): string {
  for (let n = 2, next = id; ; n++) {
    if (!taken.has(next)) return next
    next = `${id}~${n}`
  }
}
