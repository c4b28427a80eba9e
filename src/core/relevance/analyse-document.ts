import { findReferences, getDocumentKeys, type Reference } from './references.ts'
import { type DocumentScan, scanDocument } from './scan-document.ts'
import { extractTerms } from './terms.ts'

/** The data of a document that the index keeps. */
export interface DocumentAnalysis {
  readonly title: string
  /** Terms separated by spaces, by place in the document. */
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

/** Counts the words of the path like those of the title. */
function buildColumns(path: string, { lines, headings, title }: DocumentScan): SearchColumns {
  const joinTerms = (text: string) => extractTerms(text).join(' ')
  return {
    title: joinTerms(`${title}\n${path}`),
    headings: joinTerms(headings.map(({ text }) => text).join('\n')),
    body: joinTerms(lines.join('\n')),
  }
}
