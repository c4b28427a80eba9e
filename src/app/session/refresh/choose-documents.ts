// Selects documents for sections that have one part per document.

import { escapeFileName } from '../../../core/packet/index.ts'
import type { PlannedSection } from '../../../core/plan/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import { prepareRequest } from '../../engine/index.ts'
import { isDocumentOfSection, type RefreshPlan } from './refresh-plan.ts'

/** Finds a section of the manifest or one of its documents. */
export function findPlannedSection({ planned }: RefreshPlan, id: string): PlannedSection | undefined {
  const own = planned.find((section) => section.id === id)
  const parent = own ?? planned.find((section) => isDocumentOfSection(id, section.id))
  if (own !== undefined || parent === undefined) return own
  return { ...parent, id, heading: escapeFileName(id.slice(parent.id.length + 1)) }
}

/**
 * Lists the sections among which documents are selected: first those of the session's start, so that the selection stays the same,
 * then those that only a trigger adds.
 */
export async function chooseDocuments(
  engine: EngineServices,
  project: Project,
  { request, prepared, planned }: RefreshPlan,
): Promise<readonly PlannedSection[]> {
  const isStart = request.trigger === null || request.trigger === atStart
  const start = isStart ? prepared : await prepareRequest(engine, project, { ...request, trigger: atStart })
  const { sections } = start.plan
  const more = planned.filter(
    ({ id, tier }) => tier !== null && !sections.some((section) => section.id === id),
  )
  return [...sections, ...more]
}

const atStart = 'session-start'
