import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTokenTable } from '../../../scripts/build-token-table.ts'
import { makeMerger } from './merge.ts'
import { openO200k } from './o200k.ts'
import { findPieceEnd } from './piece-end.ts'
import { findRank, openTokenTable, type TokenTable } from './token-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'foreword-o200k-'))
const tableFile = join(folder, 'o200k.bin')
const oracle = get_encoding('o200k_base')
let count: (text: string) => number
let table: TokenTable

beforeAll(() => {
  buildTokenTable(tableFile)
  count = openO200k(tableFile)
  table = openTokenTable(tableFile)
})
afterAll(() => {
  oracle.free()
  rmSync(folder, { recursive: true })
})

const corpus: Record<string, string> = {
  English:
    'The foreword says what is needed, and nothing more: 3 files, 2 rules (one of them old) — that’s all.',
  'contractions of either case':
    "I'm it's we'll they'd you've we're don't I'M IT'S WE'LL THEY'D YOU'VE WE'RE DON'T x'ſ 'sa",
  'half contractions': "a' b'r c'v d'l e'lL f'Re g'x h''s 日's Ω'LL 'll '",
  code: readFileSync(new URL('./piece-end.ts', import.meta.url), 'utf8'),
  JSON: readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'),
  CJK: '日本語の文章を数える。東京都は晴れ、大阪は雨。中文也要计算，例如这一段文字。한국어도 있습니다.',
  'capitals next to letters without case': '日ABC ABC日 日ABc ABC日DEF ǅABC ʰABC ABCʰ ΑΒΓ δεζ',
  'right to left and Indic scripts': 'שלום עולם مرحبا بالعالم नमस्ते दुनिया ภาษาไทย',
  emoji: '😀😃 👩‍🚀👨‍👩‍👧‍👦 🇩🇪🇫🇷 ✊🏽 ❤️ 1️⃣ 😀a 😀A ʕ•ᴥ•ʔ',
  'combining marks':
    'e\u0301a\u0308 \u0301 \u0301A \u0301a A\u0301B !\u0301! \u0301\u0301\u0301 \n\u0301\u20dd',
  'a byte order mark in the middle':
    '\ufeffone \ufefftwo\n\ufeffimport x\ufeffy \ufeff\ufeff three \ufeff\n\ufeff  \ufeff',
  'a next-line character': 'one\u0085two \u0085 three\u0085\u0085four\u0085\n\u0085 five \u0085',
  'all of White_Space':
    'a\t\v\f \u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000b\u3000\u3000c \u00a0d\u00a0 \u00a0',
  'what only looks like white space': 'a\u180eb\u200bc \u200b \u2060 \u200d d',
  'carriage returns': 'one\r\ntwo\r\n\r\n  three\r\r\n \r four //\r\n/\n a/\n',
  'white space before and after newlines': '  \n  x\n\n   y \n\t\n\t z   ',
  'long runs of digits': `${'1234567890'.repeat(50)} 1 12 123 1234 ١٢٣٤ Ⅳ½² 3.14159 1,000,000`,
  'special tokens': '<|endoftext|> a<|endofprompt|>b <|fim_prefix|><|im_start|>system<|im_end|><|endoftext|>',
  'lone surrogates': 'a\ud83d b\ude00 \ud83d\ud83d\ude00\ude00 \udfff\ud800',
  'control characters': '\0\0a\x01\x7f \x1b[31mred\x1b[0m',
  'characters newer than the reference': '\u{323b0}a \u{10940}\u{10941} \u{1acf}x \u{88f}\u{88f}1',
  'a data URL': `data:image/png;base64,${Buffer.from('foreword '.repeat(200)).toString('base64')}`,
}

