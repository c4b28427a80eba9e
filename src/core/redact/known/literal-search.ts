import type { Span } from '../span.ts'

/** An occurrence of one of the values. `value` is its index in the list of values. */
export interface LiteralHit extends Span {
  readonly value: number
}

export interface LiteralSearch {
  /**
   * The hits are sorted by start and cover every occurrence of every value. They may overlap, because two secrets that share
   * some text must both be redacted. A hit is left out only if others cover it.
   */
  find(text: string): LiteralHit[]
}

/**
 * Searches for all values at once (Aho and Corasick), in time linear in the text and in the values.
 * Empty values are ignored. For equal values a hit names the first.
 */
export function createLiteralSearch(values: readonly string[]): LiteralSearch {
  const places = indexValues(values)
  const sorted = [...places.keys()].sort()
  if (sorted.length === 0) return { find: () => [] }
  const trie = buildTrie(sorted)
  const ends = computeEnds(trie)
  const skip = buildSkipTable(sorted)
  const named = sorted.map((value) => places.get(value)!)
  return {
    find(text) {
      const hits: LiteralHit[] = []
      walk(text, { trie, skip }, (state, end) => {
        const found = ends[state]! - 1
        if (found < 0) return
        const start = end - sorted[found]!.length
        while (isCovered(hits, start)) hits.pop()
        hits.push({ start, end, value: named[found]! })
      })
      return hits
    },
  }
}

/** Whether the hit that begins at `start` and the hits before the last one cover the last one. */
function isCovered(hits: readonly LiteralHit[], start: number): boolean {
  const last = hits.length - 1
  return last >= 0 && (hits[last]!.start >= start || (last > 0 && hits[last - 1]!.end >= start))
}

function indexValues(values: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [place, value] of values.entries()) {
    if (value !== '' && !places.has(value)) places.set(value, place)
  }
  return places
}

/** States are numbered level by level, so the children of a state are neighbours, in the order of their labels. */
interface Trie {
  /** The children of state s are `first[s]` up to `first[s + 1]`. */
  readonly first: Int32Array
  readonly label: Uint16Array
  /** The state of the longest proper suffix that also begins a value. */
  readonly fail: Int32Array
  /** 1 + index of the value that ends in a state; 0 if none does. */
  readonly whole: Int32Array
  readonly size: number
  /** Children of the root by character, for the most frequent ones. */
  readonly root: Int32Array
}

function buildTrie(sorted: readonly string[]): Trie {
  const maxStates = sorted.reduce((sum, value) => sum + value.length, 1)
  const first = new Int32Array(maxStates + 1)
  const label = new Uint16Array(maxStates)
  const whole = new Int32Array(maxStates)
  const fail = new Int32Array(maxStates)
  // The values below a state: `from[s]` up to `to[s]`.
  const from = new Int32Array(maxStates)
  const to = new Int32Array(maxStates)
  to[0] = sorted.length
  const trie = { first, label, fail, whole, size: 1, root: new Int32Array(128) }
  let levelEnd = 1
  let depth = 0
  for (let state = 0; state < trie.size; state++) {
    if (state === levelEnd) {
      levelEnd = trie.size
      depth++
    }
    first[state] = trie.size
    let at = from[state]!
    if (sorted[at]!.length === depth) whole[state] = ++at
    while (at < to[state]!) {
      const child = trie.size++
      const code = sorted[at]!.charCodeAt(depth)
      label[child] = code
      from[child] = at
      do at++
      while (at < to[state]! && sorted[at]!.charCodeAt(depth) === code)
      to[child] = at
      first[state + 1] = trie.size
      if (state !== 0) fail[child] = findNextState(trie, fail[state]!, code)
      else if (code < trie.root.length) trie.root[code] = child
    }
  }
  first[trie.size] = trie.size
  return trie
}

/** Finds the state after one more character. Falls back to shorter suffixes, at last to the root. */
function findNextState({ first, label, fail, root }: Trie, from: number, code: number): number {
  for (let state = from; state !== 0; state = fail[state]!) {
    const child = findChild(first[state]!, first[state + 1]!, label, code)
    if (child !== 0) return child
  }
  return code < root.length ? root[code]! : findChild(first[0]!, first[1]!, label, code)
}

function findChild(from: number, to: number, label: Uint16Array, code: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if (label[middle]! < code) low = middle + 1
    else high = middle
  }
  return low < to && label[low] === code ? low : 0
}

/** Computes for each state 1 + the index of the longest value that ends in it; 0 if none does. */
function computeEnds({ whole, fail, size }: Trie): Int32Array {
  const ends = whole.slice(0, size)
  for (let state = 1; state < size; state++) if (ends[state] === 0) ends[state] = ends[fail[state]!]!
  return ends
}

/** How far the search can advance while no value has begun, by the three characters at the end of a window. */
interface Skip {
  readonly window: number
  readonly shifts: Uint8Array
}

const blockLength = 3
const blockMask = 0xffff
/** With more blocks than this, almost every hash would have a shift of 0. */
const maxBlocks = blockMask / 4

function buildSkipTable(values: readonly string[]): Skip {
  const minLength = values.reduce((least, value) => Math.min(least, value.length), 64)
  const fitting = Math.floor(maxBlocks / values.length) + blockLength
  const window = Math.min(minLength, Math.max(6, fitting))
  // A window without a whole block cannot skip anything, because a value could begin in the skipped text.
  if (window < blockLength) return { window: 1, shifts: new Uint8Array(blockMask + 1) }
  const shifts = new Uint8Array(blockMask + 1).fill(window - blockLength + 1)
  for (const value of values) {
    for (let last = blockLength - 1; last < window; last++) {
      const block = hashBlock(value, last)
      shifts[block] = Math.min(shifts[block]!, window - 1 - last)
    }
  }
  return { window, shifts }
}

function hashBlock(text: string, last: number): number {
  return (
    ((text.charCodeAt(last - 2) << 10) ^ (text.charCodeAt(last - 1) << 5) ^ text.charCodeAt(last)) & blockMask
  )
}

/** Each step advances by at least one character and reads a bounded number of others, so the walk is linear. */
function walk(
  text: string,
  { trie, skip: { window, shifts } }: { trie: Trie; skip: Skip },
  arrive: (state: number, end: number) => void,
): void {
  const length = text.length
  let state = 0
  for (let at = 0; at < length; at++) {
    if (state === 0) {
      let last = at + window - 1
      while (last < length) {
        const shift = shifts[hashBlock(text, last)]!
        if (shift === 0) break
        last += shift
      }
      if (last >= length) return
      at = last - window + 1
    }
    state = findNextState(trie, state, text.charCodeAt(at))
    if (state !== 0) arrive(state, at + 1)
  }
}
