import { hash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CoChanges, RelevanceInput } from '../../ports/index.ts'
import { openRelevance } from './open-relevance.ts'

/** Documents on disk, and an index of them. */
export interface Project {
  readonly home: string
  readonly root: string
  readonly indexes: string
  /** Paths that were read since the list was last emptied. */
  readonly reads: string[]
  commits: string[][]
  head: string
  write(path: string, text: string): void
  remove(path: string): void
  order(change?: Partial<RelevanceInput> & { readonly active?: readonly string[] }): RelevanceInput
  open(directory?: string | null): ReturnType<typeof openRelevance>
  end(): void
}

export function makeProject(files: Readonly<Record<string, string>>): Project {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'relevance-')))
  const root = join(home, 'repo')
  const indexes = join(home, 'cache/relevance')
  const paths = new Set<string>()
  const reads: string[] = []
  const open: ReturnType<typeof openRelevance>[] = []

  const read: RelevanceInput['read'] = (path) => {
    reads.push(path)
    try {
      const text = readFileSync(join(root, path), 'utf8')
      const digest = `sha256:${hash('sha256', text)}`
      const modifiedAt = lstatSync(join(root, path)).mtime.toISOString()
      return { state: 'found', uri: `file:${path}`, path, text, digest, bytes: text.length, modifiedAt }
    } catch {
      return null
    }
  }
  const project: Project = {
    ...{ home, root, indexes, reads, commits: [], head: '' },
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
      paths.add(path)
    },
    remove(path) {
      rmSync(join(root, path))
      paths.delete(path)
    },
    order: ({ active = [], ...change } = {}) => ({
      root,
      around: active.map((path) => read(path)!),
      task: null,
      candidates: [...paths].sort(),
      read,
      stamp(path) {
        const { ino, size, mtimeNs } = lstatSync(join(root, path), { bigint: true })
        return `${ino}:${size}:${mtimeNs}`
      },
      redact: (text) => text,
      rules: 'none',
      budget: 4000,
      count: (text) => Math.ceil(text.length / 4),
      formatAddress: (path) => `foreword://${path}`,
      ...change,
    }),
    open(directory = indexes) {
      const changes: CoChanges = { head: () => project.head || null, commits: () => project.commits }
      const relevance = openRelevance({ directory, changes })
      open.push(relevance)
      return relevance
    },
    end() {
      for (const relevance of open) relevance.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  return project
}

/** A small project: an active RFC, documents that it depends on, documents with common words, and noise. */
export const documents: Readonly<Record<string, string>> = {
  'docs/rfcs/0016-context.md':
    '# RFC 0016: Context Manifest\n\n| **Depends On** | ADR 0005 |\n\n## Tier budgets\n\nThe words of it.\n',
  'docs/adrs/0005-single-source.md':
    '# ADR 0005: Single Source\n\nSee [seven](0007-locks.md).\n\n## Decision\n\nOne place.\n',
  'docs/adrs/0007-locks.md': '# ADR 0007: Locks\n\nWho waits.\n',
  'docs/rfcs/0002-plans.md': '# RFC 0002: Plans\n\nAs RFC 16 says.\n',
  'docs/notes/budget.md':
    '# Notes\n\n## Other\n\nNothing.\n\n## On size\n\nEvery tier of a manifest has a budget.\n',
  'docs/notes/together.md': '# Together\n\nMoves along.\n',
  'docs/notes/noise-a.md': '# Weather\n\nIt rains.\n',
  'docs/notes/noise-b.md': '# Food\n\nIt is served.\n',
}
