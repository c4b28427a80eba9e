import { atTheEnd, headAt, searchedFor, space, usesIn } from './table.ts'

/** Rows of the table by how their tokens are looked for. */
export interface TokenLists {
  /** By the first three characters of an anchor. */
  readonly begins: Lists
  /** In what ways any of them is looked for. */
  readonly uses: Uint8Array
  /** By the last two characters of an anchor before the run. */
  readonly heads: Lists
  readonly searches: readonly number[]
  readonly tails: readonly number[]
}

/** Arrays and not objects: hundreds of them would take longer to make than a page to redact. */
interface Lists {
  /** The last entry of each list; 0 if it is empty. */
  readonly last: Uint16Array
  /** The entry before each; 0 if it is the first. */
  readonly before: number[]
  readonly rows: number[]
}

/** How many numbers three characters make, of which five bits count. */
export const hashes = 1 << 15

export function tokenListsOf(lines: readonly string[]): TokenLists {
  const begins = listsOf()
  const uses = new Uint8Array(hashes)
  const heads = listsOf()
  const searches: number[] = []
  const tails: number[] = []
  for (let row = 0; row < lines.length; row++) {
    const line = lines[row]!
    const use = usesIn(line)
    if (use === atTheEnd) tails.push(row)
    else if (use >= searchedFor) searches.push(row)
    if (line.charCodeAt(headAt) !== space) add(heads, pairAt(line, headAt), row)
    if ((use & (searchedFor - 1)) === 0) continue
    const hash = hashAt(line, 0)
    // Behind an anchor of two characters any third one may stand.
    const last = line.charCodeAt(2) === space ? hash | 31 : hash
    for (let each = hash; each <= last; each++) {
      uses[each]! |= use
      add(begins, each, row)
    }
  }
  return { begins, uses, heads, searches, tails }
}

/** The first three characters of a beginning as one number. */
export function hashAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) & 31) << 10) |
    ((text.charCodeAt(at + 1) & 31) << 5) |
    (text.charCodeAt(at + 2) & 31)
  )
}

export function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127)
}

function listsOf(): Lists {
  return { last: new Uint16Array(hashes), before: [0], rows: [0] }
}

function add(lists: Lists, list: number, row: number): void {
  lists.before.push(lists.last[list]!)
  lists.last[list] = lists.rows.push(row) - 1
}
