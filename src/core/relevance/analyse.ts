import { keysOf, type Reference, referencesOf } from './links.ts'
import { type Scan, scan } from './scan.ts'
import { termsOf } from './terms.ts'

/** Everything an index keeps of a document. */
export interface Analysis {
  readonly title: string
  /** Terms with spaces between, by where they stand. */
  readonly columns: Columns
  readonly keys: readonly string[]
  readonly references: readonly Reference[]
}

export interface Columns {
  readonly title: string
  readonly headings: string
  readonly body: string
}

export function analyse(path: string, text: string): Analysis {
  const scanned = scan(path, text)
  const { title } = scanned
  return {
    title,
    columns: columnsOf(path, scanned),
    keys: keysOf(path, title),
    references: referencesOf(path, scanned),
  }
}

/** What the name of a file says counts as its title does. */
function columnsOf(path: string, { lines, headings, title }: Scan): Columns {
  const joined = (text: string) => termsOf(text).join(' ')
  return {
    title: joined(`${title}\n${path}`),
    headings: joined(headings.map(({ text }) => text).join('\n')),
    body: joined(lines.join('\n')),
  }
}
