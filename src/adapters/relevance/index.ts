// Answers what is linked to the work at hand, from an index of redacted text below the user's cache directory. Every failure of it costs time only.
import { existsSync, realpathSync } from 'node:fs'
import { activeWork, fill, fuse } from '../../core/relevance/index.ts'
import type { CoChanges, Relevance, RelevanceAnswer, RelevanceOrder } from '../../ports/index.ts'
import { gather } from './evidence.ts'
import { directoryOf, isDamage, isFailure, openIndex, throwAway } from './open.ts'
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

export function openRelevance({ directory, changes }: RelevanceOptions): Relevance {
  const shelves = new Map<string, Shelf>()
  let last: Promise<unknown> = Promise.resolve()

  const closeShelf = (key: string) => {
    shelves.get(key)?.close()
    shelves.delete(key)
  }
  const shelfFor = (root: string, rules: string): Shelf => {
    const key = JSON.stringify([root, rules])
    const open = shelves.get(key)
    if (open !== undefined) return open
    const place = directory === null ? null : directoryOf(directory, root)
    const isNew = place !== null && !existsSync(place)
    const shelf = new Shelf(openIndex(place, { root, rules }))
    shelves.set(key, shelf)
    // Once for each project that comes, so that those that went do not stay for ever.
    if (isNew) tidyIndexes(directory!)
    return shelf
  }
  const answerAt = async (order: RelevanceOrder, shelf: Shelf): Promise<RelevanceAnswer> => {
    updateChanges(shelf, order, changes)
    for (let tries = 1; ; tries++) {
      await update(shelf, order)
      const answer = shelf.look(() => (tries < mostTries && !shelf.isUnchanged() ? null : ask(shelf, order)))
      if (answer !== null) return answer
    }
  }
  const answer = async (order: RelevanceOrder): Promise<RelevanceAnswer> => {
    const root = realpathSync.native(order.root)
    const { rules } = order
    for (let tries = 1; tries <= 2; tries++) {
      try {
        return await answerAt(order, shelfFor(root, rules))
      } catch (error) {
        if (!isFailure(error)) throw error
        closeShelf(JSON.stringify([root, rules]))
        if (!isDamage(error) || directory === null) break
        throwAway(directoryOf(directory, root))
      }
    }
    const shelf = new Shelf(openIndex(null, { root, rules }))
    try {
      return await answerAt(order, shelf)
    } finally {
      shelf.close()
    }
  }
  return {
    // One after the other: they share a connection.
    answer(order) {
      const mine = last.then(() => answer(order))
      last = mine.catch(() => undefined)
      return mine
    },
    close() {
      for (const key of [...shelves.keys()]) closeShelf(key)
    },
  }
}

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

function cleaned({ clean }: RelevanceOrder, text: string): string | null {
  try {
    return clean(text)
  } catch {
    return null
  }
}
