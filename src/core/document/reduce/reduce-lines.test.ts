import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from '../../../adapters/markdown/index.ts'
import { parseCheckedReducer } from '../../manifest/index.ts'
import { joinLines, type SourceLine } from '../../values/index.ts'
import { computeAgeInDays } from './age.ts'
import { chooseDecayStep } from './decay.ts'
import { reduceLines } from './reduce-lines.ts'

const chars = (text: string) => [...text].length
const tools = {
  count: chars,
  outline: outlineMarkdown,
  marker: '…',
  atoms: ['[REDACTED]'],
  reference: '- see x.md',
}
const linesOf = (text: string): SourceLine[] => text.split('\n').map((line, i) => ({ text: line, at: i + 1 }))
/** As in a packet, where a reducer gets lines that went through another reducer. */
const apply = (text: string, call: string) => {
  const marked = reduceLines(linesOf(text), parseCheckedReducer('full'), tools)
  return joinLines(reduceLines(marked, parseCheckedReducer(call), tools))
}

describe('reducers', () => {
  it.each([
    ['full', 'a\nb', 'a\nb'],
    ['head(7)', 'aaa\nbbb\nccc', 'aaa\n…'],
    ['head(11)', 'aaa\nbbb\nccc', 'aaa\nbbb\nccc'],
    ['head(6)', 'abcdefghij', 'abcd\n…'],
    ['head(2)', 'abcdefghij', ''],
    ['sentences(14)', 'One two. Three four. Five.', 'One two.\n…'],
    ['sentences(24)', '- One two\n- Three four five\n- Six', '- One two\n…'],
    ['sentences(6)', 'One two three four. Five.', 'One\n…'],
    ['head-tail(3, 2)', 'abcdefghij', 'abc\n…\nij'],
    ['head-tail(6, 4)', 'abcdefghij', 'abcdefghij'],
    ['head-tail(4, 4)', 'aa\nbb\ncc\ndd', 'aa\nb\n…\nc\ndd'],
    ['bullets', '# T\n\nprose\n- a\n  - b\n1. c\nDone:\nmore', '# T\n- a\n  - b\n1. c\nDone:'],
    ['one-line', '\nTitle:\n\n- first thing\nsecond', '- first thing'],
    ['one-line', '```js\ncode\n```\nwords', 'words'],
    ['reference', 'a\nb', '- see x.md'],
    ['drop', 'a', ''],
  ])('%s of %j is %j', (call, text, expected) => {
    expect(apply(text, call)).toBe(expected)
  })

  it('Z-44 headings keeps the lines under these labels, and `header` what stands before the first', () => {
    const lines = [
      { text: 'Status: open', at: 1 },
      { text: '', at: 0, label: 'Done' },
      { text: 'Done:', at: 2, label: 'Done' },
      { text: '- a', at: 3, label: 'Done' },
      { text: 'Notes: x', at: 4, label: 'Notes' },
    ]
    expect(joinLines(reduceLines(lines, parseCheckedReducer('headings(header, done)'), tools))).toBe(
      'Status: open\n\nDone:\n- a',
    )
  })

  it.each([
    ['head-tail(3, 3)', 'ab👩‍👩‍👧‍👦cd👩‍👩‍👧‍👦ef', 'ab\n…\nef'],
    ['head-tail(3, 3)', 'ab🇯🇵xxxx🇯🇵ef', 'ab\n…\nef'],
    ['head-tail(5, 5)', 'cafe\u0301xxxxxxcafe\u0301', 'cafe\u0301\n…\ncafe\u0301'],
    ['head-tail(4, 4)', 'cafe\u0301xxxxxxe\u0301cafe', 'caf\n…\ncafe'],
    ['head-tail(6, 6)', 'ab [REDACTED] cd [REDACTED] ef', 'ab\n…\n ef'],
  ])('%s splits no character and no redaction: %j', (call, text, expected) => {
    expect(apply(text, call)).toBe(expected)
  })

  it.each([
    ['head(22)', 'text\n```js\none\ntwo\nthree\nfour\n```', 'text\n```js\none\n```\n…'],
    [
      'head-tail(14, 12)',
      'a\n```js\none\ntwo\nthree\nfour\nfive\nsix\n```\nz',
      'a\n```js\none\ntw\n```\n…\n```\nve\nsix\n```\nz',
    ],
    ['full', '- item\n  ```\n  open', '- item\n  ```\n  open\n  ```'],
    ['full', '~~~~\n```\nopen', '~~~~\n```\nopen\n~~~~'],
  ])('%s leaves no fence open: %j', (call, text, expected) => {
    expect(apply(text, call)).toBe(expected)
  })

  it('Z-45 Z-47 keep to their amounts and give the same twice, for any text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(text, fc.nat(60), fc.nat(60), (given, first, last) => {
        const cut = apply(given, `head-tail(${first}, ${last})`)
        expect(apply(given, `head-tail(${first}, ${last})`)).toBe(cut)
        const fences = chars('\n```\n```\n'.repeat(2))
        if (chars(given) > first + last)
          expect(chars(cut)).toBeLessThanOrEqual(first + last + chars('\n…\n') + fences)
        const head = apply(given, `head(${first})`)
        if (chars(given) > first) expect(chars(head)).toBeLessThanOrEqual(first)
      }),
      { numRuns: 400 },
    )
  })
})

describe('decay', () => {
  const decay = {
    steps: [
      { upto: 3, use: 'full', name: 'full' },
      { upto: 7, use: 'one-line' },
      { use: 'head(5)', name: 'rest' },
    ],
  }
  it.each([
    [0, 'full'],
    [3, 'full'],
    [4, 'one-line'],
    [7, 'one-line'],
    [8, 'rest'],
    [9999, 'rest'],
  ])('Z-46 at age %i is %s', (age, name) => {
    expect(chooseDecayStep(decay, age).name).toBe(name)
  })

  it('leaves nothing beyond the last step when that has an end', () => {
    expect(chooseDecayStep({ steps: [{ upto: 2, use: 'full' }] }, 3).call.name).toBe('drop')
  })

  it.each([
    ['2026-01-02', '2026-01-03T00:00:01Z', 1],
    ['2026-01-02T23:59:59Z', '2026-01-03T00:00:01Z', 1],
    ['2025-12-31', '2026-01-01T12:00:00Z', 1],
    ['2024-02-28', '2024-03-01T00:00:00Z', 2],
    ['2026-01-09', '2026-01-03T00:00:00Z', 0],
  ])('counts calendar days from %s to %s as %i', (date, now, days) => {
    expect(computeAgeInDays(date, now)).toBe(days)
  })
})
