import { formatTable } from '../formats/table.ts'
import { headOffset, readUses, spaceCode } from './format-table.ts'
import { atTheEnd, searchedFor } from './token.ts'

/** Rows of the table by how their tokens are looked for. */
export interface TokenLists {
  /** A line for each row. */
  readonly lines: readonly string[]
  /** By the first three characters of an anchor. */
  readonly begins: Lists
  /** In what ways any of them is looked for. */
  readonly uses: Uint8Array
  /** By the last two characters of an anchor before the run. */
  readonly heads: Lists
  readonly searches: readonly number[]
  readonly tails: readonly number[]
}

/** Lists of rows, each row in one place. Rows count from 1 here: 0 is none. */
interface Lists {
  readonly last: Uint16Array
  readonly before: Uint16Array
}

/** How many numbers three characters make, of which five bits count. */
export const hashes = 1 << 15

/** One loop without a call that is not needed: it is run once, by a processor that has never seen it. */
function buildLists(lines: readonly string[]): TokenLists {
  const begins = createLists(lines.length)
  const uses = new Uint8Array(hashes)
  const heads = createLists(lines.length)
  const searches: number[] = []
  const tails: number[] = []
  // Behind an anchor of two characters any third one may stand. They come first, so that all of these lists end alike.
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

/** The first three characters of a beginning as one number. */
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
