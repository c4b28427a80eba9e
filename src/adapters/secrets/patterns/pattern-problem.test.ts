import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/values/index.ts'
import { compilePatterns } from './compile-patterns.ts'
import { findPatternProblem, patternFix } from './pattern-problem.ts'

function refused(patterns: Record<string, string>): Refusal {
  try {
    compilePatterns(patterns)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a pattern', () => {
  it.each([
    'customer=(\\d+)',
    '(?i)projekt[ -]?(falke|adler)',
    '\\b[A-Z]{2}-\\d{6}\\b',
    '^\\p{L}+:\\s',
    '(?P<secret>a)|(?<other>b)',
    'x{2',
    '"[^"\\n]*"',
    'C:\\\\new',
    'say\\(?so',
    '[0-9a-f]{128}',
    '\\bx?y\\b',
    `${'a'.repeat(254)}`,
  ])('may be %s', (pattern) => {
    expect(findPatternProblem(pattern)).toBeNull()
  })

  it.each([
    ['(?=a)b', 'look-around is not supported: (?='],
    ['a(?!b)', 'look-around is not supported: (?!'],
    ['(?<=id: )\\d+', 'look-around is not supported: (?<='],
    ['(?<!id: )\\d+', 'look-around is not supported: (?<!'],
    ['(a)\\1', 'back references are not supported: \\1'],
    ['(?<a>x)\\k<a>', 'back references are not supported: \\k'],
    ['(a', 'is not a valid regular expression: missing closing ): (a'],
    ['[z-a]', 'is not a valid regular expression: invalid character class range: z-a'],
    ['a++', 'is not a valid regular expression: invalid nested repetition operator: ++'],
    ['\\u00e9', 'is not a valid regular expression: invalid escape sequence: \\u'],
  ])('T15 %s is refused, and the message says why', (pattern, problem) => {
    expect(findPatternProblem(pattern)).toBe(problem)
  })

  it('is not repeated at length in the message: it may spell out what it hides', () => {
    const pattern = `(a-rather-long-word-${'x'.repeat(20)}`
    expect(findPatternProblem(pattern)).toBe('is not a valid regular expression: missing closing )')
  })

  it.each(['', 'a*', 'a?|b', '^', '$', '\\b', '\\B', '(?:)', '.?\\b', '(\\d*)', 'x|', '\\A', '\\z', '^$'])(
    'that matches without any text is refused: "%s"',
    (pattern) => {
      expect(findPatternProblem(pattern)).toBe('matches empty text')
    },
  )

  it.each([
    'a\\nb',
    'a\\r?b',
    'a\nb',
    '(?s)a.b',
    '(?is)a.b',
    '(?s:a.b)',
    'a[\\s\\S]*b',
    'a[\\W\\w]b',
    '\\x0A',
    '\\x{a}',
    'a\\012',
    '[^x]\\n',
    '[\\n,]+',
  ])('that asks for a line break is refused and does not quietly find nothing: %j', (pattern) => {
    expect(findPatternProblem(pattern)).toBe('matches a line break, but each line is searched separately')
  })

  it.each([
    ['257 characters', 'a'.repeat(257)],
    ['10,000 characters', '('.repeat(10_000)],
  ])('T15 with %s is refused before it is read', (_, pattern) => {
    expect(findPatternProblem(pattern)).toMatch(/^has \d+ characters; a pattern has at most 256$/)
  })

  it.each([
    'x{1000}{1000}',
    '(?:x{1000}){1000}',
    '((a{30}){30}){30}',
    'x{1001}',
    '(?:(?:(?:a{10}){10}){10}){10}',
  ])('T15 that repeats repeats is refused: %s', (pattern) => {
    expect(findPatternProblem(pattern)).toMatch(
      /^is not a valid regular expression: invalid (nested repetition|repeat count)/,
    )
  })

  it.each([
    'x{1000}',
    '\\PL{1000}'.repeat(28),
    '(?i)[\\pL\\pN\\pS]{1000}'.repeat(11),
    '.{0,200}x.{0,200}',
    '(?:[a-z]{1,30} ?){1,30}z',
  ])('T15 that is large once it is compiled is refused: %s', (pattern) => {
    expect(findPatternProblem(pattern)).toMatch(/^is too large: \d+ steps .* at most 256$/)
  })
})

describe('compiling the patterns of a manifest', () => {
  it('T15 names the rule, the fault and what to write instead', () => {
    const refusal = refused({ fine: 'a', customer: '(?<=customer=)\\d+' })
    expect(refusal.code).toBe('manifest-invalid')
    expect(refusal.message).toBe('redact.patterns.customer: look-around is not supported: (?<=.')
    expect(refusal.fix).toBe(`Write it in ${patternFix}.`)
    expect(refusal.fix).toMatch(/RE2 syntax: no look-around, no back references/)
  })

  it('T15 refuses more patterns than any manifest has', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, `x${i}`]))
    expect(refused(many(65)).message).toBe('redact.patterns: 65 patterns, at most 64.')
    expect(compilePatterns(many(64))).toHaveLength(64)
  })

  it('gives one rule for each, in order, and none for none', () => {
    expect(compilePatterns({ b: 'x', a: 'y' }).map((rule) => rule.id)).toEqual(['b', 'a'])
    expect(compilePatterns({})).toEqual([])
  })
})
