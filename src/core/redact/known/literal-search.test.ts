import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLiteralSearch } from './literal-search.ts'

const found = (values: readonly string[], text: string) =>
  createLiteralSearch(values)
    .find(text)
    .map(({ start, end, value }) => [text.slice(start, end), value, start])

describe('literals', () => {
  it('finds each value and says which it is', () => {
    expect(found(['alpha', 'beta'], 'a beta, an alpha; betaalpha')).toEqual([
      ['beta', 1, 2],
      ['alpha', 0, 11],
      ['beta', 1, 18],
      ['alpha', 0, 22],
    ])
  })

  it('takes the longest of those that lie in each other', () => {
    expect(found(['bcd', 'abcde', 'cd', 'a'], 'abcde abcd')).toEqual([
      ['abcde', 1, 0],
      ['a', 3, 6],
      ['bcd', 0, 7],
    ])
  })

  it('takes both of those that overlap', () => {
    expect(found(['abcd', 'cdef'], 'abcdef')).toEqual([
      ['abcd', 0, 0],
      ['cdef', 1, 2],
    ])
  })

  it('says no more than is needed of a value that overlaps itself', () => {
    const hits = createLiteralSearch(['aaaa', 'aaa']).find('a'.repeat(10_001))
    expect(hits.length).toBeLessThan(5100)
    expect(hits.at(-1)).toEqual({ start: 9997, end: 10_001, value: 0 })
  })

  it('finds nothing for nothing, and of equal values the first', () => {
    expect(createLiteralSearch([]).find('text')).toEqual([])
    expect(createLiteralSearch(['']).find('text')).toEqual([])
    expect(found(['', 'ex', 'ex'], 'text')).toEqual([['ex', 1, 1]])
  })

  it('knows halves of pairs, and characters beyond ASCII', () => {
    expect(found(['\ud83d', 'schlüssel', '密码密码'], '😀 schlüssel 密码密码')).toEqual([
      ['\ud83d', 0, 0],
      ['schlüssel', 1, 3],
      ['密码密码', 2, 13],
    ])
  })

  it('covers what a search for each value by itself covers, and nothing else', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '\ud83d'), maxLength: 60 })
    const value = (min: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '\ud83d'), minLength: min, maxLength: 8 })
    for (const min of [0, 1, 2, 3, 4]) {
      fc.assert(
        fc.property(fc.array(value(min), { maxLength: 8 }), text, (values, searched) => {
          const hits = createLiteralSearch(values).find(searched)
          for (const hit of hits) expect(searched.slice(hit.start, hit.end)).toBe(values[hit.value])
          expect(covered(searched, hits)).toBe(covered(searched, bySearching(values, searched)))
          const starts = hits.map((hit) => hit.start)
          expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
        }),
        { numRuns: 1000 },
      )
    }
  })

  it('finds one of 25,000 values that share their beginning, at either end of a text of megabytes', () => {
    const prefix = 'the-same-beginning-'
    const values = Array.from({ length: 25_000 }, (_, i) => `${prefix}${i.toString(36).padStart(6, 'z')}`)
    const text = `${values[7]} ${prefix.repeat(120_000)} ${values[24_999]}`
    const hits = createLiteralSearch(values).find(text)
    expect(hits.map((hit) => hit.value)).toEqual([7, 24_999])
  })

  it('is not slowed down by values that nearly match everywhere', () => {
    const values = Array.from({ length: 1000 }, (_, i) => `${'a'.repeat(i + 3)}b`)
    expect(createLiteralSearch(values).find('a'.repeat(4_000_000))).toEqual([])
  })
})

function bySearching(values: readonly string[], text: string) {
  const hits: { start: number; end: number }[] = []
  for (const value of values) {
    if (value === '') continue
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
      hits.push({ start: at, end: at + value.length })
    }
  }
  return hits
}

function covered(text: string, hits: readonly { start: number; end: number }[]): string {
  const marks = new Uint8Array(text.length)
  for (const { start, end } of hits) marks.fill(1, start, end)
  return marks.join('')
}
