import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/values/index.ts'
import { readAllowList } from './allow-list.ts'
import { readBaseline, writeBaseline } from './baseline.ts'
import { makeKeyedFingerprint, makeSalt } from './fingerprint.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'findings-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const place = () => join(dir, 'list')

function refusalOf(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was accepted')
}

const digest = 'ab'.repeat(32)

describe('an allow-list', () => {
  const read = (text: string | Buffer) => {
    writeFileSync(place(), text)
    return readAllowList(place(), 'allow.yaml')
  }

  it('is a list of reasons, each with what it is about', () => {
    const text = `# ours\n- reason: A sample\n  sha256: ${digest.toUpperCase()}\n\n- rule: aws-access-key\n  file: ./tests/**\n  reason: "Test: data"\n`
    expect(read(text)).toEqual([
      { line: 2, reason: 'A sample', sha256: `sha256:${digest}` },
      { line: 5, reason: 'Test: data', rule: 'aws-access-key', file: 'tests/**' },
    ])
  })

  it('may be JSON', () => {
    const entries = [{ reason: 'A sample', sha256: `sha256:${digest}` }]
    expect(read(JSON.stringify(entries, null, '\t'))).toEqual([
      { line: 2, reason: 'A sample', sha256: `sha256:${digest}` },
    ])
  })

  it('may be empty', () => {
    expect(read('[]\n')).toEqual([])
  })

  it.each([
    ['no list', 'reason: x\n', '1:1: expected a list of entries'],
    ['nothing', '', '1:1: expected a list of entries'],
    ['an entry that is a word', '- word\n', '1:3: expected an entry with keys'],
    ['an entry without a reason', `- sha256: ${digest}\n`, '1:3: the reason is missing'],
    ['an empty reason', `- sha256: ${digest}\n  reason: # say why\n`, '2:11: reason: expected a sentence'],
    ['a reason alone', '- reason: x\n', '1:3: expected what is allowed'],
    [
      'a key that is not there',
      '- reason: x\n  files: a\n',
      '2:3: unknown key "files"; did you mean "file"?',
    ],
    ['a digest that is none', '- reason: x\n  sha256: abc\n', '2:11: sha256: expected 64 hexadecimal digits'],
    [
      'a rule that is not there',
      '- reason: x\n  rule: aws-acces-key\n',
      '2:9: rule: unknown rule "aws-acces-key"; did you mean "aws-access-key"?',
    ],
    ['a key given twice', '- reason: x\n  file: a\n  file: b\n', '3:3: not valid YAML (duplicate key)'],
    ['broken YAML', '- reason: "x\n', 'not valid YAML'],
  ])('with %s is refused with the place', (_, text, message) => {
    const { message: said, code } = refusalOf(() => read(text))
    expect(said).toMatch(/^allow\.yaml:\d+:\d+: /)
    expect(said).toContain(message)
    expect(code).toBe('usage')
  })

  it('is refused when it is too large, no text or not there, before anything parses it', () => {
    expect(refusalOf(() => read('x'.repeat(300_000))).message).toContain('has 300000 bytes; at most 262144')
    expect(refusalOf(() => read(Buffer.from([0xff]))).message).toBe('allow.yaml is not UTF-8 text.')
    const { message, code } = refusalOf(() => readAllowList(join(dir, 'gone'), 'gone'))
    expect([message, code]).toEqual(['Cannot read gone: ENOENT.', 'not-readable'])
  })
})

describe('a baseline', () => {
  const salt = makeSalt()
  const finding = { file: 'a.md', rule: 'some-key', fingerprint: '0a1b2', count: 2, line: 3 }

  it('is read as it was written, and has a line for each finding', () => {
    const two = { ...finding, file: 'b "c".md' }
    writeBaseline(place(), 'base.json', { salt, findings: [finding, two] })
    expect(readBaseline(place(), 'base.json')).toEqual({ salt, findings: [finding, two] })
    expect(readFileSync(place(), 'utf8').split('\n')).toHaveLength(9)
    expect(readdirSync(dir)).toEqual(['list'])
    writeBaseline(place(), 'base.json', { salt, findings: [] })
    expect(readBaseline(place(), 'base.json')).toEqual({ salt, findings: [] })
  })

  it('is null where there is none', () => {
    expect(readBaseline(place(), 'base.json')).toBeNull()
  })

  it.each([
    ['no JSON', '{', 'base.json is not a baseline: it is not JSON.'],
    [
      'another file',
      '{"name":"x"}',
      'base.json is not a baseline: expected an object with "foreword_baseline": 1.',
    ],
    ['a list', '[]', 'base.json is not a baseline: expected an object with "foreword_baseline": 1.'],
    ['no salt', '{"foreword_baseline":1,"findings":[]}', 'salt: expected 32 hexadecimal digits or more'],
    [
      'no list of findings',
      `{"foreword_baseline":1,"salt":"${'0'.repeat(32)}"}`,
      'findings: expected a list',
    ],
    [
      'a finding without a fingerprint',
      `{"foreword_baseline":1,"salt":"${'0'.repeat(32)}","findings":[{"file":"a"}]}`,
      'base.json is not a baseline: findings[0].rule: expected text.',
    ],
    [
      'a finding with another fingerprint',
      `{"foreword_baseline":1,"salt":"${'0'.repeat(32)}","findings":[{"file":"a","rule":"b","fingerprint":"x","count":1,"line":1}]}`,
      'findings[0].fingerprint: expected 5 hexadecimal digits.',
    ],
    [
      'a finding that was counted no time',
      `{"foreword_baseline":1,"salt":"${'0'.repeat(32)}","findings":[{"file":"a","rule":"b","fingerprint":"0123f","count":0,"line":1}]}`,
      'findings[0].count: expected a whole number above 0.',
    ],
  ])('is refused when it is %s', (_, text, message) => {
    writeFileSync(place(), text)
    expect(refusalOf(() => readBaseline(place(), 'base.json')).message).toContain(message)
  })

  it('is refused where it cannot be written', () => {
    const { message, code } = refusalOf(() =>
      writeBaseline(join(dir, 'no/base'), 'no/base', { salt, findings: [] }),
    )
    expect([message, code]).toEqual(['Cannot write no/base: ENOENT.', 'not-writable'])
  })
})

describe('a fingerprint', () => {
  it('is the same for a value under a salt, another under another, and too short to confirm a guess', () => {
    const [first, second] = [makeSalt(), makeSalt()]
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    const print = makeKeyedFingerprint(first)
    expect(print('value')).toMatch(/^[0-9a-f]{5}$/)
    expect(print('value')).toBe(makeKeyedFingerprint(first)('value'))
    const values = ['a', 'b', 'c', 'd']
    expect(values.map(print)).not.toEqual(values.map(makeKeyedFingerprint(second)))
    expect(new Set(values.map(print)).size).toBe(4)
  })
})