/** Characters that the pattern treats differently. */
const telling = [
  "'",
  's',
  'S',
  'ſ',
  'L',
  'l',
  'r',
  'e',
  'A',
  'ǅ',
  'ʰ',
  '日',
  '\u0301',
  '1',
  '½',
  '!',
  '/',
  '😀',
].concat([
  ' ',
  '\n',
  '\r',
  '\t',
  '\u00a0',
  '\u3000',
  '\u0085',
  '\ufeff',
  '\u200b',
  '\ud83d',
  '\ude00',
  '\u{10400}',
])

describe('o200k', () => {
  it.each(Object.keys(corpus))('agrees with tiktoken on %s', (name) => {
    const text = corpus[name]!
    expect(count(text)).toBe(oracle.encode_ordinary(text).length)
  })

  it.each([
    ['any code points', fc.string({ unit: 'binary', maxLength: 200 })],
    ['graphemes', fc.string({ unit: 'grapheme', maxLength: 200 })],
    ['ASCII', fc.string({ unit: 'binary-ascii', maxLength: 400 })],
    ['few letters', fc.string({ unit: fc.constantFrom('a', 'b', 'ab', 'the', 'ing'), maxLength: 400 })],
    ['telling characters', fc.string({ unit: fc.constantFrom(...telling), maxLength: 60 })],
  ])('agrees with tiktoken on random texts of %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => count(text) === oracle.encode_ordinary(text).length),
      { numRuns: 1000 },
    )
  })

  it('counts a text of only spaces, and none at all', () => {
    expect(count('')).toBe(0)
    expect(count('   ')).toBe(1)
  })
})

describe('the split', () => {
  // The published pattern with \s spelt out, because JavaScript's \s includes U+FEFF and lacks U+0085, and with both cases spelt out.
  const published = new RegExp(
    [
      String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'[sSſ]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])?`,
      String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'[sSſ]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])?`,
      String.raw`\p{N}{1,3}`,
      String.raw` ?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*`,
      String.raw`\p{White_Space}*[\r\n]+`,
      String.raw`\p{White_Space}+(?!\P{White_Space})`,
      String.raw`\p{White_Space}+`,
    ].join('|'),
    'gu',
  )

  it('yields the pieces of the published pattern', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...telling), maxLength: 40 }), (random) => {
        const text = random.toWellFormed()
        expect(pieces(text)).toEqual(text.match(published) ?? [])
      }),
      { numRuns: 3000 },
    )
  })

  function pieces(text: string): string[] {
    const bytes = Buffer.from(text)
    const found: string[] = []
    for (let at = 0, end = 0; at < bytes.length; at = end) {
      end = findPieceEnd(table, bytes, at)
      found.push(bytes.toString('utf8', at, end))
    }
    return found
  }
})

describe('a text made to be slow', () => {
  const seeds = [
    'a',
    'A',
    'aB',
    '日A',
    'A日',
    ' ',
    ' \u3000',
    '\n',
    ' \n',
    '!',
    '!\n',
    '\u0301',
    '7',
    "'s",
    'ab c',
  ].map((seed): [string] => [seed])

  it.each(seeds)('costs twice as much when %j is repeated twice as often', (seed) => {
    const [once, twice] = [reads(seed.repeat(2000)), reads(seed.repeat(4000))]
    expect(twice).toBeLessThan(once * 2.1)
  })

  it.each(seeds)('is counted to its end when %j fills a megabyte', (seed) => {
    const short = seed.repeat(1000)
    expect(count(short)).toBe(oracle.encode_ordinary(short).length)
    expect(count(seed.repeat(1_000_000 / Buffer.byteLength(seed)))).toBeGreaterThan(0)
  })

  /** Counts reads of bytes instead of time, so that the result is always the same. */
  function reads(text: string): number {
    let total = 0
    const bytes = new Proxy(Buffer.from(text), {
      get(target, key) {
        if (key !== 'length') total++
        return Reflect.get(target, key)
      },
    })
    const merged = makeMerger(table)
    for (let at = 0, end = 0; at < bytes.length; at = end) {
      end = findPieceEnd(table, bytes, at)
      if (findRank(table, bytes, at, end) < 0) merged(bytes, at, end)
    }
    return total
  }
})
