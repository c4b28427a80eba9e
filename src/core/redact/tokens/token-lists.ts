import { formatTable } from '../formats/table.ts'
import { headOffset, readUses, spaceCode } from './format-table.ts'
import { atTheEnd, searchedFor } from './token.ts'

/** Rows of the table, by how the search finds their tokens. */
export interface TokenLists {
  /** A line for each row. */
  readonly lines: readonly string[]
  /** Lists by the first three characters of an anchor. */
  readonly begins: Lists
  /** For each list of `begins`, the ways in which the search looks for its rows. */
  readonly uses: Uint8Array
  /** Lists by the last two characters of an anchor before the run. */
  readonly heads: Lists
  readonly searches: readonly number[]
  readonly tails: readonly number[]
}

/** Linked lists of rows. Rows count from 1 here, because 0 ends a list. */
interface Lists {
  readonly last: Uint16Array
  readonly before: Uint16Array
}

/** The number of hashes: three characters with five bits each. */
export const hashes = 1 << 15

/** One loop with few calls, because it runs once in every process, before V8 optimises it. */
function buildLists(lines: readonly string[]): TokenLists {
  const begins = createLists(lines.length)
  const uses = new Uint8Array(hashes)
  const heads = createLists(lines.length)
  const searches: number[] = []
  const tails: number[] = []
  // Any third character can follow an anchor of two. These rows come first, so that all 32 lists of an anchor share their end.
  for (const row of formatTable.pairs) {
    const hash = hashBeginning(lines[row]!, 0) & ~31
    uses.fill(uses[hash]! | readUses(lines[row]!), hash, hash + 32)
    begins.before[row + 1] = begins.last[hash]!
    begins.last.fill(row + 1, hash, hash + 32)
  }
  for (let row = 0; row < lines.length; row++) {
    const line = lines[row]!
    const use = readUses(line)
    if (line.charCodeAt(headOffset) !== spaceCode) {
      const pair = hashPair(line, headOffset)
      heads.before[row + 1] = heads.last[pair]!
      heads.last[pair] = row + 1
    }
    if (use >= searchedFor) (use === atTheEnd ? tails : searches).push(row)
    if (line.charCodeAt(2) === spaceCode || (use & (searchedFor - 1)) === 0) continue
    const hash = hashBeginning(line, 0)
    uses[hash]! |= use
    begins.before[row + 1] = begins.last[hash]!
    begins.last[hash] = row + 1
  }
  return { lines, begins, uses, heads, searches, tails }
}

/** Hashes the three characters at `at`. */
export function hashBeginning(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) & 31) << 10) |
    ((text.charCodeAt(at + 1) & 31) << 5) |
    (text.charCodeAt(at + 2) & 31)
  )
}

export function hashPair(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127)
}

function createLists(rows: number): Lists {
  return { last: new Uint16Array(hashes), before: new Uint16Array(rows + 1) }
}

/** The table as every search uses it. */
export const tokenLists: TokenLists = buildLists(formatTable.shapes.split('\n'))
