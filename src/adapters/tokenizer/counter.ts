// Counts text in the unit of a budget. Counting in o200k is exact; cached counts need no table.
import type { Cache, Hash, TokenCounter } from '../../ports/index.ts'
import { countCodePoints, countLines, countQuarterCodePoints } from './count-code-points.ts'
import { openO200k } from './o200k.ts'

export type CountUnit = 'o200k' | 'chars/4' | 'chars' | 'lines'

export interface CounterOptions {
  /** Written by scripts/build-token-table.ts. The caller passes the path, because bundling moves files. */
  readonly tableFile: string
  readonly hash: Hash
  /** For exact counts, by the digest of the text: loading the table takes longer than reading a cached count. */
  readonly cache?: Cache | undefined
}

/** Up to this length, counting is faster than a lookup in the cache. */
const maxUncachedLength = 64

export function makeTokenCounter(unit: CountUnit, options: CounterOptions): TokenCounter {
  switch (unit) {
    case 'o200k':
      return { id: unit, count: makeO200kCounter(options) }
    case 'chars/4':
      return { id: unit, count: countQuarterCodePoints }
    case 'chars':
      return { id: unit, count: countCodePoints }
    case 'lines':
      return { id: unit, count: countLines }
  }
}

function makeO200kCounter({ tableFile, hash, cache }: CounterOptions): (text: string) => number {
  let opened: ((text: string) => number) | undefined
  const count = (text: string): number => {
    if (text === '') return 0
    opened ??= openO200k(tableFile)
    return opened(text)
  }
  if (cache === undefined) return count
  return (text) => {
    if (text.length <= maxUncachedLength) return count(text)
    const key = hash(text)
    const cached = cache.get('count', key)
    if (typeof cached === 'number') return cached
    const counted = count(text)
    cache.set('count', key, counted)
    return counted
  }
}
