// What is there now, of sections and of the documents that are sections of their own.
import type { PlannedSection } from '../../../core/plan/index.ts'
import type { CurrentSection } from '../../../core/session/index.ts'
import type { SourceReader } from '../../../ports/index.ts'
import type { CompileResult } from '../../engine/index.ts'
import { computeSourcesDigest, getContentDigest } from '../../record/index.ts'
import { isDocumentOfSection } from './refresh-plan.ts'

/** What a section is now, by what compiling it gave. */
export function readCurrentSection(compiled: CompileResult, section: string): CurrentSection {
  const sent = compiled.receipt.sections.find((one) => one.id === section)
  if (sent !== undefined)
    return { section, state: 'found', content: getContentDigest(sent), declared: computeSourcesDigest(sent) }
  const reading = compiled.readings.find((one) => one.section === section)
  const closed = reading?.tried.find((one) => one.state === 'unavailable')
  if (closed?.state === 'unavailable')
    return { section, state: 'unavailable', why: compiled.clean(closed.detail) }
  const left = compiled.packet.leftOut.find((one) => one.id === section)
  if (left === undefined || left.reason === 'missing' || left.reason === 'empty')
    return { section, state: 'absent' }
  return { section, state: 'unavailable', why: left.why }
}

interface Known {
  /** What the session was told of, and what waits for it. */
  readonly known: readonly string[]
  readonly reader: Pick<SourceReader, 'read'>
}

/** The documents of a section that are chosen now, and those that the session knows and that are gone. */
export function readCurrentDocuments(
  compiled: CompileResult,
  section: PlannedSection,
  { known, reader }: Known,
): CurrentSection[] {
  // One whose name was redacted cannot be asked for by its name.
  const chosen = compiled.readings.flatMap(({ section: id, of }) => {
    const isShown = of === section.id && compiled.clean(id) === id
    return isShown ? [id] : []
  })
  const there = new Set(chosen)
  const others = new Set(known.filter((id) => isDocumentOfSection(id, section.id) && !there.has(id)))
  // What is no file of the project is not known to be gone because nobody tells of it.
  const isOnDisk = section.sources.every(({ scheme, address }) => scheme === 'file' || address !== null)
  return [
    ...chosen.map((id) => readCurrentSection(compiled, id)),
    ...[...others].flatMap((id) => (isOnDisk ? goneOf(compiled, section, { id, reader }) : [])),
  ]
}

/** Nothing for a document that is there and is not chosen: the session may keep it. */
function goneOf(
  { clean, plan }: CompileResult,
  { id: section }: PlannedSection,
  { id, reader }: { readonly id: string; readonly reader: Known['reader'] },
): CurrentSection[] {
  const path = id.slice(section.length + 1)
  // Its name was redacted, with a label or without.
  if (path.includes(plan.redact.marker.slice(0, -1))) return []
  const seen = reader.read(path)
  if (seen.state === 'unavailable') return [{ section: id, state: 'unavailable', why: clean(seen.detail) }]
  const isGone = seen.state === 'absent' || seen.text.trim() === ''
  return isGone ? [{ section: id, state: 'absent' }] : []
}
