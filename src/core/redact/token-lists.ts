import { isInRun } from './token.ts'

/** How many numbers three characters make, of which five bits count. */
export const hashes = 1 << 15

/** The first three characters of a beginning as one number. */
export function hashAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) & 31) << 10) |
    ((text.charCodeAt(at + 1) & 31) << 5) |
    (text.charCodeAt(at + 2) & 31)
  )
}

/** The last two characters of an anchor before the run; where it has but one there, that one and the next. */
export function headPair(anchor: string): number {
  const head = anchor.length - tailLength(anchor)
  return pairAt(anchor, head === 1 ? 0 : head - 2)
}

export function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127)
}

/** How many characters at the end of an anchor belong to the run. */
export function tailLength(anchor: string): number {
  let head = anchor.length
  while (head > 0 && isInRun(anchor[head - 1]!)) head--
  return anchor.length - head
}

/** Lists of rows by number. Arrays and not objects: hundreds of them would take longer to make than a page to redact. */
interface Lists {
  /** The last entry of each list; 0 if it is empty. */
  readonly last: Uint16Array
  /** The entry before each; 0 if it is the first. */
  readonly before: number[]
  readonly rows: number[]
}

export function listsOf(): Lists {
  return { last: new Uint16Array(hashes), before: [0], rows: [0] }
}

export function add(lists: Lists, list: number, row: number): void {
  lists.before.push(lists.last[list]!)
  lists.last[list] = lists.rows.push(row) - 1
}
