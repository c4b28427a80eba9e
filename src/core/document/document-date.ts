import { findCalendarDate, getBaseName } from '../values/index.ts'
import { normalizeName, type Outline } from './outline.ts'

/** The origins of a date, most trustworthy first. */
export type DateBasis = 'document' | 'name' | 'commit' | 'mtime'

export interface DocumentDate {
  readonly date: string
  readonly basis: DateBasis
}

const dateKeys = ['ended', 'completed', 'updated', 'date', 'last session', 'started', 'created', 'timestamp']

/** Returns the date in the metadata of a document, else in its file name, or null. */
export function findOwnDate(outline: Outline, path: string): DocumentDate | null {
  const firstPart = outline.blocks.findIndex((block) => block.kind === 'heading' && block.level >= 2)
  const metadata = outline.fields.filter((field) => firstPart === -1 || field.block < firstPart)
  for (const key of dateKeys) {
    for (const field of metadata) {
      const date = normalizeName(field.key) === key ? findCalendarDate(field.value) : null
      if (date !== null) return { date, basis: 'document' }
    }
  }
  const date = findCalendarDate(getBaseName(path))
  return date === null ? null : { date, basis: 'name' }
}
