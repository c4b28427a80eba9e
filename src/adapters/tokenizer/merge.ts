import { findRank, type TokenTable } from './token-table.ts'

const NONE = -1
/** A heap key is rank × placeCount + place: the lowest rank first, and the leftmost among equals. Exact up to 2^53. */
const placeCount = 2 ** 32

/** Longer pieces are rare, so their arrays are not kept. */
const keptLength = 1024

interface Scratch {
  readonly next: Int32Array
  readonly previous: Int32Array
  /** Rank of the token that a part would form with the part after it. */
  readonly rank: Int32Array
  readonly heap: Float64Array
}

/** Counts the tokens of one piece. Uses a heap and a linked list, so that a piece of n bytes takes n log n steps. */
export function makeMerger(table: TokenTable): (bytes: Uint8Array, from: number, to: number) => number {
  const kept = makeScratch(keptLength)
  return (bytes, from, to) => {
    const scratch = to - from > keptLength ? makeScratch(to - from) : kept
    return countMerged(table, scratch, bytes, from, to)
  }
}

function makeScratch(size: number): Scratch {
  return {
    next: new Int32Array(size),
    previous: new Int32Array(size),
    rank: new Int32Array(size),
    // Each of at most size - 1 merges removes one key and adds at most two.
    heap: new Float64Array(size * 2),
  }
}

function countMerged(
  table: TokenTable,
  scratch: Scratch,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  const { next, previous, rank, heap } = scratch
  const length = to - from
  let count = length
  let keys = 0
  const weigh = (place: number): void => {
    const second = next[place]!
    const found = second < length ? findRank(table, bytes, from + place, from + next[second]!) : NONE
    rank[place] = found
    if (found !== NONE) push(heap, keys++, found * placeCount + place)
  }
  for (let place = 0; place < length; place++) {
    next[place] = place + 1
    previous[place] = place - 1
  }
  for (let place = 0; place < length; place++) weigh(place)
  while (keys > 0) {
    const key = pop(heap, keys--)
    const place = key % placeCount
    // The key is outdated, because the part has grown since.
    if (rank[place] !== (key - place) / placeCount) continue
    const merged = next[place]!
    const after = next[merged]!
    rank[merged] = NONE
    next[place] = after
    if (after < length) previous[after] = place
    count--
    weigh(place)
    if (place > 0) weigh(previous[place]!)
  }
  return count
}

function push(heap: Float64Array, size: number, key: number): void {
  let at = size
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap[parent]! <= key) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = key
}

/** Removes the smallest of `size` keys. */
function pop(heap: Float64Array, size: number): number {
  const least = heap[0]!
  const key = heap[size - 1]!
  const end = size - 1
  let at = 0
  for (let child = 1; child < end; child = at * 2 + 1) {
    if (child + 1 < end && heap[child + 1]! < heap[child]!) child++
    if (heap[child]! >= key) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = key
  return least
}
