import type { CoChanges, RelevanceInput } from '../../ports/index.ts'
import type { DocumentRow, DocumentTable, IndexedDocument } from './document-table.ts'

/** Documents per transaction. Other processes wait until it ends. */
const batchSize = 250
/** After this many new documents, the index consists of many small segments. */
const minToOptimize = 1000
const maxBytes = 256 * 1024

type Documents = Pick<RelevanceInput, 'candidates' | 'read' | 'stamp' | 'redact' | 'progress'>

/** Updates the index so that it holds exactly the candidates. Reads only new and changed documents. */
export async function updateIndexedDocuments(table: DocumentTable, documents: Documents): Promise<void> {
  const { stale, gone } = findStale(table.rows(), documents)
  if (stale.length === 0 && gone.length === 0) return
  const { progress } = documents
  if (stale.length > 0) progress?.(0, stale.length)
  for (let done = 0; done === 0 || done < stale.length; ) {
    const batch = stale.slice(done, done + batchSize)
    const changed = batch.flatMap((entry) => read(entry, documents))
    if (changed.length > 0 || gone.length > 0) table.put(changed, done === 0 ? gone : [])
    done += batchSize
    if (stale.length > 0) progress?.(Math.min(done, stale.length), stale.length)
    // Lets signals and a progress bar run.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (stale.length >= minToOptimize) table.tidy()
}

interface Stale {
  readonly path: string
  readonly stamp: string | null
  readonly before: DocumentRow | undefined
}

function findStale(
  rows: ReadonlyMap<string, DocumentRow>,
  { candidates, stamp }: Documents,
): { stale: Stale[]; gone: string[] } {
  const stale: Stale[] = []
  let known = 0
  for (const path of candidates) {
    // Take the stamp before reading: if the file changes in between, it is only read once more.
    const now = stamp(path)
    const before = rows.get(path)
    if (before !== undefined) known++
    if (now === null || before === undefined || before.stamp !== now) stale.push({ path, stamp: now, before })
  }
  if (known === rows.size) return { stale, gone: [] }
  const current = new Set(candidates)
  return { stale, gone: [...rows.keys()].filter((path) => !current.has(path)) }
}

/** Empty if nothing changed. */
function read({ path, stamp, before }: Stale, documents: Documents): IndexedDocument[] {
  if (!isClean(path, documents.redact)) return []
  const found = documents.read(path)
  const digest = found?.digest ?? ''
  if (before !== undefined && stamp === null && before.stamp === null && before.digest === digest) return []
  const modifiedAt = found?.modifiedAt ?? ''
  const text = found === null ? null : redactText(found, documents.redact)
  return [{ path, stamp, digest, modifiedAt, text }]
}

/** Redacts the whole text before cutting it, so that a cut cannot split a secret. */
function redactText(
  found: NonNullable<ReturnType<Documents['read']>>,
  clean: (text: string) => string,
): string | null {
  const { text, gap } = found
  try {
    return cutToLimit(clean(gap === undefined ? text : text.split('\n').slice(0, gap.afterLine).join('\n')))
  } catch {
    return null
  }
}

/** Keeps whole lines up to the limit. */
function cutToLimit(text: string): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const cut = new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes)).replace(/\ufffd+$/, '')
  const end = cut.lastIndexOf('\n')
  return end === -1 ? cut : cut.slice(0, end)
}

/** Starts git only if another commit is checked out than last time. */
export function updateIndexedChanges(
  table: DocumentTable,
  { root, redact: clean }: Pick<RelevanceInput, 'root' | 'redact'>,
  changes: CoChanges,
): void {
  const head = changes.head(root) ?? ''
  if (head === (table.head() ?? '')) return
  const commits = head === '' ? [] : changes.commits(root, head)
  table.putChanges(head, cleanNames(commits, clean))
}

/** Checks all names at once, because names rarely contain secrets. */
function cleanNames(commits: readonly (readonly string[])[], clean: (text: string) => string) {
  const paths = [...new Set(commits.flat())]
  if (isClean(paths.join('\n'), clean)) return commits
  const cleanPaths = new Set(paths.filter((path) => isClean(path, clean)))
  return commits.map((commit) => commit.filter((path) => cleanPaths.has(path)))
}

/** A name can be a secret too, and the index would store it unchanged. */
function isClean(name: string, clean: (text: string) => string): boolean {
  try {
    return clean(name) === name
  } catch {
    return false
  }
}
