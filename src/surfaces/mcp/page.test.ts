import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makePage } from './page.ts'

const keys = (count: number) => Array.from({ length: count }, (_, i) => `a${String(i).padStart(5, '0')}`)
const same = (key: string) => key

function pages(lists: (page: number) => readonly string[]): string[][] {
  const all: string[][] = []
  let cursor: string | undefined
  do {
    const { items, next } = makePage(lists(all.length), same, cursor)
    all.push([...items])
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return all
}

describe('pages', () => {
  it.each([0, 1, 499, 500, 501, 1000, 1001])('with %i things hold each of them once', (count) => {
    const all = pages(() => keys(count))
    expect(all.flat()).toEqual(keys(count))
    expect(all).toHaveLength(Math.max(1, Math.ceil(count / 500)))
  })

  it('are not moved by what comes or goes in between', () => {
    const most = keys(1200)
    const later = ['a', ...most.slice(0, 100), ...most.slice(200), 'z']
    const all = pages((page) => (page === 0 ? most : later))
    expect(all.flat()).toEqual([...most, 'z'])
  })

  it('begin where a cursor says, and every cursor that was given out means something', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 501, maxLength: 501 }),
        (some) => {
          const sorted = some.map((key) => key.toWellFormed()).sort()
          const { next } = makePage(sorted, same, undefined)
          const rest = sorted.filter((key) => key > sorted[499]!)
          expect(next === null ? [] : makePage(sorted, same, next).items).toEqual(rest)
        },
      ),
      { numRuns: 20 },
    )
  })

  it.each(['', '500', 'bm9uc2Vuc2U', '*', 'é'])('refuse the cursor %j', (cursor) => {
    expect(() => makePage(keys(3), same, cursor)).toThrow('Use one that this server returned')
  })
})
