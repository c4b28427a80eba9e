import { formatSourceUri, loadedReason, type PlannedSection } from '../plan/index.ts'
import { makeDiagnostic } from '../values/index.ts'
import type { OmittedSection } from './packet.ts'
import type { SectionInput } from './shape-section.ts'

/**
 * Drops the documents whose text the agent loads by itself, also under another name: through a link, or as a copy. Returns the section as
 * left out if no document remains.
 */
export function dropLoadedDocuments(work: SectionInput): SectionInput | OmittedSection {
  const { plan, planned, reading, deps, notes } = work
  const isLoaded = ({ digest }: { readonly digest: string }) => plan.loadedTexts.includes(digest)
  if (plan.loadedTexts.length === 0 || !reading.found.some(isLoaded)) return work
  const found = reading.found.filter((document) => !isLoaded(document))
  if (found.length === 0) return omitLoadedSection(planned)
  for (const { path } of reading.found.filter(isLoaded)) {
    const detail = `${deps.redactor.redact(path).text}: ${loadedReason}`
    notes.diagnostics.push(makeDiagnostic('already-loaded', 'note', detail, planned.id))
  }
  return { ...work, reading: { ...reading, found } }
}

function omitLoadedSection({ id, heading, tier, sources }: PlannedSection): OmittedSection {
  const nothing = { source: null, sources: [], size: 0, redactions: {} }
  const looked = sources.map(formatSourceUri)
  return { id, heading, tier, reason: 'not-asked', why: loadedReason, looked, ...nothing }
}
