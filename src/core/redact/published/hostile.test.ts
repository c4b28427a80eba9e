import { describe, expect, it } from 'vitest'
import { ruleSets } from '../redaction-rules.ts'
import { redact } from '../redactor.ts'
import { digits, letters, made } from './published.fixture.ts'

// No clock is read: at this size a quadratic step takes hours, and the time limit of a test is a minute.
const size = 4 * 1024 * 1024
const marker = '[REDACTED]'
const rules = ruleSets.published
const alnum = letters + digits

function filled(unit: string): string {
  return unit.repeat(Math.ceil(size / unit.length))
}

describe('four hostile megabytes', () => {
  it.each<[name: string, text: string, hits: number]>([
    ['eyJ on end', filled('eyJ'), 0],
    ['eyJe on end', filled('eyJe'), 0],
    ['first parts of a web token', filled('eyJa.a.'), 0],
    ['web tokens that lack the last part', filled('eyJa.eyJb. '), 0],
    ['one web token', `eyJa.eyJb.${filled('eyJ')}`, 1],
    ['one web token that lacks its second part', `${filled('eyJ')}.eyJ`, 0],
    ['sk- on end', filled('sk-'), 0],
    ['keys one character short', filled(`sk-${made(31, alnum)}_`), 0],
    ['one key', `sk-${filled('a')}`, 1],
    ['sk-ant- on end', filled('sk-ant-'), 1],
    ['AKIA and 15 characters', filled(`AKIA${made(15, digits)}-`), 0],
    ['one xoxb- run', filled('xoxb-'), 1],
    ['one github_pat_ run', filled('github_pat_'), 1],
    ['g on end', filled('g'), 0],
    ['github_pat on end', filled('github_pat'), 0],
    ['hexadecimal runs of 39', filled(`${made(39, digits)} `), 0],
    ['hexadecimal runs of 39 with one letter between', filled(`${made(39, digits)}g`), 0],
    ['one hexadecimal run', filled('0a'), 1],
    ['BEGIN on end', filled('-----BEGIN '), 0],
    ['END on end', filled('-----END '), 0],
    ['dashes', filled('-'), 0],
    ['one label', `-----BEGIN ${filled('A ')}`, 0],
    ['labels that are not closed', filled('-----BEGIN RSA PRIVATE KEY '), 0],
    ['BEGIN lines of a key without END', filled('-----BEGIN RSA PRIVATE KEY-----\n'), 1],
    ['BEGIN lines of something else', filled('-----BEGIN MESSAGE-----\n'), 0],
    [
      'BEGIN lines of a key and END lines of something else',
      filled('-----BEGIN X KEY-----\n-----END X-----\n'),
      1,
    ],
    ['END lines of a key', filled('-----END RSA PRIVATE KEY-----\n'), 0],
    ['line breaks', filled('\n'), 0],
    ['characters outside ASCII', filled('日本é😀'), 0],
  ])('%s', (_, text, hits) => {
    const clean = redact(text, { rules, marker })
    expect(clean.hits).toHaveLength(hits)
    if (hits === 0) expect(clean.text === text).toBe(true)
  })

  it.each<[name: string, unit: string, left: string]>([
    ['tokens on one line', `ghp_${made(36, alnum)} `, `${marker} `],
    ['ghp_ on end', 'ghp_', ''],
    ['short tokens on lines of their own', 'gho_a\n', `${marker}\n`],
    ['blocks', '-----BEGIN X KEY-----\na\n-----END X KEY-----\n', `${marker}\n`],
    ['web tokens', 'eyJa.eyJb.c.', `${marker}.`],
    ['tokens in which two rules meet', `sk-ant-${made(40, digits)} `, `${marker} `],
    ['access keys without a break', `AKIA${made(16, digits)}`, marker],
  ])('%s, each replaced', (_, unit, left) => {
    const text = filled(unit)
    const clean = redact(text, { rules, marker })
    const count = text.length / unit.length
    // "ghp_ghp_…" is "ghp_ghp" and a rest that begins anew: every other one is eaten.
    const expected = left === '' ? `${marker}_`.repeat(Math.floor(count / 2)) : left.repeat(count)
    expect(clean.text === expected).toBe(true)
    expect(clean.origins).toHaveLength(clean.text.split('\n').length)
  })

  it('100,000 tokens on one line leave as many markers', () => {
    const text = Array.from({ length: 100_000 }, (_, i) => `"ghu_${made(36, alnum)}${i}"`).join(',')
    const { hits, text: clean } = redact(text, { rules, marker })
    expect(hits).toHaveLength(100_000)
    expect(clean === Array.from({ length: 100_000 }, () => `"${marker}"`).join(',')).toBe(true)
  })

  it('END lines after a gap are looked at once', () => {
    const text = filled('-----END MESSAGE-----\n')
    expect(redact(text, { rules, marker, gapAt: 22 }).hits).toEqual([])
  })
})
