import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePatterns } from './compile-patterns.ts'
import { PatternLimitFailure } from './pattern-limit-failure.ts'

function find(pattern: string, text: string) {
  return compilePatterns({ own: pattern })[0]!.find(text)
}

function found(pattern: string, text: string): string[] {
  return find(pattern, text).map(({ start, end }) => text.slice(start, end))
}

describe('the match of a pattern', () => {
  it.each<[pattern: string, text: string, hits: string[]]>([
    ['ACME-\\d+', 'see ACME-12 and ACME-345.', ['ACME-12', 'ACME-345']],
    ['(?i)falke', 'Projekt FALKE, falke', ['FALKE', 'falke']],
    ['ä+', 'ää ä', ['ää', 'ä']],
    ['\\p{Greek}+', 'abc αβγ', ['αβγ']],
    ['😀.', 'x😀😁y', ['😀😁']],
    ['[^a]', 'a😀a', ['😀']],
    ['(ACME|INIT)-\\d+', 'ACME-12', ['ACME-12']],
    ['nothing', 'here', []],
  ])('%s in %s', (pattern, text, hits) => {
    expect(found(pattern, text)).toEqual(hits)
  })

  it('is counted in UTF-16 units, also behind characters that take two of them', () => {
    expect(find('id-\\d+', '😀🏴é\n😀 id-42')).toEqual([{ start: 9, end: 14 }])
  })

  it('stays inside a line, whose ends are ^ and $', () => {
    expect(found('a\\s*b', 'a\nb\na b')).toEqual(['a b'])
    expect(found('^\\d+$', '12\n34\r\n5x\n\n67')).toEqual(['12', '34', '67'])
    expect(found('[^,]+', 'a,b\r\nc')).toEqual(['a', 'b', 'c'])
    expect(found('\\Ax|y\\z', 'x\ny\nzx')).toEqual(['x', 'y'])
  })

  it('is the group called "secret" where there is one', () => {
    expect(found('customer=(?P<secret>\\d+)', 'customer=12 customer=34')).toEqual(['12', '34'])
    expect(found('customer=(?<secret>\\d+);', 'customer=12;')).toEqual(['12'])
  })

  it('is the whole match for any other group: parentheses are written for alternatives too', () => {
    expect(found('customer=(\\d+)', 'customer=12')).toEqual(['customer=12'])
    expect(found('customer=(?<id>\\d+)', 'customer=12')).toEqual(['customer=12'])
  })

  it('is the whole match where the group took no part, and nothing where it is empty', () => {
    expect(found('id=(?<secret>\\d+)|name=\\w+', 'id=1 name=jo')).toEqual(['1', 'name=jo'])
    expect(found('id=(?<secret>\\d*)', 'id= id=1')).toEqual(['1'])
  })

  it('does not overlap; two rules may', () => {
    expect(found('aba', 'ababa')).toEqual(['aba'])
    const rules = compilePatterns({ one: 'ab', two: 'bc' })
    expect(rules.map((rule) => rule.find('abc'))).toEqual([[{ start: 0, end: 2 }], [{ start: 1, end: 3 }]])
  })

  it('is what any other engine finds in each line', () => {
    const patterns = [
      'a+',
      'ab|a',
      'a.*b',
      'a.*?b',
      '\\bé?a\\b',
      '[^a\\s]+',
      '^a|b$',
      '(?:a|b)+\\d',
      '\\d{2,3}',
      '😀+',
      '.',
    ]
    const units = ['a', 'b', 'é', '😀', '1', '23', ' ', '-', '\n', '\r\n']
    const texts = fc.string({ unit: fc.constantFrom(...units), maxLength: 40 })
    fc.assert(
      fc.property(fc.constantFrom(...patterns), texts, (pattern, text) => {
        const expected = text
          .split(/\r?\n/)
          .flatMap((line) => [...line.matchAll(new RegExp(pattern, 'gu'))].map((match) => match[0]))
        expect(found(pattern, text)).toEqual(expected)
      }),
      { numRuns: 3000 },
    )
  })
})

// The test reads no clock: a backtracking engine would never finish, and the test times out after a minute.
describe('T15 hostile patterns come to an end', () => {
  const size = 64 * 1024
  const filled = (unit: string) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

  it.each<[pattern: string, text: string, hits: number]>([
    ['^([A-Z]+-?)+\\d+$', `${filled('A')}!`, 0],
    ['^([A-Z]+-?)+\\d+$', `${filled('A-')}1`, 1],
    ['(a|a)*b', filled('a'), 0],
    ['(a|a)*b', `${filled('a')}b`, 1],
    ['(.*)*x', filled('a'), 0],
    ['(.*)*x', `${filled('a')}x`, 1],
    ['(a+)+$', `${filled('a')}!`, 0],
    ['(a|aa)+[^a]$', `${filled('a')}!!`, 0],
    ['([a-zA-Z]+)*[0-9]', `${filled('a')}!`, 0],
    ['(?:a?){60}a{60}b', filled('a'), 0],
    ['a[ab]{200}[^ab]', filled('abbabaabbaab'), 0],
  ])('%s', (pattern, text, hits) => {
    expect(find(pattern, text)).toHaveLength(hits)
  })

  it('also where each match asks for the rest of the line: then all of the line goes', () => {
    const line = 'a'.repeat(4096)
    const text = `${line}\n${'b'.repeat(9)}\nxax\n${line}`
    expect(find('(?:a.*){20}c|a', text)).toEqual([
      { start: 0, end: 4096 },
      { start: 4108, end: 4109 },
      { start: 4111, end: 4111 + 4096 },
    ])
  })

  it('also in a text of such lines: once the work is used up, lines with a match go whole', () => {
    const text = 'a a a a\n'.repeat(32 * 1024)
    const rules = compilePatterns({ own: 'a', ballast: 'x{250}' })
    const spans = rules[0]!.find(text)
    expect(spans[0]).toEqual({ start: 0, end: 1 })
    expect(spans.at(-1)).toEqual({ start: text.length - 8, end: text.length - 1 })
  })

  it('a line too long to look for matches one by one goes whole if it has one', () => {
    const long = 'x'.repeat(140_000)
    expect(find('id-\\d+', `${long}\nid-1\n${long}id-2`)).toEqual([
      { start: 140_001, end: 140_005 },
      { start: 140_006, end: 280_010 },
    ])
  })

  it('a line with a few matches is not too long', () => {
    expect(found('id-\\d+', `${'id-1 '.repeat(40)}${'x'.repeat(2000)}`)).toHaveLength(40)
  })
})

describe('T15 a text that is too long for the patterns', () => {
  it('is refused by each of them, so that none of it is shown', () => {
    const rules = compilePatterns({ small: 'a', large: 'x{250}' })
    const text = 'b'.repeat(300 * 1024)
    for (const rule of rules) {
      expect(() => rule.find(text)).toThrow(PatternLimitFailure)
      expect(() => rule.find(text)).toThrow(
        /^has 307200 characters; the patterns .* go through 263172 at most$/,
      )
    }
  })

  it('may have 256 KB where there are a dozen patterns, and more where they are fewer', () => {
    const dozen = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`p${i}`, `\\b[A-Z]{2}${i}-\\d{6}\\b`]),
    )
    const text = 'nothing to see in this line\n'.repeat(9_362)
    for (const rule of compilePatterns(dozen)) expect(rule.find(text)).toEqual([])
    expect(find('customer=\\d+', `${text.repeat(4)}customer=1`)).toHaveLength(1)
  })
})
