import type { KnowledgeRule, Manifest } from '../../../core/manifest/index.ts'
import type { FoundSource } from '../../../core/values/index.ts'
import type { SourceReader } from '../../../ports/index.ts'
import type { KnowledgeDeps } from './knowledge-deps.ts'

/** One entry of the manifest, with the documents that it is built from. */
export interface EntryDocuments {
  readonly name: string
  readonly rule: KnowledgeRule
  /** Path without `./`. */
  readonly to: string
  readonly documents: readonly FoundSource[]
  /** Why a document was left out. */
  readonly troubles: readonly string[]
}

export function getGlobs({ from }: KnowledgeRule): string[] {
  return [from].flat().map((source) => normalisePath(source.replace(/^file:/, '')))
}

function normalisePath(path: string): string {
  return path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/')
}

/** Reads documents in the order of the globs, each once. Generated documents are never used as sources. */
export function readKnowledgeDocuments(
  reader: SourceReader,
  knowledge: Manifest['knowledge'],
  progress: KnowledgeDeps['progress'],
): EntryDocuments[] {
  const entries = Object.entries(knowledge).map(([name, rule]) => ({
    name,
    rule,
    to: normalisePath(rule.to),
  }))
  const outputs = new Set(entries.map(({ to }) => to))
  const listed = entries.map((entry) => {
    const globs = getGlobs(entry.rule)
    const paths = new Set(globs.flatMap((glob) => reader.list(glob)))
    const troubles = globs.flatMap((glob) => describeUnlisted(glob, reader.countUnlisted(glob)))
    return { entry, paths: [...paths].filter((path) => !outputs.has(path)), troubles }
  })
  const total = listed.reduce((sum, { paths }) => sum + paths.length, 0)
  let done = 0
  return listed.map(({ entry, paths, troubles }) => {
    const documents: FoundSource[] = []
    for (const path of paths) {
      progress({ done: done++, total, what: 'Reading documents' })
      const seen = reader.read(path)
      if (seen.state === 'unavailable') troubles.push(`${seen.detail} It is left out.`)
      if (seen.state !== 'found' || seen.text.trim() === '') continue
      if (seen.gap !== undefined) troubles.push(`${path} is large: its middle was not read.`)
      documents.push(seen)
    }
    return { ...entry, documents, troubles }
  })
}

/** Does not show the names, because a name may be confidential too. */
function describeUnlisted(glob: string, count: number): string[] {
  if (count === 0) return []
  return [
    `${count === 1 ? 'a file' : `${count} files`} at ${glob} ${count === 1 ? 'is' : 'are'} excluded by name and left out.`,
  ]
}
