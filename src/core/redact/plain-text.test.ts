import { describe, expect, it } from 'vitest'
import { findHidden } from './hidden/find-hidden.ts'
import { made } from './marked.fixture.ts'
import { makePlainText, mergeEdits } from './plain-text.ts'
import { ruleSets } from './redaction-rules.ts'
import { redact, splitRedactedLines } from './redactor.ts'

const marker = '[REDACTED]'
const token = `ghp_${made('{alnum:36}')}`
const zero = '\u200b'
const clean = (text: string) => redact(text, { rules: ruleSets.default, marker })

describe('a text without what is hidden in it', () => {
  it.each<[where: string, text: string]>([
    ['nowhere', 'abc'],
    ['at the start', `${zero}abc`],
    ['at the end', `abc${zero}`],
    ['at both ends', `${zero}abc${zero}${zero}`],
    ['in the middle, twice', `a${zero}b\u001b[0mc`],
    ['beside a pair of surrogates', `😀${zero}b${zero}😀`],
    ['as half of one', 'a\ud83db'],
    ['as a line end', 'a\rb\r\nc'],
    ['as all there is', `${zero}\u00ad`],
  ])('knows the way back for each of its characters: hidden %s', (_, text) => {
    const plain = makePlainText(text, findHidden(text), undefined)
    for (const [at, character] of [...plain.text.split('').entries()]) {
      const original = text[plain.offset(at)]
      expect(original === character || character === '\n' || character === '\ufffd').toBe(true)
      expect(plain.offsetBefore(at + 1)).toBe(plain.offset(at) + 1)
    }
    expect(plain.offset(plain.text.length)).toBe(text.length)
    expect(plain.offsetBefore(0)).toBe(0)
  })

  it('is the text itself where that is not asked for', () => {
    expect(makePlainText(`a${zero}b`, [], 2)).toMatchObject({
      text: `a${zero}b`,
      hidden: [],
      counts: {},
      gapAt: 2,
    })
  })

  it.each([
    [0, 0],
    [1, 0],
    [3, 2],
    [5, 3],
    [6, 4],
  ])('has its gap where it was: %i', (gapAt, expected) => {
    const text = `${zero}ab${zero}cd`
    expect(makePlainText(text, findHidden(text), gapAt).gapAt).toBe(expected)
  })

  it('takes what is hidden in a secret with the secret', () => {
    const hidden = [
      { start: 1, end: 2 },
      { start: 5, end: 6 },
      { start: 9, end: 10 },
    ].map((span) => ({ ...span, kind: 'control' as const, replacement: '' }))
    expect(mergeEdits([{ start: 4, end: 8, with: 'x' }], hidden)).toEqual([
      { start: 1, end: 2, with: '' },
      { start: 4, end: 8, with: 'x' },
      { start: 9, end: 10, with: '' },
    ])
  })
})

describe('a secret with hidden characters', () => {
  it.each<[where: string, text: string, expected: string, start: number, length: number]>([
    ['around it', `${zero}${token}${zero}`, marker, 1, token.length],
    ['inside it', `a ${split(token, zero)} b`, `a ${marker} b`, 2, token.length + 1],
    ['inside it, several', `a ${split(token, zero + zero)}${zero} b`, `a ${marker} b`, 2, token.length + 2],
    [
      'inside and around it, at both ends of the text',
      `${zero}${split(token, '\u001b[1m')}${zero}`,
      marker,
      1,
      token.length + 4,
    ],
    ['behind another pair', `😀${zero}${token}`, `😀${marker}`, 3, token.length],
  ])('%s goes, and its place is that in the text as it came', (_, text, expected, start, length) => {
    const { text: redacted, hits } = clean(text)
    expect(redacted).toBe(expected)
    expect(hits).toEqual([{ rule: 'github-personal-token', number: 1, start, end: start + length }])
  })

  it('counts as the same secret as without', () => {
    expect(clean(`${token} ${split(token, zero)}`).hits.map(({ number }) => number)).toEqual([1, 1])
  })
})

describe('the lines of a redacted text', () => {
  it('know where they stood', () => {
    const key = `-----BEGIN PRIVATE KEY-----\n\n${made('{base64:64}')}\n-----END PRIVATE KEY-----`
    expect(splitRedactedLines(clean(`one\n${key} x\n${zero}two\rthree\n\n${token}\n`))).toEqual([
      { text: 'one', at: 1 },
      { text: `${marker} x`, at: 2 },
      { text: 'two', at: 6 },
      { text: 'three', at: 6 },
      { text: '', at: 7 },
      { text: marker, at: 8 },
      { text: '', at: 9 },
    ])
  })

  it('are asked for once, so that a long text does not cost its lines times its lines', () => {
    let asked = 0
    const redacted = {
      ...clean('one\ntwo\nthree'),
      get origins() {
        asked++
        return [1, 2, 3]
      },
    }
    expect(splitRedactedLines(redacted).map(({ at }) => at)).toEqual([1, 2, 3])
    expect(asked).toBe(1)
  })
})

function split(text: string, by: string): string {
  return text.slice(0, 9) + by + text.slice(9)
}
