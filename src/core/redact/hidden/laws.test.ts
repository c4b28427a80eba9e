import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHidden } from './find-hidden.ts'
import { flag, inTags, without } from './hidden.fixture.ts'

const neverSeen = /[\p{DI}\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/u

/** Whatever hides text, what it hides behind, and what it may stand beside. */
const nasty = fc.constantFrom(
  ...['a', 'm', '1', '#', ';', '[', ']', '\\', 'P', '^', '(', ' ', '\t', '\n', '\r', '\x85', '\u2028', '<'],
  ...['\x1b', '\x07', '\x18', '\x1a', '\0', '\x7f', '\x90', '\x98', '\x9b', '\x9c', '\x9d', 'Ã', '€'],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\xad', '\ufeff', '\u202e', '\u2066', '\u200f', '\u2063'],
  ...['\u034f', '\u3164', '\u17b4', '\ufdd0', '\u{1ffff}', '\ufff9', '\ud83d', '\ude00', '\ud83c', '\udff4'],
  ...['\ufe00', '\ufe0e', '\ufe0f', '\u{e0100}', '\u{e01ef}', '\u20e3', '\u180b', '\u180e', '\u{e0fff}'],
  ...['\u{1f468}', '\u{1f3fd}', '\u{1f3f4}', '❤', 'ب', 'क', '्', 'ᠠ', '葛', '∩', '\u0651', '\u202f'],
  ...[inTags('g'), inTags('gbeng'), '\u{e007f}', flag('gbsct'), '\u{e0001}'],
)
const text = fc.array(nasty, { maxLength: 24 }).map((pieces) => pieces.join(''))
const runs = { numRuns: 5000 }

const shown = (part: string) => [...part].filter((character) => !neverSeen.test(character))

/** The number of hidden pieces that begin in each line of the text. */
function countHiddenByLine(lines: readonly string[]): number[] {
  const counts = lines.map(() => 0)
  let [line, end] = [0, lines[0]!.length]
  for (const { start } of findHidden(lines.join(''))) {
    while (start >= end) end += lines[++line]!.length
    counts[line]! += 1
  }
  return counts
}

describe('hidden text', () => {
  it('T11 is gone after one pass: no removal brings another to light', () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(findHidden(without(input))).toEqual([])
      }),
      runs,
    )
  })

  it('is found in order, each piece once', () => {
    fc.assert(
      fc.property(text, (input) => {
        let from = 0
        for (const { start, end } of findHidden(input)) {
          expect(start).toBeGreaterThanOrEqual(from)
          expect(end).toBeGreaterThan(start)
          from = end
        }
        expect(from).toBeLessThanOrEqual(input.length)
      }),
      runs,
    )
  })

  it('takes nothing that is seen, except what belongs to an escape sequence', () => {
    fc.assert(
      fc.property(text, (input) => {
        for (const { start, end, kind } of findHidden(input))
          if (kind !== 'ansi-escape') expect(shown(input.slice(start, end))).toEqual([])
      }),
      runs,
    )
  })

  it('T11 leaves no control, no half character and no bidi control but marks, and ends no line with anything but a newline', () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(without(input).replaceAll('\r\n', '\n')).not.toMatch(
          /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]|\p{Cs}|(?![\u200e\u200f\u061c])\p{Bidi_Control}/u,
        )
      }),
      runs,
    )
  })

  it('takes nothing of a line but what stands after an escape on that line', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const plain = 'what follows is read'
        expect(without(`${first}\n${plain}\n${second}`)).toContain(`\n${plain}\n`)
      }),
      runs,
    )
  })

  it('T11 is every character that Unicode lets a reader ignore, between letters that give it no reason', () => {
    const wrong: string[] = []
    // Many characters in one text, each on a line of its own: a call for each of a million takes ten times as long.
    for (let first = 0; first <= 0x10ffff; first += 0x1000) {
      const codes = Array.from({ length: 0x1000 }, (_, i) => first + i)
      const found = countHiddenByLine(codes.map((code) => `a${String.fromCodePoint(code)}b\n`))
      for (const [i, code] of codes.entries()) {
        const character = String.fromCodePoint(code)
        const hidden = code !== 9 && code !== 10 && neverSeen.test(character)
        // Alone, too: a text without any suspect takes a shorter path.
        const foundAlone = hidden ? findHidden(`a${character}b`).length : 0
        if (found[i] !== (hidden ? 1 : 0) || foundAlone !== found[i]) wrong.push(code.toString(16))
      }
    }
    expect(wrong).toEqual([])
  })

  it('comes back from a text made to delay it', () => {
    const pieces = [
      '\x1b',
      '\x1b]',
      '\x1b\u200b',
      '\x1bP\x07',
      '\x1b[0',
      '\x9d',
      'Â\x9d',
      '\u200b\u{e0061}',
      '\ud800',
    ]
    for (const piece of pieces) expect(without(piece.repeat(200_000))).not.toMatch(/[\x1b\x9d\u200b\p{Cs}]/u)
  })
})
