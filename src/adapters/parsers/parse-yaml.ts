import { parseDocument } from 'yaml'

/** A file may multiply its content by aliases of aliases. */
const maxAliasCount = 100

/** Undefined if the text is invalid or has several documents. */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'error', prettyErrors: false, merge: true })
  if (document.errors.length > 0) return undefined
  try {
    return document.toJS({ maxAliasCount }) as unknown
  } catch (error) {
    // An alias has no anchor, or the aliases multiply too far.
    if (!(error instanceof ReferenceError)) throw error
    return undefined
  }
}
