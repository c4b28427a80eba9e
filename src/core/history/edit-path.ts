export type EditOp = ' ' | '-' | '+'

/** The search stops here, because time and memory grow with the square of the number of edits. */
const maxEdits = 1500

/**
 * Computes the shortest edit from one list of lines to the other (Myers 1986). If it needs more than `maxEdits`, it replaces everything
 * between the common beginning and the common end.
 */
export function computeEditPath(before: readonly string[], after: readonly string[]): EditOp[] {
  const [a, b] = numberLines(before, after)
  const shorter = Math.min(a.length, b.length)
  let first = 0
  while (first < shorter && a[first] === b[first]) first++
  let last = 0
  while (last < shorter - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last++
  const middle = findPath(a.slice(first, a.length - last), b.slice(first, b.length - last))
  return [...repeatSame(first), ...middle, ...repeatSame(last)]
}

const repeatSame = (count: number): EditOp[] => new Array<EditOp>(count).fill(' ')

/** Replaces lines by numbers, because comparing numbers is cheaper. */
function numberLines(before: readonly string[], after: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>()
  const getNumber = (line: string) => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  return [before.map(getNumber), after.map(getNumber)]
}

function findPath(a: readonly number[], b: readonly number[]): EditOp[] {
  const trace = a.length === 0 || b.length === 0 ? null : search(a, b)
  if (trace !== null) return walkBack(trace, a.length, b.length)
  return [...new Array<EditOp>(a.length).fill('-'), ...new Array<EditOp>(b.length).fill('+')]
}

/** Returns, for each number of edits d, how far each diagonal reaches: entry k + d + 1 is diagonal k. Null beyond the limit. */
function search(a: readonly number[], b: readonly number[]): Int32Array[] | null {
  const trace: Int32Array[] = []
  let reach = new Int32Array(3)
  for (let d = 0; d <= Math.min(maxEdits, a.length + b.length); d++) {
    const next = new Int32Array(2 * d + 3)
    for (let k = -d; k <= d; k += 2) {
      let x = d === 0 ? 0 : getStart(reach, k, d)
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      next[k + d + 1] = x
      if (x >= a.length && x - k >= b.length) return [...trace, next]
    }
    trace.push(next)
    reach = next
  }
  return null
}

/** Returns the start of diagonal k after the d-th edit, given the reaches of d - 1 edits. */
function getStart(reach: Int32Array, k: number, d: number): number {
  return goesDown(reach, k, d) ? reach[k + d + 1]! : reach[k + d - 1]! + 1
}

/** Down is an insertion. At equal reach a deletion comes first. */
function goesDown(reach: Int32Array, k: number, d: number): boolean {
  return k === -d || (k !== d && reach[k + d - 1]! < reach[k + d + 1]!)
}

function walkBack(trace: readonly Int32Array[], lengthA: number, lengthB: number): EditOp[] {
  const ops: EditOp[] = []
  let [x, y] = [lengthA, lengthB]
  for (let d = trace.length - 1; d > 0; d--) {
    const k = x - y
    const down = goesDown(trace[d - 1]!, k, d)
    const start = getStart(trace[d - 1]!, k, d)
    for (; x > start; x--, y--) ops.push(' ')
    ops.push(down ? '+' : '-')
    if (down) y--
    else x--
  }
  for (; x > 0; x--) ops.push(' ')
  return ops.reverse()
}
