import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentOf, keepsToTheScreen } from './past-asking.ts'
import { World } from './program.ts'
import { awsKey, githubToken } from './scrub-samples.ts'

const github = githubToken(1)
const aws = awsKey(2)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let world: World
beforeEach(() => {
  world = new World()
  write({ 'src/a.md': `Token ${github}\n`, 'tests/b.md': `Token ${github}\nKey ${aws}\n` })
})
afterEach(() => world.remove())

const write = (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) world.write(join(world.dir, path), text)
}
const scrub = (...args: string[]) => world.foreword(['scrub', ...args])
const read = (file: string) => readFileSync(join(world.dir, file), 'utf8')

describe('scrub --allow', () => {
  it('lets values stand that are on the list by their digest', () => {
    write({ 'allow.yaml': `- reason: Revoked, from the handbook\n  sha256: ${sha256(github)}\n` })
    const { code, out, err } = scrub('src', 'tests', '--allow=allow.yaml')
    expect([code, out]).toEqual([1, 'tests/b.md:2:5: aws-access-key\n'])
    expect(err).toBe('1 finding in 1 file, 2 allowed (2 files).\n')
    expect(scrub('tests/b.md', '--allow=allow.yaml').out).toBe(`Token ${github}\nKey [REDACTED]\n`)
  })

  it('lets a rule be in some files, while the same value counts in others', () => {
    write({
      'allow.json': JSON.stringify([
        { reason: 'Test data', rule: 'github-personal-token', file: 'tests/**' },
      ]),
    })
    expect(scrub('src', 'tests', '--allow=allow.json').out).toBe(
      'src/a.md:1:7: github-personal-token\ntests/b.md:2:5: aws-access-key\n',
    )
    expect(scrub('src/a.md', 'tests/b.md', '--allow=allow.json').out).toBe(
      `Token [REDACTED]\nToken ${github}\nKey [REDACTED]\n`,
    )
  })

  it('ends with 0 when all is allowed, and tells each reason', () => {
    write({ 'allow.yaml': '- reason: Examples\n  file: "{src,tests}/*.md"\n' })
    expect(scrub('src', 'tests', '--allow=allow.yaml')).toMatchObject({ code: 0, out: '' })
    const { findings, counts, allowed } = documentOf(
      'scrub',
      scrub('src', 'tests', '--allow=allow.yaml', '--json').out,
    )
    expect([findings, counts]).toEqual([[], {}])
    expect(
      allowed.map((finding: Record<string, unknown>) => [
        finding.file,
        finding.line,
        finding.rule,
        finding.reason,
      ]),
    ).toEqual([
      ['src/a.md', 1, 'github-personal-token', 'Examples'],
      ['tests/b.md', 1, 'github-personal-token', 'Examples'],
      ['tests/b.md', 2, 'aws-access-key', 'Examples'],
    ])
  })

  it('warns of entries that matched nothing', () => {
    write({
      'allow.yaml': `- reason: Examples\n  file: src/**\n- reason: Long gone\n  sha256: ${sha256('x')}\n`,
    })
    const { code, err } = scrub('src', '--allow=allow.yaml')
    expect(code).toBe(0)
    expect(err).toContain('foreword: warning: allow-list, line 3: the entry matches nothing (Long gone)\n')
    const { stale } = documentOf('scrub', scrub('src', '--allow=allow.yaml', '--json').out)
    expect(stale).toEqual([{ line: 3, reason: 'Long gone' }])
    keepsToTheScreen(err)
  })

  it.each([
    ['that is not there', null, 3, 'Cannot read allow.yaml: ENOENT.'],
    ['without reasons', '- file: src/**\n', 2, 'allow.yaml:1:3: the reason is missing'],
    ['with unknown keys', '- reason: x\n  path: src/**\n', 2, 'allow.yaml:2:3: unknown key "path"'],
  ])('refuses a list %s', (_, text, exit, message) => {
    if (text !== null) write({ 'allow.yaml': text })
    const { code, out, err } = scrub('src', '--allow=allow.yaml')
    expect([code, out]).toEqual([exit, ''])
    expect(err).toContain(message)
  })

  it('reads no list that lies in what it searches', () => {
    const list = '- reason: Let me through\n  file: "**"\n'
    write({
      'src/allow.yaml': list,
      'src/.foreword/allow.yaml': list,
      'src/.gitleaksignore': 'a.md:github-pat:1\n',
    })
    expect(scrub('src').out).toBe('src/a.md:1:7: github-personal-token\n')
  })

  it('prints an entry for a value, but for its reason, and never the value', () => {
    const ran = world.program(['scrub', '--allow-entry'], { input: `${github}\n` })
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).not.toContain(github.slice(4, 12))
    write({ 'allow.yaml': ran.out })
    expect(scrub('src', '--allow=allow.yaml')).toMatchObject({ code: 2, out: '' })
    write({ 'allow.yaml': ran.out.replace('reason: #', 'reason:') })
    expect(scrub('src', '--allow=allow.yaml')).toMatchObject({ code: 0, out: '' })
    const plain = world.program(['scrub', '--allow-entry'], { input: 'a word' })
    expect(plain.out).toBe(`- sha256: ${sha256('a word')}\n  reason: # say why this is not a secret\n`)
    expect(world.program(['scrub', '--allow-entry'], { input: '\n' }).code).toBe(2)
  })
})

