import type { CoChanges, RelevanceInput } from '../../ports/index.ts'
import type { DocumentRow, DocumentTable, IndexedDocument } from './document-table.ts'

/** One transaction's worth: others wait no longer than it takes. */
const batchSize = 250
/** So many new documents leave the index in many small pieces. */
const much = 1000
const maxBytes = 256 * 1024

type Documents = Pick<RelevanceInput, 'candidates' | 'read' | 'stamp' | 'clean' | 'progress'>

/** Makes the shelf hold the candidates and nothing else. Reads only what is new or was changed. */
export async function updateDocuments(shelf: DocumentTable, documents: Documents): Promise<void> {
  const { stale, gone } = compare(shelf.spines(), documents)
  if (stale.length === 0 && gone.length === 0) return
  const { progress } = documents
  if (stale.length > 0) progress?.(0, stale.length)
  for (let done = 0; done === 0 || done < stale.length; ) {
    const batch = stale.slice(done, done + batchSize)
    const volumes = batch.flatMap((one) => read(one, documents))
    if (volumes.length > 0 || gone.length > 0) shelf.put(volumes, done === 0 ? gone : [])
    done += batchSize
    if (stale.length > 0) progress?.(Math.min(done, stale.length), stale.length)
    // Signals and a progress bar get their turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (stale.length >= much) shelf.tidy()
}

interface Stale {
  readonly path: string
  readonly stamp: string | null
  readonly before: DocumentRow | undefined
}

function compare(
  spines: ReadonlyMap<string, DocumentRow>,
  { candidates, stamp }: Documents,
): { stale: Stale[]; gone: string[] } {
  const stale: Stale[] = []
  let known = 0
  for (const path of candidates) {
    // Before it is read: if it changes in between, it is read once more than it must be.
    const now = stamp(path)
    const before = spines.get(path)
    if (before !== undefined) known++
    if (now === null || before === undefined || before.stamp !== now) stale.push({ path, stamp: now, before })
  }
  if (known === spines.size) return { stale, gone: [] }
  const wanted = new Set(candidates)
  return { stale, gone: [...spines.keys()].filter((path) => !wanted.has(path)) }
}

/** Nothing, where there is nothing new to put down. */
function read({ path, stamp, before }: Stale, documents: Documents): IndexedDocument[] {
  if (!isClean(path, documents.clean)) return []
  const found = documents.read(path)
  const digest = found?.digest ?? ''
  if (before !== undefined && stamp === null && before.stamp === null && before.digest === digest) return []
  const modifiedAt = found?.modifiedAt ?? ''
  const text = found === null ? null : textOf(found, documents.clean)
  return [{ path, stamp, digest, modifiedAt, text }]
}

/** Cleaned whole and then cut, so that no cut can part a secret. */
function textOf(
  found: NonNullable<ReturnType<Documents['read']>>,
  clean: (text: string) => string,
): string | null {
  const { text, gap } = found
  try {
    return beginningOf(clean(gap === undefined ? text : text.split('\n').slice(0, gap.afterLine).join('\n')))
  } catch {
    return null
  }
}

/** Whole lines of it, where it is large. */
function beginningOf(text: string): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const cut = new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes)).replace(/\ufffd+$/, '')
  const end = cut.lastIndexOf('\n')
  return end === -1 ? cut : cut.slice(0, end)
}

/** Git is started only when another commit is checked out than last time. */
export function updateChanges(
  shelf: DocumentTable,
  { root, clean }: Pick<RelevanceInput, 'root' | 'clean'>,
  changes: CoChanges,
): void {
  const head = changes.head(root) ?? ''
  if (head === (shelf.head() ?? '')) return
  const commits = head === '' ? [] : changes.commits(root, head)
  shelf.putChanges(head, cleanNames(commits, clean))
}

/** All at once, because almost always there is nothing to find. */
function cleanNames(commits: readonly (readonly string[])[], clean: (text: string) => string) {
  const paths = [...new Set(commits.flat())]
  if (isClean(paths.join('\n'), clean)) return commits
  const clear = new Set(paths.filter((path) => isClean(path, clean)))
  return commits.map((commit) => commit.filter((path) => clear.has(path)))
}

/** A name can be a secret too, and the index would need it as it is. */
function isClean(name: string, clean: (text: string) => string): boolean {
  try {
    return clean(name) === name
  } catch {
    return false
  }
}
