import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeTextOffsets } from './text-offsets.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '\n', '\ud800'), maxLength: 30 })

describe('offsets', () => {
  it('lead from units to bytes and back, at every character', () => {
    fc.assert(
      fc.property(text, (given) => {
        const offsets = computeTextOffsets(given)
        let unit = 0
        for (const character of given) {
          const byte = Buffer.byteLength(given.slice(0, unit))
          expect(offsets.byteAt(unit)).toBe(byte)
          expect(offsets.unitAt(byte)).toBe(unit)
          expect(offsets.lineAt(unit)).toBe(given.slice(0, unit).split('\n').length)
          unit += character.length
        }
        expect(offsets.byteAt(given.length)).toBe(Buffer.byteLength(given))
        expect(offsets.unitAt(Buffer.byteLength(given) + 5)).toBe(given.length)
      }),
    )
  })

  it('give every line once, with its line break', () => {
    fc.assert(
      fc.property(text, (given) => {
        const offsets = computeTextOffsets(given)
        const lines = Array.from({ length: offsets.lines }, (_, i) => given.slice(...offsets.line(i + 1)))
        expect(lines.join('')).toBe(given)
        for (const line of lines) expect(line.slice(0, -1)).not.toContain('\n')
      }),
    )
  })

  it('give the beginning of the character for a byte inside of it', () => {
    const offsets = computeTextOffsets('a😀b')
    expect([0, 1, 2, 3, 4, 5, 6].map((byte) => offsets.unitAt(byte))).toEqual([0, 1, 1, 1, 1, 3, 4])
  })
})
