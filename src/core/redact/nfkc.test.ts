import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldNfkc } from './nfkc.ts'

describe('a text in its usual characters', () => {
  it('has a way back to whole characters, whatever the text', () => {
    const unit = fc.constantFrom('a', '：', 'ﬁ', '😀', '𝐩', '\ud83d', 'é', 'ﷺ', '½')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), fc.nat(30), fc.nat(30), (text, a, b) => {
        const { text: usual, origin } = foldNfkc(text)
        expect(origin({ start: 0, end: usual.length })).toEqual({ start: 0, end: text.length })
        const [start, end] = [Math.min(a, b, usual.length), Math.min(Math.max(a, b), usual.length)]
        const back = origin({ start, end })
        expect(back.start).toBeLessThanOrEqual(back.end)
        if (end > start)
          expect(foldNfkc(text.slice(back.start, back.end)).text).toContain(usual.slice(start, end))
      }),
    )
  })

  it('is the text itself where it has no other', () => {
    expect(foldNfkc('password: x').text).toBe('password: x')
    expect(foldNfkc('password：x').text).toBe('password:x')
  })
})
