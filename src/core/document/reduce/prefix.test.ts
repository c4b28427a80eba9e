import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from '../../../adapters/markdown/index.ts'
import { parseCheckedReducer } from '../../manifest/index.ts'
import { joinLines, type SourceLine } from '../../values/index.ts'
import { reduceLines } from './reduce-lines.ts'

const chars = (text: string) => [...text].length
const tools = { count: chars, outline: outlineMarkdown, marker: '…', atoms: ['[REDACTED]'], reference: '' }
const linesOf = (text: string): SourceLine[] => text.split('\n').map((line, i) => ({ text: line, at: i + 1 }))
const prefix = (text: string, amount: number) => {
  const marked = reduceLines(linesOf(text), parseCheckedReducer('full'), tools)
  return joinLines(reduceLines(marked, parseCheckedReducer(`prefix(${amount})`), tools))
}

describe('the beginning of a document', () => {
  it.each([
    ['ends at the amount, without a mark', 'abcdef', 4, 'abcd'],
    ['is all of it where it fits', 'abc\ndef', 7, 'abc\ndef'],
    ['counts line ends', 'abc\ndef', 5, 'abc\nd'],
    ['keeps no half of a character', 'ab👩‍👩‍👧‍👦cd', 4, 'ab'],
    ['keeps no half of a letter with its accent', 'cafe\u0301s', 4, 'caf'],
    ['keeps no half of a redaction', 'ab [REDACTED] cd', 8, 'ab '],
    [
      'closes a fence that is open at its end, within the amount',
      'a\n```\nlong code\n```\nb',
      14,
      'a\n```\nlong\n```',
    ],
    ['is nothing where not even a fence fits', '```\ncode\n```', 3, ''],
    ['has no part of JSON closed', '{"a": [1, 2, 3]}', 10, '{"a": [1, '],
  ])('C-11 C-23 C-X14 %s', (_, text, amount, expected) => {
    expect(prefix(text, amount)).toBe(expected)
  })

  it('C-11 C-23 C-55 is never longer than the amount, begins as the document does, splits no character, and is the same twice', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('```', '~~~~', '> ```', '- a', '[REDACTED]', '👩‍👩‍👧‍👦', 'e\u0301', '🇯🇵'),
    )
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('\n').replaceAll('\r', ''))
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 120 }), (whole, amount) => {
        const cut = prefix(whole, amount)
        expect(chars(cut)).toBeLessThanOrEqual(amount)
        expect(prefix(whole, amount)).toBe(cut)
        const full = prefix(whole, 1_000_000)
        if (chars(full) <= amount) {
          expect(cut).toBe(full)
          return
        }
        // Only the line that closes a fence may differ.
        const kept = cut.split('\n')
        const begins = full.startsWith(cut) ? cut : kept.slice(0, -1).join('\n')
        expect(full.startsWith(begins)).toBe(true)
        if (!full.startsWith(cut)) expect(kept.at(-1)).toMatch(/^[\s>\-*+\d.)]*(`{3,}|~{3,})$/)
        const boundaries = new Set([...segmenter.segment(full)].map(({ index }) => index))
        expect(boundaries.has(begins.length)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
