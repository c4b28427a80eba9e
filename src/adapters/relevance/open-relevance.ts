// Answers what is linked to the work at hand, from an index of redacted text below the user's cache directory. Every failure of it costs time only.
import { existsSync, realpathSync } from 'node:fs'
import {
  describeActiveWork,
  fillBudget,
  fillFirst,
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
import { removeStaleIndexes } from './tidy-indexes.ts'
import { updateChanges, updateDocuments } from './update-index.ts'

export interface RelevanceOptions {
  /** Where indexes are kept, one directory each; null to keep none. */
  readonly directory: string | null
  readonly changes: CoChanges
}

/** Another program may change the index between bringing it up to date and asking it. */
const maxTries = 3

/** What every question to an index has. */
type Order = Omit<RelevanceInput, 'around' | 'task' | 'budget'>

export function openRelevance({ directory, changes }: RelevanceOptions): Relevance {
  const shelves = new Map<string, { readonly rules: string; readonly shelf: DocumentTable }>()
  let last: Promise<unknown> = Promise.resolve()

  const closeShelf = (key: string) => {
    shelves.get(key)?.shelf.close()
    shelves.delete(key)
  }
  /** One at a time for each project: where rules differ each time, a program that stays must not keep them all. */
  const shelfFor = (root: string, rules: string, use: IndexUse): DocumentTable => {
    const key = JSON.stringify([root, use])
    const open = shelves.get(key)
    if (open?.rules === rules) return open.shelf
    closeShelf(key)
    const place = directory === null ? null : getIndexDirectory(directory, root, use)
    const isNew = place !== null && !existsSync(place)
    const shelf = new DocumentTable(openIndex(place, { root, rules }))
    shelves.set(key, { rules, shelf })
    // Once for each project that comes, so that those that went do not stay for ever.
    if (isNew) removeStaleIndexes(directory!)
    return shelf
  }
  const answerAt = async <T extends Order>(
    order: T,
    shelf: DocumentTable,
    use: IndexUse,
    asking: Asking<T>,
  ) => {
    if (use === 'linked') updateChanges(shelf, order, changes)
    for (let tries = 1; ; tries++) {
      await updateDocuments(shelf, order)
      const answer = shelf.look(() =>
        tries < maxTries && !shelf.isUnchanged() ? null : asking(shelf, order),
      )
      if (answer !== null) return answer
    }
  }
  const answer = async <T extends Order>(
    order: T,
    use: IndexUse,
    asking: Asking<T>,
  ): Promise<RelevanceResult> => {
    const root = realpathSync.native(order.root)
    const { rules } = order
    for (let tries = 1; tries <= 2; tries++) {
      try {
        return await answerAt(order, shelfFor(root, rules, use), use, asking)
      } catch (error) {
        if (!isIndexFailure(error)) throw error
        closeShelf(JSON.stringify([root, use]))
        if (!isIndexDamage(error) || directory === null) break
        deleteIndex(getIndexDirectory(directory, root, use))
      }
    }
    const shelf = new DocumentTable(openIndex(null, { root, rules }))
    try {
      return await answerAt(order, shelf, use, asking)
    } finally {
      shelf.close()
    }
  }
  // One after the other: they share a connection.
  const inTurn = (act: () => Promise<RelevanceResult>): Promise<RelevanceResult> => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
  return {
    answer: (order) => inTurn(() => answer(order, 'linked', answerFromIndex)),
    search: (order) => inTurn(() => answer(order, 'searched', find)),
    close() {
      for (const key of [...shelves.keys()]) closeShelf(key)
    },
  }
}

type Asking<T> = (shelf: DocumentTable, order: T) => RelevanceResult

/** Of an index that is up to date: what is asked, ranked and cut to the budget. */
export function answerFromIndex(shelf: DocumentTable, order: RelevanceInput): RelevanceResult {
  // What cannot be cleaned says nothing; its path still does.
  const around = order.around.map(({ path, text }) => ({ path, text: cleaned(order, text) ?? '' }))
  const active = describeActiveWork(around, order.task === null ? null : cleaned(order, order.task))
  const { evidence, terms } = gatherEvidence(shelf, active, shelf.heldSpines())
  const keys = new Set(active.documents.flatMap((one) => one.keys))
  return fillBudget(fuseEvidence(evidence), {
    sought: { terms, keys },
    budget: order.budget,
    count: order.count,
    addressOf: order.addressOf,
    document: (path) => shelf.document(path),
  })
}

/** The same for words that somebody typed. */
function find(shelf: DocumentTable, order: SearchInput): RelevanceResult {
  const { limit, each, count, addressOf } = order
  const { evidence, terms } = searchEvidence(
    shelf,
    parseTextQuery(cleaned(order, order.query) ?? ''),
    shelf.heldSpines(),
  )
  return fillFirst(fuseEvidence(evidence), {
    sought: { terms, keys: new Set() },
    limit,
    budget: each,
    count,
    addressOf,
    document: (path) => shelf.document(path),
  })
}

function cleaned({ clean }: Pick<RelevanceInput, 'clean'>, text: string): string | null {
  try {
    return clean(text)
  } catch {
    return null
  }
}
