import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, type Hunk } from './diff-lines.ts'

/** Applies hunks like `patch`, and checks the position of each line. */
function applied(before: readonly string[], hunks: readonly Hunk[]): string[] {
  const after: string[] = []
  let at = 0
  for (const hunk of hunks) {
    const from = hunk.before[1] === 0 ? hunk.before[0] : hunk.before[0] - 1
    after.push(...before.slice(at, from))
    at = from
    expect(after.length).toBe(hunk.after[1] === 0 ? hunk.after[0] : hunk.after[0] - 1)
    for (const { op, text } of hunk.lines) {
      if (op !== '+') expect(before[at++]).toBe(text)
      if (op !== '-') after.push(text)
    }
  }
  return [...after, ...before.slice(at)]
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 40 })
const said = (hunks: readonly Hunk[]) => hunks.map(({ lines }) => lines.map(({ op, text }) => op + text))

describe('the difference of two texts', () => {
  it('turns the one into the other, with any context', () => {
    fc.assert(
      fc.property(lines, lines, fc.nat(4), (before, after, context) => {
        expect(applied(before, diffLines(before, after, context))).toEqual(after)
      }),
      { numRuns: 1000 },
    )
  })

  it('is nothing for equal texts, and the same every time', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(diffLines(before, [...before])).toEqual([])
        expect(diffLines(before, after)).toEqual(diffLines(before, after))
      }),
    )
  })

  it('is as short as it can be', () => {
    const edits = (before: string[], after: string[]) =>
      diffLines(before, after, 0).flatMap((hunk) => hunk.lines).length
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(edits(before, after)).toBe(before.length + after.length - 2 * longestCommon(before, after))
      }),
    )
  })

  it('tells where each hunk stands, as a patch does', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']
    const after = ['1', '2', 'x', '4', '5', '6', '7', '8', '9', '10', '12']
    const hunks = diffLines(before, after, 1)
    expect(said(hunks)).toEqual([
      [' 2', '-3', '+x', ' 4'],
      [' 10', '-11', ' 12'],
    ])
    expect(hunks.map(({ before, after }) => [before, after])).toEqual([
      [
        [2, 3],
        [2, 3],
      ],
      [
        [10, 3],
        [10, 2],
      ],
    ])
    expect(diffLines([], ['a'])[0]).toMatchObject({ before: [0, 0], after: [1, 1] })
    expect(diffLines(['a'], [])[0]).toMatchObject({ before: [1, 1], after: [0, 0] })
  })

  it('replaces the middle of two long texts that have little in common, instead of comparing for ever', () => {
    const long = (salt: string) =>
      Array.from({ length: 50_000 }, (_, i) => `${salt}${i % 7 === 0 ? i : `${i}${salt}`}`)
    const before = ['begin', ...long('x'), 'end']
    const after = ['begin', ...long('y'), 'end']
    const hunks = diffLines(before, after)
    expect(applied(before, hunks)).toEqual(after)
  })

  it('finds one change in 50,000 lines', () => {
    const before = Array.from({ length: 50_000 }, (_, i) => `line ${i}`)
    const after = before.with(10, 'x').toSpliced(40_000, 1)
    expect(said(diffLines(before, after, 0))).toEqual([['-line 10', '+x'], ['-line 40000']])
  })
})

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const line of a) {
    const next = [0]
    for (const [j, other] of b.entries()) {
      next.push(line === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!))
    }
    row = next
  }
  return row.at(-1)!
}
