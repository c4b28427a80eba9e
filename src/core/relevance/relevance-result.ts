/** A document that was selected as relevant. */
export interface RelevantDocument {
  readonly path: string
  readonly title: string
  readonly score: number
  /** Why it was selected, strongest reason first. Never empty. */
  readonly reasons: readonly string[]
  /** 1-based first and last line of the excerpt, in the redacted text. */
  readonly lines: readonly [number, number]
  readonly excerpt: string
  /** When the document was last changed. ISO 8601, UTC. */
  readonly modifiedAt: string
}

export interface RelevanceResult {
  readonly chosen: readonly RelevantDocument[]
  /** How many relevant documents did not fit. */
  readonly left: number
}

/** Renders Markdown. Empty if nothing was selected. */
export function renderRelevance(
  { chosen, left }: RelevanceResult,
  addressOf: (path: string) => string,
): string {
  if (chosen.length === 0) return ''
  const entries = chosen.map((document) => renderRelevantDocument(document, addressOf(document.path)))
  return [...entries, ...(left === 0 ? [] : [formatOmittedCount(left)])].join('\n\n')
}

export function formatOmittedCount(left: number): string {
  return `${left} more ${left === 1 ? 'document is' : 'documents are'} linked or similar; there was no room.`
}

/** Puts the excerpt into a fence that no line of the excerpt closes. */
export function renderRelevantDocument(
  { path, title, reasons, lines, excerpt }: RelevantDocument,
  address: string,
): string {
  const [first, last] = lines
  const place = first === last ? `line ${first}` : `lines ${first} to ${last}`
  const runs = excerpt.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1)
  const kind = /\.(?:md|mdx|markdown)$/i.test(path) ? 'markdown' : ''
  return [
    `## ${toOneLine(title)}`,
    '',
    `${toOneLine(address)} (${toOneLine(path)}, ${place})`,
    `Why: ${reasons.map(toOneLine).join('; ')}.`,
    '',
    `${fence}${kind}`,
    excerpt,
    fence,
  ].join('\n')
}

const maxNameLength = 200

/** Joins a text to one line, so that a name from outside cannot begin a line. */
function toOneLine(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const characters = plain.length > maxNameLength ? [...plain] : []
  return characters.length > maxNameLength ? `${characters.slice(0, maxNameLength).join('')}…` : plain
}
