import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStub, orderCandidates, selectsMany } from './order-candidates.ts'

describe('Z-117 the order of candidates, which a section chooses by naming a selector', () => {
  it.each([
    [
      'Z-40 the newest date first',
      ['j/2026-01-02-x.md', 'j/2026-03-01-x.md', 'j/2025-12-31-x.md'],
      [1, 0, 2],
    ],
    ['the later number of one day first', ['j/2026-01-05-001-y.md', 'j/2026-01-05-002-x.md'], [1, 0]],
    ['names without a date last, by name', ['j/README.md', 'j/2020-01-01.md', 'j/NOTES.md'], [1, 0, 2]],
    ['a date that is none as no date', ['j/2026-13-01.md', 'j/2020-01-01.md'], [1, 0]],
    ['a date in a directory as no date', ['2030-01-01/a.md', 'x/2020-01-01.md'], [1, 0]],
  ])('latest puts %s', (_, paths, order) => {
    expect(orderCandidates('latest', paths, 'default')).toEqual(order.map((i) => paths[i]))
  })

  it('latest does not depend on the order of listing, and loses nothing', () => {
    const name = fc.constantFrom(
      '2026-01-05-001-a.md',
      '2026-01-05-002-b.md',
      '2025-02-29.md',
      'z.md',
      'a.md',
    )
    fc.assert(
      fc.property(fc.uniqueArray(name), (paths) => {
        const ordered = orderCandidates('latest', paths, '')
        expect(orderCandidates('latest', paths.toReversed(), '')).toEqual(ordered)
        expect([...ordered].sort()).toEqual([...paths].sort())
      }),
    )
  })

  it('first and all keep the order of listing', () => {
    const paths = ['b.md', 'a.md', '2026-01-01.md']
    expect(orderCandidates('first', paths, 'a')).toEqual(paths)
    expect(orderCandidates('all', paths, 'a')).toEqual(paths)
  })

  it.each([
    ['ui', ['d/ui.md', 'd/UI-kit.md', 'd/the_ui.md']],
    ['build', ['d/build.md']],
    ['code-review', ['d/code-review.md', 'd/code_review-2.md']],
    ['default', []],
  ])('intent %s keeps the documents named after it, by whole words', (intent, kept) => {
    const paths = [
      'd/ui.md',
      'd/UI-kit.md',
      'd/the_ui.md',
      'd/build.md',
      'd/guide.md',
      'ui/other.md',
      'd/code-review.md',
      'd/code_review-2.md',
    ]
    expect(orderCandidates('intent', paths, intent)).toEqual(kept)
  })

  it('wants many documents for all and intent, one otherwise', () => {
    expect((['first', 'latest', 'all', 'intent'] as const).map(selectsMany)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})

describe('a stub', () => {
  const rule = { max_chars: 20, unless: ['## Checkpoint:'] }
  const front = '---\ntype: session-journal\nproject: app\nstatus: active\n---\n'

  it.each([
    [true, 'empty', ''],
    [true, 'white space', ' \n\n '],
    [true, 'a short body', '# Session\n'],
    [true, 'exactly as long as allowed', 'x'.repeat(20)],
    [false, 'one character longer', 'x'.repeat(21)],
    [true, 'front matter and a short body', `${front}# Session\n`],
    [true, 'nothing but front matter', front],
    [true, 'front matter without a line end', front.trimEnd()],
    [true, 'front matter closed by dots', `${front.replace(/---\n$/, '...\n')}x`],
    [true, 'front matter with spaces behind its marks', front.replaceAll('---', '---  ')],
    [true, 'empty front matter', '---\n---\nx'],
    [false, 'front matter that was never closed', front.replace(/---\n$/, '')],
    [false, 'a sign of work', `${front}## Checkpoint: 1`],
  ])('%s for a document that is %s', (expected, _, text) => {
    expect(isStub(text, rule)).toBe(expected)
  })

  it('does not look for the sign of work in front matter', () => {
    expect(isStub('---\nnote: "## Checkpoint:"\n---\nx', rule)).toBe(true)
  })

  it('is nothing without a rule', () => {
    expect(isStub('', undefined)).toBe(false)
  })
})