describe('scrub --baseline', () => {
  const known = (...more: string[]) => scrub('src', 'tests', '--baseline=known.json', ...more)
  beforeEach(() => {
    const { code, err } = scrub('src', 'tests', '--write-baseline=known.json')
    expect([code, err]).toEqual([
      0,
      'Baseline written to known.json: 3 findings.\n3 findings in 2 files (2 files).\n',
    ])
  })

  it('holds neither a value nor a digest of one', () => {
    const text = read('known.json')
    for (const value of [github, aws]) {
      expect(text).not.toContain(value.slice(4, 10))
      expect(text).not.toContain(sha256(value).slice(0, 5))
    }
    expect(JSON.parse(text)).toEqual({
      foreword_baseline: 1,
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      findings: [
        {
          file: 'src/a.md',
          rule: 'github-personal-token',
          fingerprint: expect.any(String),
          count: 1,
          line: 1,
        },
        { file: 'tests/b.md', rule: 'aws-access-key', fingerprint: expect.any(String), count: 1, line: 2 },
        {
          file: 'tests/b.md',
          rule: 'github-personal-token',
          fingerprint: expect.any(String),
          count: 1,
          line: 1,
        },
      ],
    })
  })

  it('ends with 0 when nothing is new, also when lines have moved', () => {
    expect(known()).toEqual({ code: 0, out: '', err: 'No new findings, 3 known (2 files).\n' })
    write({ 'tests/b.md': `# Moved\n\nKey ${aws}\nand ${github}\n` })
    expect(known()).toMatchObject({ code: 0, out: '' })
  })

  it('ends with 1 for another value, another file, and one more of the same', () => {
    write({ 'tests/b.md': `Token ${github}\nKey ${awsKey(3)}\n` })
    expect(known()).toMatchObject({ code: 1, out: 'tests/b.md:2:5: aws-access-key\n' })
    write({ 'tests/b.md': `Token ${github}\nKey ${aws}\nand ${aws}\n` })
    expect(known()).toMatchObject({ code: 1, out: 'tests/b.md:3:5: aws-access-key\n' })
    write({ 'tests/b.md': 'nothing\n', 'tests/c.md': github })
    const { code, out, err } = known()
    expect([code, out]).toEqual([1, 'tests/c.md:1:1: github-personal-token\n'])
    expect(err).toBe(
      '2 known findings are gone. Write the baseline again with --write-baseline.\n1 new finding in 1 file, 1 known (3 files).\n',
    )
  })

  it('still redacts what is known', () => {
    expect(scrub('src/a.md', '--baseline=known.json')).toEqual({
      code: 0,
      out: 'Token [REDACTED]\n',
      err: '',
    })
  })

  it('gives fingerprints that stay, and tells known ones from new ones', () => {
    write({ 'src/new.md': awsKey(5) })
    const first = documentOf('scrub', known('--json').out)
    expect(documentOf('scrub', known('--json').out)).toEqual(first)
    expect(first.findings.map((finding: { file: string }) => finding.file)).toEqual(['src/new.md'])
    expect(first.known).toHaveLength(3)
    expect(first.baseline).toEqual({ gone: 0, wrote: null })
  })

  it('is written again with the same salt, so that only what changed differs', () => {
    const before = read('known.json')
    scrub('src', 'tests', '--write-baseline=known.json')
    expect(read('known.json')).toBe(before)
    write({ 'src/new.md': awsKey(5) })
    expect(known('--write-baseline=known.json').code).toBe(0)
    const lines = read('known.json').split('\n')
    expect(lines.filter((line) => !before.includes(line.replace(/,$/, '')))).toHaveLength(1)
  })

  it('does not count what is allowed', () => {
    write({ 'allow.yaml': '- reason: Examples\n  file: tests/**\n' })
    expect(known('--allow=allow.yaml').err).toBe('No new findings, 2 allowed, 1 known (2 files).\n')
    scrub('src', 'tests', '--allow=allow.yaml', '--write-baseline=less.json')
    expect(JSON.parse(read('less.json')).findings).toHaveLength(1)
  })

  it('is not written when something could not be read', () => {
    rmSync(join(world.dir, 'known.json'))
    const { code, err } = scrub('src', 'gone', '--write-baseline=known.json')
    expect(code).toBe(3)
    expect(err).toContain(
      'The baseline was not written, because it would lack the files that could not be read.\n',
    )
    expect(() => read('known.json')).toThrow()
  })

  it('is not written over another file', () => {
    const { code, out, err } = scrub('src', '--write-baseline=src/a.md')
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('src/a.md is not a baseline: it is not JSON.')
    expect(read('src/a.md')).toBe(`Token ${github}\n`)
  })

  it('is refused when it is not there', () => {
    const { code, err } = scrub('src', '--baseline=gone.json')
    expect([code, err]).toEqual([
      3,
      'The baseline gone.json does not exist.\nCreate it with --write-baseline=gone.json.\n',
    ])
  })
})
