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
    columns: columnsOf(path, scanned),
    keys: getDocumentKeys(path, title),
    references: findReferences(path, scanned),
  }
}

/** What the name of a file says counts as its title does. */
function columnsOf(path: string, { lines, headings, title }: DocumentScan): SearchColumns {
  const joined = (text: string) => extractTerms(text).join(' ')
  return {
    title: joined(`${title}\n${path}`),
    headings: joined(headings.map(({ text }) => text).join('\n')),
    body: joined(lines.join('\n')),
  }
}
