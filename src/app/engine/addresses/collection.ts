import { type Document, getField, getTitle, type Outliner } from '../../../core/document/index.ts'
import type { CollectionRule } from '../../../core/manifest/index.ts'
import {
  makeDocumentAddresses,
  matchId,
  parseLeadingNumber,
  resolveDocumentStatus,
} from '../../../core/plan/index.ts'
import {
  escapeGlob,
  type FoundSource,
  getBaseName,
  getStem,
  type Observation,
  toList,
} from '../../../core/values/index.ts'
import type { SourceReader } from '../../../ports/index.ts'

/** A larger collection is a mistake in the manifest. Names are listed in order, so the same documents are cut everywhere. */
export const maxDocuments = 10_000

/** Characters of a document that are parsed for its title and status. */
const beginning = 16 * 1024

/** One document of a collection. */
export interface DocumentCard {
  readonly path: string
  readonly found: FoundSource
  readonly title: string
  readonly status: string | null
}

export interface CollectionDeps {
  readonly reader: SourceReader
  outline(): Promise<Outliner>
}

/** The documents of one collection, as they are on disk. */
export class Collection {
  readonly rule: CollectionRule
  /** Documents that could not be read. Their status is unknown. */
  readonly unread: Observation[] = []
  private readonly deps: CollectionDeps
  private named: ((path: string) => string) | undefined

  constructor(rule: CollectionRule, deps: CollectionDeps) {
    this.rule = rule
    this.deps = deps
  }

  paths(): readonly string[] {
    const { reader } = this.deps
    const all = toList(this.rule.files).flatMap((pattern) => reader.list(pattern))
    const skipped = (path: string) =>
      this.rule.except.some((pattern) =>
        reader.matches(pattern, pattern.includes('/') ? path : getBaseName(path)),
      )
    return [...new Set(all)]
      .filter((path) => !skipped(path))
      .sort()
      .slice(0, maxDocuments)
  }

  /** Returns a function from path to address. */
  addresses(scheme: string, type: string): (path: string) => string {
    this.named ??= makeDocumentAddresses(scheme, type, this.paths())
    return this.named
  }

  match(id: string) {
    return matchId(id, this.paths())
  }

  async card(path: string): Promise<DocumentCard | null> {
    const found = this.deps.reader.read(path)
    if (found.state === 'unavailable') this.unread.push(found)
    return found.state === 'found' ? this.cardOf(found) : null
  }

  async cardOf(found: FoundSource): Promise<DocumentCard> {
    const { path } = found
    const document = parseBeginning(found, await this.deps.outline())
    const title = getTitle(document) ?? getStem(getBaseName(path))
    return { path, found, title, status: this.status(path, document) }
  }

  private status(path: string, document: Document): string | null {
    const { status } = this.rule
    return status === undefined ? null : resolveDocumentStatus(status, path, getField(document, status.from))
  }

  /** Finds the first document with an active status. */
  async active(): Promise<DocumentCard | null> {
    if (this.rule.active.length === 0) return null
    for (const path of this.paths()) {
      const card = await this.card(path)
      if (card?.status != null && this.rule.active.includes(card.status)) return card
    }
    return null
  }

  /** Lists the patterns for the plan of a document and the files that match. A plan whose name belongs to another document is left out. */
  plans(path: string): { readonly patterns: readonly string[]; readonly paths: readonly string[] } {
    const { reader } = this.deps
    const patterns = toList(this.rule.plans ?? [])
    const number = parseLeadingNumber(getBaseName(path))
    const others = this.paths().filter(
      (other) => other !== path && parseLeadingNumber(getBaseName(other)) === number,
    )
    const own = patterns.filter((pattern) => pattern.includes('{stem}'))
    const taken = new Set(
      others.flatMap((other) => fillPatterns(own, other)).flatMap((pattern) => reader.list(pattern)),
    )
    const filled = fillPatterns(patterns, path)
    const paths = [...new Set(filled.flatMap((pattern) => reader.list(pattern)))].filter(
      (found) => !taken.has(found),
    )
    return { patterns: filled, paths }
  }
}

function fillPatterns(patterns: readonly string[], path: string): string[] {
  const name = getBaseName(path)
  // The name of a plan does not include the stage of its document.
  const stem = getStem(name)
    .replace(/\.[a-z]+$/, '')
    .replace(/^(\d+)-[A-Z]-/, '$1-')
  const number = parseLeadingNumber(name) ?? stem
  return patterns.map((pattern) =>
    pattern.replaceAll('{stem}', () => escapeGlob(stem)).replaceAll('{number}', () => escapeGlob(number)),
  )
}

function parseBeginning(found: FoundSource, outline: Outliner): Document {
  const cut = found.text.length <= beginning ? found.text.length : found.text.lastIndexOf('\n', beginning)
  const text = found.text.slice(0, Math.max(cut, 0))
  const lines = text.split('\n').map((line, i) => ({ text: line, at: i + 1 }))
  return { lines, outline: outline(text), date: null }
}
