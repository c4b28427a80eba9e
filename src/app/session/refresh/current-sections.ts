// The current state of sections, and of documents that are sections of their own.
import type { PlannedSection } from '../../../core/plan/index.ts'
import type { CurrentSection } from '../../../core/session/index.ts'
import type { SourceReader } from '../../../ports/index.ts'
import type { CompileResult } from '../../engine/index.ts'
import { computeSourcesDigest, getContentDigest } from '../../record/index.ts'
import { isDocumentOfSection } from './refresh-plan.ts'

/** Derives the current state of a section from its compilation. */
export function readCurrentSection(compiled: CompileResult, section: string): CurrentSection {
  const sent = compiled.receipt.sections.find(({ id }) => id === section)
  if (sent !== undefined)
    return { section, state: 'found', content: getContentDigest(sent), declared: computeSourcesDigest(sent) }
  const reading = compiled.readings.find((candidate) => candidate.section === section)
  const closed = reading?.tried.find(({ state }) => state === 'unavailable')
  if (closed?.state === 'unavailable')
    return { section, state: 'unavailable', why: compiled.clean(closed.detail) }
  const left = compiled.packet.leftOut.find(({ id }) => id === section)
  if (left === undefined || left.reason === 'missing' || left.reason === 'empty')
    return { section, state: 'absent' }
  return { section, state: 'unavailable', why: left.why }
}

interface Known {
  /** Sections that the session was sent or that wait for it. */
  readonly known: readonly string[]
  readonly reader: Pick<SourceReader, 'read'>
}

/** Returns the documents of a section that are selected now, and the known ones that were removed. */
export function readCurrentDocuments(
  compiled: CompileResult,
  section: PlannedSection,
  { known, reader }: Known,
): CurrentSection[] {
  // A document whose name is redacted cannot be requested by name.
  const chosen = compiled.readings.flatMap(({ section: id, of }) => {
    const isShown = of === section.id && compiled.clean(id) === id
    return isShown ? [id] : []
  })
  const there = new Set(chosen)
  const others = new Set(known.filter((id) => isDocumentOfSection(id, section.id) && !there.has(id)))
  // Only files of the project are known to be removed when they are missing. A plugin may just be silent.
  const isOnDisk = section.sources.every(({ scheme, address }) => scheme === 'file' || address !== null)
  return [
    ...chosen.map((id) => readCurrentSection(compiled, id)),
    ...[...others].flatMap((id) => (isOnDisk ? checkRemoved(compiled, section, { id, reader }) : [])),
  ]
}

/** Returns nothing for a document that exists and is not selected, because the session may keep it. */
function checkRemoved(
  { clean, plan }: CompileResult,
  { id: section }: PlannedSection,
  { id, reader }: { readonly id: string; readonly reader: Known['reader'] },
): CurrentSection[] {
  const path = id.slice(section.length + 1)
  // The name was redacted, with or without a label.
  if (path.includes(plan.redact.marker.slice(0, -1))) return []
  const observed = reader.read(path)
  if (observed.state === 'unavailable')
    return [{ section: id, state: 'unavailable', why: clean(observed.detail) }]
  const isRemoved = observed.state === 'absent' || observed.text.trim() === ''
  return isRemoved ? [{ section: id, state: 'absent' }] : []
}
