import type { Span } from '../span.ts'

/** An occurrence of one of the values. `value` is its index in the list of values. */
export interface LiteralHit extends Span {
  readonly value: number
}

export interface LiteralSearch {
  /**
   * By start, and so many that together they cover every occurrence of every value: of two secrets that share some text
   * both must go, so they may overlap. One is left out only where others cover it.
   */
  find(text: string): LiteralHit[]
}

/**
 * Searches for all values at once (Aho and Corasick): linear in the text and in the values, whatever they are.
 * Empty values are nowhere; of equal ones the first is named.
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

/** Is the last hit of no use, when the next one begins here? It lies in the next one, or in that and the one before it. */
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

/** States are numbered level by level, so the children of one stand side by side, in the order of their labels. */
interface Trie {
  /** The children of state s are `first[s]` up to `first[s + 1]`. */
  readonly first: Int32Array
  readonly label: Uint16Array
  /** The state of the longest shorter ending that also begins a value. */
  readonly fail: Int32Array
  /** 1 + place of the value that a state is the end of; 0 for none. */
  readonly whole: Int32Array
  readonly size: number
  /** Children of the root by character, for the most frequent ones. */
  readonly root: Int32Array
}

function buildTrie(sorted: readonly string[]): Trie {
  const most = sorted.reduce((sum, value) => sum + value.length, 1)
  const first = new Int32Array(most + 1)
  const label = new Uint16Array(most)
  const whole = new Int32Array(most)
  const fail = new Int32Array(most)
  // The values below a state: `from[s]` up to `to[s]`.
  const from = new Int32Array(most)
  const to = new Int32Array(most)
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
      if (state !== 0) fail[child] = next(trie, fail[state]!, code)
      else if (code < trie.root.length) trie.root[code] = child
    }
  }
  first[trie.size] = trie.size
  return trie
}

/** The state after one more character: falls back until there is a way, at last to the root. */
function next({ first, label, fail, root }: Trie, from: number, code: number): number {
  for (let state = from; state !== 0; state = fail[state]!) {
    const way = findChild(first[state]!, first[state + 1]!, label, code)
    if (way !== 0) return way
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

/** 1 + place of the longest value that ends in a state. */
function computeEnds({ whole, fail, size }: Trie): Int32Array {
  const ends = whole.slice(0, size)
  for (let state = 1; state < size; state++) if (ends[state] === 0) ends[state] = ends[fail[state]!]!
  return ends
}

/** By three characters at the end of a window: how far to go on, while no value has begun. */
interface Skip {
  readonly window: number
  readonly shifts: Uint8Array
}

const blockLength = 3
const blockMask = 0xffff
/** Beyond this many blocks hardly any would be left that says "go on". */
const maxBlocks = blockMask / 4

function buildSkipTable(values: readonly string[]): Skip {
  const shortest = values.reduce((least, value) => Math.min(least, value.length), 64)
  const fitting = Math.floor(maxBlocks / values.length) + blockLength
  const window = Math.min(shortest, Math.max(6, fitting))
  // Too short to have a block: no value may begin unseen, so nothing is skipped.
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

/** Each turn goes on by a character at least, and looks at a bounded number of others. */
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
    state = next(trie, state, text.charCodeAt(at))
    if (state !== 0) arrive(state, at + 1)
  }
}
