// Finds documents linked to the current work, from an index of redacted text below the user's cache directory. A failure of the
// index only costs time.
import { existsSync, realpathSync } from 'node:fs'
import {
  describeActiveWork,
  excerptFirstDocuments,
  fillBudget,
  fuseEvidence,
  parseTextQuery,
} from '../../core/relevance/index.ts'
import type { CoChanges, Relevance, RelevanceInput, RelevanceResult, SearchInput } from '../../ports/index.ts'
import { DocumentTable } from './document-table.ts'
import { gatherEvidence, searchEvidence } from './gather-evidence.ts'
import {
  deleteIndex,
  getIndexDirectory,
  type IndexUse,
  isIndexDamage,
  isIndexFailure,
  openIndex,
} from './open-index.ts'
import { removeStaleIndexes } from './remove-stale-indexes.ts'
import { updateIndexedChanges, updateIndexedDocuments } from './update-indexed-documents.ts'

export interface RelevanceOptions {
  /** The parent directory of indexes; null to keep none. */
  readonly directory: string | null
  readonly changes: CoChanges
}

/** Another program may change the index between updating and querying it. */
const maxAttempts = 3

/** The input that all queries share. */
type QueryInput = Omit<RelevanceInput, 'around' | 'task' | 'budget'>

export function openRelevance({ directory, changes }: RelevanceOptions): Relevance {
  const tables = new Map<string, { readonly rules: string; readonly table: DocumentTable }>()
  let last: Promise<unknown> = Promise.resolve()

  const closeTable = (key: string) => {
    tables.get(key)?.table.close()
    tables.delete(key)
  }
  /**
   * Keeps one index open per project and use, so that a long-running process whose rules keep changing does not keep all of
   * them.
   */
  const getTable = (root: string, rules: string, use: IndexUse): DocumentTable => {
    const key = JSON.stringify([root, use])
    const open = tables.get(key)
    if (open?.rules === rules) return open.table
    closeTable(key)
    const place = directory === null ? null : getIndexDirectory(directory, root, use)
    const isNew = place !== null && !existsSync(place)
    const table = new DocumentTable(openIndex(place, { root, rules }))
    tables.set(key, { rules, table })
    // Runs once for each new project, so that indexes of deleted projects are removed.
    if (isNew) removeStaleIndexes(directory!)
    return table
  }
  const queryTable = async <T extends QueryInput>(
    input: T,
    table: DocumentTable,
    use: IndexUse,
    runQuery: RunQuery<T>,
  ) => {
    if (use === 'linked') updateIndexedChanges(table, input, changes)
    for (let attempt = 1; ; attempt++) {
      await updateIndexedDocuments(table, input)
      const result = table.look(() =>
        attempt < maxAttempts && !table.isUnchanged() ? null : runQuery(table, input),
      )
      if (result !== null) return result
    }
  }
  const runWithRecovery = async <T extends QueryInput>(
    input: T,
    use: IndexUse,
    runQuery: RunQuery<T>,
  ): Promise<RelevanceResult> => {
    const root = realpathSync.native(input.root)
    const { rules } = input
    for (let attempt = 1; attempt <= 2; attempt++) {
      try {
        return await queryTable(input, getTable(root, rules, use), use, runQuery)
      } catch (error) {
        if (!isIndexFailure(error)) throw error
        closeTable(JSON.stringify([root, use]))
        if (!isIndexDamage(error) || directory === null) break
        deleteIndex(getIndexDirectory(directory, root, use))
      }
    }
    const table = new DocumentTable(openIndex(null, { root, rules }))
    try {
      return await queryTable(input, table, use, runQuery)
    } finally {
      table.close()
    }
  }
  // Queries run one after the other, because they share a connection.
  const enqueue = (act: () => Promise<RelevanceResult>): Promise<RelevanceResult> => {
    const result = last.then(act)
    last = result.catch(() => undefined)
    return result
  }
  return {
    find: (input) => enqueue(() => runWithRecovery(input, 'linked', answerFromIndex)),
    search: (input) => enqueue(() => runWithRecovery(input, 'searched', searchIndex)),
    close() {
      for (const key of [...tables.keys()]) closeTable(key)
    },
  }
}

type RunQuery<T> = (table: DocumentTable, input: T) => RelevanceResult

/** Answers from an index that is up to date: ranked and cut to the budget. */
export function answerFromIndex(table: DocumentTable, input: RelevanceInput): RelevanceResult {
  // A text that cannot be redacted counts as empty; its path still counts.
  const around = input.around.map(({ path, text }) => ({ path, text: cleanText(input, text) ?? '' }))
  const active = describeActiveWork(around, input.task === null ? null : cleanText(input, input.task))
  const { evidence, terms } = gatherEvidence(table, active, table.cachedRows())
  const keys = new Set(active.documents.flatMap((document) => document.keys))
  return fillBudget(fuseEvidence(evidence), {
    query: { terms, keys },
    budget: input.budget,
    count: input.count,
    addressOf: input.formatAddress,
    document: (path) => table.document(path),
  })
}

/** Searches for words that the user typed. */
function searchIndex(table: DocumentTable, input: SearchInput): RelevanceResult {
  const { limit, each, count, formatAddress: addressOf } = input
  const { evidence, terms } = searchEvidence(
    table,
    parseTextQuery(cleanText(input, input.query) ?? ''),
    table.cachedRows(),
  )
  return excerptFirstDocuments(fuseEvidence(evidence), {
    query: { terms, keys: new Set() },
    limit,
    budget: each,
    count,
    addressOf,
    document: (path) => table.document(path),
  })
}

function cleanText({ redact: clean }: Pick<RelevanceInput, 'redact'>, text: string): string | null {
  try {
    return clean(text)
  } catch {
    return null
  }
}
