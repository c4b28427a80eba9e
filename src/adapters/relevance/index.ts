// Answers what is linked to the work at hand, from an index of redacted text below the user's cache directory. Every failure of it costs time only.
import { existsSync, realpathSync } from 'node:fs'
import { activeWork, fill, firstOf, fuse, queryOf } from '../../core/relevance/index.ts'
import type { CoChanges, Relevance, RelevanceAnswer, RelevanceOrder, SearchOrder } from '../../ports/index.ts'
import { gather, lookUp } from './evidence.ts'
import { directoryOf, isDamage, isFailure, openIndex, throwAway, type Use } from './open.ts'
import { Shelf } from './shelf.ts'
import { update, updateChanges } from './update.ts'
import { tidyIndexes } from './upkeep.ts'

export interface RelevanceOptions {
  /** Where indexes are kept, one directory each; null to keep none. */
  readonly directory: string | null
  readonly changes: CoChanges
}

/** Another program may change the index between bringing it up to date and asking it. */
const mostTries = 3

/** What every question to an index has. */
type Order = Omit<RelevanceOrder, 'around' | 'task' | 'budget'>

export function openRelevance({ directory, changes }: RelevanceOptions): Relevance {
  const shelves = new Map<string, { readonly rules: string; readonly shelf: Shelf }>()
  let last: Promise<unknown> = Promise.resolve()

  const closeShelf = (key: string) => {
    shelves.get(key)?.shelf.close()
    shelves.delete(key)
  }
  /** One at a time for each project: where rules differ each time, a program that stays must not keep them all. */
  const shelfFor = (root: string, rules: string, use: Use): Shelf => {
    const key = JSON.stringify([root, use])
    const open = shelves.get(key)
    if (open?.rules === rules) return open.shelf
    closeShelf(key)
    const place = directory === null ? null : directoryOf(directory, root, use)
    const isNew = place !== null && !existsSync(place)
    const shelf = new Shelf(openIndex(place, { root, rules }))
    shelves.set(key, { rules, shelf })
    // Once for each project that comes, so that those that went do not stay for ever.
    if (isNew) tidyIndexes(directory!)
    return shelf
  }
  const answerAt = async <T extends Order>(order: T, shelf: Shelf, use: Use, asking: Asking<T>) => {
    if (use === 'linked') updateChanges(shelf, order, changes)
    for (let tries = 1; ; tries++) {
      await update(shelf, order)
      const answer = shelf.look(() =>
        tries < mostTries && !shelf.isUnchanged() ? null : asking(shelf, order),
      )
      if (answer !== null) return answer
    }
  }
  const answer = async <T extends Order>(order: T, use: Use, asking: Asking<T>): Promise<RelevanceAnswer> => {
    const root = realpathSync.native(order.root)
    const { rules } = order
    for (let tries = 1; tries <= 2; tries++) {
      try {
        return await answerAt(order, shelfFor(root, rules, use), use, asking)
      } catch (error) {
        if (!isFailure(error)) throw error
        closeShelf(JSON.stringify([root, use]))
        if (!isDamage(error) || directory === null) break
        throwAway(directoryOf(directory, root, use))
      }
    }
    const shelf = new Shelf(openIndex(null, { root, rules }))
    try {
      return await answerAt(order, shelf, use, asking)
    } finally {
      shelf.close()
    }
  }
  // One after the other: they share a connection.
  const inTurn = (act: () => Promise<RelevanceAnswer>): Promise<RelevanceAnswer> => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
  return {
    answer: (order) => inTurn(() => answer(order, 'linked', ask)),
    search: (order) => inTurn(() => answer(order, 'searched', find)),
    close() {
      for (const key of [...shelves.keys()]) closeShelf(key)
    },
  }
}

type Asking<T> = (shelf: Shelf, order: T) => RelevanceAnswer

/** Of an index that is up to date: what is asked, ranked and cut to the budget. */
export function ask(shelf: Shelf, order: RelevanceOrder): RelevanceAnswer {
  // What cannot be cleaned says nothing; its path still does.
  const around = order.around.map(({ path, text }) => ({ path, text: cleaned(order, text) ?? '' }))
  const active = activeWork(around, order.task === null ? null : cleaned(order, order.task))
  const { evidence, terms } = gather(shelf, active, shelf.heldSpines())
  const keys = new Set(active.documents.flatMap((one) => one.keys))
  return fill(fuse(evidence), {
    sought: { terms, keys },
    budget: order.budget,
    count: order.count,
    addressOf: order.addressOf,
    document: (path) => shelf.document(path),
  })
}

/** The same for words that somebody typed. */
function find(shelf: Shelf, order: SearchOrder): RelevanceAnswer {
  const { limit, each, count, addressOf } = order
  const { evidence, terms } = lookUp(shelf, queryOf(cleaned(order, order.query) ?? ''), shelf.heldSpines())
  return firstOf(fuse(evidence), {
    sought: { terms, keys: new Set() },
    limit,
    budget: each,
    count,
    addressOf,
    document: (path) => shelf.document(path),
  })
}

function cleaned({ clean }: Pick<RelevanceOrder, 'clean'>, text: string): string | null {
  try {
    return clean(text)
  } catch {
    return null
  }
}
