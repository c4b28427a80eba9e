import { findReferences, getDocumentKeys, type Reference } from './references.ts'
import { type DocumentScan, scanDocument } from './scan.ts'
import { extractTerms } from './terms.ts'

/** Everything an index keeps of a document. */
export interface DocumentAnalysis {
  readonly title: string
  /** Terms with spaces between, by where they stand. */
  readonly columns: SearchColumns
  readonly keys: readonly string[]
  readonly references: readonly Reference[]
}

export interface SearchColumns {
  readonly title: string
  readonly headings: string
  readonly body: string
}

export function analyseDocument(path: string, text: string): DocumentAnalysis {
  const scanned = scanDocument(path, text)
  const { title } = scanned
  return {
    title,
    columns: buildColumns(path, scanned),
    keys: getDocumentKeys(path, title),
    references: findReferences(path, scanned),
  }
}

/** What the name of a file says counts as its title does. */
function buildColumns(path: string, { lines, headings, title }: DocumentScan): SearchColumns {
  const joinTerms = (text: string) => extractTerms(text).join(' ')
  return {
    title: joinTerms(`${title}\n${path}`),
    headings: joinTerms(headings.map(({ text }) => text).join('\n')),
    body: joinTerms(lines.join('\n')),
  }
}
