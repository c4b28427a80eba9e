import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDocumentIds, matchId, parseLeadingNumber } from './match-id.ts'

const makeMatch = (path: string) => ({ kind: 'one', path })
const several = (...paths: string[]) => ({ kind: 'several', paths })
const none = { kind: 'none' }

const rfcs = [
  'rfcs/0001-start.md',
  'rfcs/0007-D-cache.md',
  'rfcs/0016-context-injection.wip.md',
  'rfcs/0017-dynamic-context.draft.md',
  'rfcs/0017-other.md',
  'rfcs/0160-far.md',
  'rfcs/2026-01-20T1000Z-spike.wip.md',
]

describe('M-31 an id means', () => {
  it.each([
    ['the whole name', '0016-context-injection.wip.md', makeMatch(rfcs[2]!)],
    ['the name without its ending', '0016-context-injection.wip', makeMatch(rfcs[2]!)],
    ['the name in other letters', '0016-Context-INJECTION.WIP', makeMatch(rfcs[2]!)],
    ['a number', '16', makeMatch(rfcs[2]!)],
    ['a number with its zeros', '0016', makeMatch(rfcs[2]!)],
    ['a number with too many zeros', '000016', makeMatch(rfcs[2]!)],
    ['a number that is part of another', '7', makeMatch(rfcs[1]!)],
    ['a number that no document has, though digits of others hold it', '6', none],
    ['zeros of other numbers', '00', none],
    ['a part that one name has', 'injection', makeMatch(rfcs[2]!)],
    ['a part that several have', 'context', several(rfcs[2]!, rfcs[3]!)],
    ['a number that several have', '17', several(rfcs[3]!, rfcs[4]!)],
    ['the year of a date', '2026', makeMatch(rfcs[6]!)],
    ['a date', '2026-01-20', makeMatch(rfcs[6]!)],
    ['the stage of several', 'wip', several(rfcs[2]!, rfcs[6]!)],
    ['nothing', 'unknown', none],
    ['no glob', '*', none],
    ['no pattern', '.*', none],
    ['a path', 'rfcs/0001-start.md', makeMatch(rfcs[0]!)],
    ['a path without the ending', 'rfcs/0001-start', makeMatch(rfcs[0]!)],
    ['no path of another place', 'adrs/0001-start', none],
    ['no part of a path', 'fcs/0001-start', none],
    ['a very large number', '99999999999999999999', none],
  ])('%s', (_, id, expected) => {
    expect(matchId(id, rfcs)).toEqual(expected)
  })

  it('a whole name before a number, and a number before a part', () => {
    expect(matchId('7', ['a/7.md', 'a/0007-x.md'])).toEqual(makeMatch('a/7.md'))
    expect(matchId('7', ['a/0007-x.md', 'a/0008-version-7.md'])).toEqual(makeMatch('a/0007-x.md'))
  })

  it('the same name, however its accents are stored', () => {
    const stored = 'a/caf\u0065\u0301.md'
    expect(matchId('caf\u00e9', [stored])).toEqual(makeMatch(stored))
    expect(matchId('CAF\u0045\u0301', ['a/caf\u00e9.md'])).toEqual(makeMatch('a/caf\u00e9.md'))
  })

  it('all of those that share a number, for each of the twelve numbers that are given out twice', () => {
    const twice = [1, 2, 14, 15, 17, 20, 22, 33, 34, 40, 51, 57]
    const paths = twice.flatMap((n) =>
      ['a', 'b'].map((slug) => `${String(n).padStart(4, '0')}-${slug}${n}x.md`),
    )
    for (const n of twice) {
      const both = paths.filter((path) => Number(path.slice(0, 4)) === n)
      for (const id of [`${n}`, String(n).padStart(4, '0')])
        expect(matchId(id, paths)).toEqual(several(...both))
      for (const path of both) expect(matchId(path.slice(0, -3), paths)).toEqual(makeMatch(path))
    }
  })
})

describe('documents of the same name', () => {
  const paths = ['a/cart.md', 'a/b/cart.md', 'a/b/till.md', 'cart.md', 'x/Till.txt', 'x/a/b/other.md']

  it('are told apart by their paths, and no other has one', () => {
    expect(paths.map(makeDocumentIds(paths))).toEqual([
      'a/cart',
      'a/b/cart',
      'a/b/till',
      'cart.md',
      'x/Till',
      'other',
    ])
  })

  it('are all named for what both answer to', () => {
    expect(matchId('cart', paths)).toEqual(several('a/cart.md', 'a/b/cart.md', 'cart.md'))
    expect(matchId('till', paths)).toEqual(several('a/b/till.md', 'x/Till.txt'))
  })

  it('may be named by the end of a path that only one has', () => {
    expect(matchId('b/cart', paths)).toEqual(makeMatch('a/b/cart.md'))
    expect(matchId('B/Till.md', paths)).toEqual(makeMatch('a/b/till.md'))
    expect(matchId('b/x', [...paths, 'a/b/x.md', 'c/b/x.md'])).toEqual(several('a/b/x.md', 'c/b/x.md'))
  })

  it('each is found by what it is called, whatever they are called', () => {
    const path = fc.stringMatching(/^([aAb]\/){0,2}[aAb](\.[mM]){0,2}$/)
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 12 }), (all) => {
        const idOf = makeDocumentIds(all)
        for (const own of all) expect(matchId(idOf(own), all)).toEqual(makeMatch(own))
      }),
    )
  })
})

describe('the number of a document', () => {
  it.each([
    ['0016-x.md', '0016'],
    ['16.md', '16'],
    ['2026-01-20-x.md', null],
    ['2026-01-20T1000Z-x.md', null],
    ['2026-plan.md', '2026'],
    ['1234567890.md', null],
    ['x-16.md', null],
  ])('in %s is %s', (name, expected) => {
    expect(parseLeadingNumber(name)).toBe(expected)
  })
})

it('the order of the documents decides nothing', () => {
  const name = fc.stringMatching(/^[0-9]{0,4}-?[a-c]{0,3}(\.wip)?\.md$/)
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { maxLength: 8 }),
      fc.stringMatching(/^[0-9a-c-]{1,4}$/),
      (paths, id) => {
        const sorted = (given: readonly string[]) => {
          const match = matchId(id, given)
          return match.kind === 'several' ? { ...match, paths: [...match.paths].sort() } : match
        }
        expect(sorted(paths.toReversed())).toEqual(sorted(paths))
        expect(sorted(paths.toSorted())).toEqual(sorted(paths))
      },
    ),
  )
})
