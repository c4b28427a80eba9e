import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeAllowList } from './allow-list.ts'
import { buildBaseline, matchBaseline } from './known-findings.ts'
import { makePatch } from './make-patch.ts'
import { makePositionLookup } from './positions.ts'
import { replaceHits } from './replace-hits.ts'
import type { ScrubFinding } from './scrub-output.ts'

const makeFinding = (over: Partial<ScrubFinding> = {}): ScrubFinding => ({
  file: 'a.md',
  line: 1,
  column: 1,
  end_line: 1,
  end_column: 5,
  rule: 'some-key',
  fingerprint: 'abcde',
  ...over,
})

describe('positions', () => {
  it('are lines and columns from 1, with the line end on its own line', () => {
    const at = makePositionLookup('ab\ncd\r\n\ne')
    expect([0, 1, 2, 3, 6, 7, 8].map((offset) => Object.values(at(offset)).join(':'))).toEqual([
      '1:1',
      '1:2',
      '1:3',
      '2:1',
      '2:4',
      '3:1',
      '4:1',
    ])
  })

  it('say the same as counting', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r', '😀')), (parts) => {
        const text = parts.join('')
        const at = makePositionLookup(text)
        for (let offset = 0; offset <= text.length; offset++) {
          const lines = text.slice(0, offset).split('\n')
          expect(at(offset)).toEqual({ line: lines.length, column: lines.at(-1)!.length + 1 })
        }
      }),
    )
  })
})

describe('an allow-list', () => {
  const hash = (value: string) => `hash of ${value}`
  const matches = (pattern: string, file: string) => file.startsWith(pattern)
  const entry = (line: number, over: object) => ({ line, reason: `reason ${line}`, ...over })

  it('allows what meets everything that an entry says', () => {
    const { findEntry } = makeAllowList(
      [entry(1, { rule: 'one', file: 'tests' }), entry(2, { sha256: hash('sample') })],
      { hash, matches },
    )
    const line = (file: string, rule: string, value: string) => findEntry({ file, rule, value })?.line
    expect(line('tests/a', 'one', 'x')).toBe(1)
    expect(line('tests/a', 'two', 'x')).toBeUndefined()
    expect(line('src/a', 'one', 'x')).toBeUndefined()
    expect(line('src/a', 'two', 'sample')).toBe(2)
    expect(line('src/a', 'two', 'sample2')).toBeUndefined()
  })

  it('tells which entries have allowed nothing', () => {
    const allowance = makeAllowList([entry(1, { rule: 'one' }), entry(4, { rule: 'two' })], { hash, matches })
    allowance.findEntry({ file: 'a', rule: 'two', value: 'x' })
    expect(allowance.stale().map(({ line }) => line)).toEqual([1])
  })
})

describe('a baseline', () => {
  it('knows a finding that has moved, and as many as there were', () => {
    const known = matchBaseline(buildBaseline('5a17', [makeFinding(), makeFinding({ line: 7 })]))
    expect(
      [makeFinding({ line: 20 }), makeFinding({ line: 30 }), makeFinding({ line: 40 })].map(known.has),
    ).toEqual([true, true, false])
  })

  it.each([{ file: 'b.md' }, { rule: 'other-key' }, { fingerprint: '00000' }])(
    'does not know one with %j',
    (over) => {
      expect(matchBaseline(buildBaseline('5a17', [makeFinding()])).has(makeFinding(over))).toBe(false)
    },
  )

  it('tells how many are gone from the files that were looked through', () => {
    const known = matchBaseline(
      buildBaseline('5a17', [makeFinding(), makeFinding(), makeFinding({ file: 'b.md' })]),
    )
    known.has(makeFinding())
    expect([
      known.gone(new Set(['a.md'])),
      known.gone(new Set(['a.md', 'b.md'])),
      known.gone(new Set()),
    ]).toEqual([1, 2, 0])
  })

  it('is the same for the same findings in any order, with the first line as a hint', () => {
    const some = [
      makeFinding({ file: 'b.md' }),
      makeFinding({ line: 9 }),
      makeFinding({ rule: 'a-key' }),
      makeFinding({ line: 3 }),
    ]
    const expected = buildBaseline('5a17', some)
    expect(expected.findings.map(({ file, rule, count, line }) => [file, rule, count, line])).toEqual([
      ['a.md', 'a-key', 1, 1],
      ['a.md', 'some-key', 2, 3],
      ['b.md', 'some-key', 1, 1],
    ])
    expect(buildBaseline('5a17', [some[2]!, some[1]!, some[3]!, some[0]!])).toEqual(expected)
  })
})

describe('a text', () => {
  it('has its hits replaced and nothing else', () => {
    const hits = [
      { rule: 'one', number: 1, start: 2, end: 4 },
      { rule: 'two', number: 3, start: 6, end: 8 },
    ]
    expect(replaceHits('0123456789', hits, false)).toBe('01[REDACTED]45[REDACTED]89')
    expect(replaceHits('0123456789', hits, true)).toBe('01[REDACTED:one#1]45[REDACTED:two#3]89')
  })
})

describe('a patch', () => {
  it('is empty for texts that are the same', () => {
    expect(makePatch('a.md', 'x\n', 'x\n')).toBe('')
  })

  it('quotes names as git does', () => {
    expect(makePatch('my "a"\t\u0001.md', 'x\n', 'y\n').split('\n').slice(0, 3)).toEqual([
      'diff --git "a/my \\"a\\"\\t\\001.md" "b/my \\"a\\"\\t\\001.md"',
      '--- "a/my \\"a\\"\\t\\001.md"',
      '+++ "b/my \\"a\\"\\t\\001.md"',
    ])
    expect(makePatch('my a.md', 'x\n', 'y\n')).toContain('--- a/my a.md\t\n+++ b/my a.md\t\n')
  })

  it('says where a last line has no end', () => {
    expect(makePatch('a', 'x\ny', 'x\nz')).toBe(
      'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n\\ No newline at end of file\n',
    )
  })
})
