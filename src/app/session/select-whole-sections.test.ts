import { describe, expect, it } from 'vitest'
import { leftOut, receiptFor, sectionOf } from '../../core/receipt/receipt.fixture.ts'
import { fitsChannel, selectWholeSections } from './select-whole-sections.ts'

interface Kind {
  readonly size: number
  readonly protected?: boolean
}

const rank = ({ protected: stays = false }: Kind) => (stays ? 0 : 1)

/** Sections by name, and the result for a channel limit of 100: the last section gives way first, protected sections last. */
function check(sections: Readonly<Record<string, Kind>>, wanted: string, expected: string): Promise<void> {
  const asked: string[] = []
  const make = async (only: readonly string[]) => {
    asked.push(only.join(' '))
    const there = only.flatMap((id) => (sections[id] === undefined ? [] : [{ id, ...sections[id] }]))
    const held: { id: string; cut: boolean }[] = []
    let left = 100
    for (const { id, size } of there.toSorted((a, b) => rank(a) - rank(b))) {
      const part = Math.min(size, left)
      left -= part
      if (part > 0) held.push({ id, cut: part < size })
    }
    const reductions = [{ by: 'head', why: 'channel' as const, before: 999, after: 1 }]
    const receipt = receiptFor({
      sections: held.map(({ id, cut }) => ({ ...sectionOf(), id, ...(cut && { reductions }) })),
      leftOut: there
        .filter(({ id }) => held.every((section) => section.id !== id))
        .map(({ id }) => leftOut({ id, reason: 'over-budget' })),
    })
    return { receipt }
  }
  return selectWholeSections(wanted.split(' '), make).then((made) => {
    const ids = made!.receipt.sections.map(({ id, reductions: some }) =>
      some.length > 0 ? `${id}, cut` : id,
    )
    expect([...asked, ids.join(' ')].join(' / ')).toBe(expected)
  })
}

describe('as many sections as a value carries whole', () => {
  const sections = {
    a: { size: 40 },
    b: { size: 50 },
    c: { size: 60 },
    long: { size: 300 },
    must: { size: 70, protected: true },
    also: { size: 60, protected: true },
    huge: { size: 200, protected: true },
  }

  it.each([
    ['are all of them where they fit', 'a b', 'a b / a b'],
    ['are the first ones, without a piece of the next', 'a b c', 'a b c / a b / a b'],
    ['are others where what yields last is long', 'c must', 'c must / must / must'],
    [
      'are none but the first, which is cut, where that is too long by itself',
      'long a',
      'long a / long / long, cut',
    ],
    ['are fewer where none of them yields', 'must also', 'must also / must / must'],
    ['are one that fits before one that is cut, though that never yields', 'a huge', 'a huge / a / a'],
    ['are one that never yields, cut, where it is too long by itself', 'huge', 'huge / huge, cut'],
    ['leave out what is not there', 'gone b', 'gone b / b'],
    [
      'are one that is cut, and not the one that is not there',
      'gone long a',
      'gone long a / long / long, cut',
    ],
  ])('%s', (_, wanted, expected) => check(sections, wanted, expected))
})

it('counts a text in the unit of the channel', () => {
  expect(fitsChannel(null, 'x'.repeat(999))).toBe(true)
  expect(fitsChannel({ amount: 2, unit: 'utf-16' }, 'éé')).toBe(true)
  expect(fitsChannel({ amount: 2, unit: 'bytes' }, 'éé')).toBe(false)
})
