// Sections with a document each, when something of them may be told.

import { escapeFileName } from '../../../core/packet/index.ts'
import type { PlannedSection } from '../../../core/plan/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import { prepareRequest } from '../../engine/index.ts'
import { isDocumentOfSection, type RefreshPlan } from './refresh-plan.ts'

/** A section of the manifest, or one of its documents. */
export function findPlannedSection({ planned }: RefreshPlan, id: string): PlannedSection | undefined {
  const own = planned.find((one) => one.id === id)
  const parent = own ?? planned.find((one) => isDocumentOfSection(id, one.id))
  if (own !== undefined || parent === undefined) return own
  return { ...parent, id, heading: escapeFileName(id.slice(parent.id.length + 1)) }
}

/**
 * Everything that takes part when documents are chosen: what the start of the session had, so that the choice is the same, and then what
 * only a trigger brings.
 */
export async function chooseDocuments(
  engine: EngineServices,
  project: Project,
  { request, prepared, planned }: RefreshPlan,
): Promise<readonly PlannedSection[]> {
  const isAsked = request.trigger === null || request.trigger === atStart
  const start = isAsked ? prepared : await prepareRequest(engine, project, { ...request, trigger: atStart })
  const { sections } = start.plan
  const more = planned.filter(({ id, tier }) => tier !== null && !sections.some((one) => one.id === id))
  return [...sections, ...more]
}

const atStart = 'session-start'
