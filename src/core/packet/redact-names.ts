import type { Plan, PlannedSection } from '../plan/index.ts'
import type { Redactor } from '../redact/index.ts'
import type { SectionReading } from './packet.ts'
import { escapeFileName } from './render/render.ts'

/**
 * Sections that are one document each are called after it, and a file name is a stranger's text: it may hold a secret, or break a
 * line. Answers with plan and readings under names that can be shown; two that are redacted alike stay two.
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
    const shown = free(`${of}/${clean(id.slice(of.length + 1))}`, taken)
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
    readings: readings.map((one) => ({ ...one, section: ids.get(one.section) ?? one.section })),
  }
}

function free(id: string, taken: ReadonlySet<string>): string {
  for (let n = 2, next = id; ; n++) {
    if (!taken.has(next)) return next
    next = `${id}~${n}`
  }
}
