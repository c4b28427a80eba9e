import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secrets, World } from './program.ts'

let world: World
beforeAll(() => {
  world = new World()
  world.write(join(world.dir, 'clean.md'), 'Nothing here\n')
  world.write(join(world.dir, 'leak.md'), `First\nToken ${secrets.github} twice ${secrets.github}\n`)
  world.write(join(world.dir, 'key.md'), `\n\n  ${secrets.aws}`)
})
afterAll(() => world.remove())

const scrub = (args: readonly string[], input: string | Buffer = '') =>
  world.foreword(['scrub', ...args], { input })
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

describe('scrub', () => {
  const published = [
    ['Z-65', 'github-fine-grained-token', `github_pat_${letters}_${letters.slice(0, 20)}`],
    ['Z-66', 'github-personal-token', `ghp_${letters.slice(0, 36)}`],
    ['Z-67', 'github-oauth-token', `gho_${letters.slice(0, 36)}`],
    ['Z-68', 'github-user-token', `ghu_${letters.slice(0, 36)}`],
    ['Z-69', 'aws-access-key', `AKIA${'A1'.repeat(8)}`],
    ['Z-70', 'aws-temporary-key', `ASIA${'A1'.repeat(8)}`],
    ['Z-71', 'openai-key', `sk-${letters.slice(0, 48)}`],
    ['Z-72', 'anthropic-key', `sk-ant-api03-${letters.slice(0, 30)}`],
    ['Z-73', 'slack-bot-token', 'xoxb-123-abc'],
    ['Z-74', 'slack-user-token', 'xoxp-123-abc'],
    ['Z-75', 'slack-app-token', 'xoxa-123-abc'],
    ['Z-76', 'pem-key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'],
    ['Z-77', 'pem-certificate', '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----'],
    ['Z-78', 'hex-40', '0123456789abcdefABCDEF0123456789abcdef01'],
    ['Z-79', 'json-web-token', `eyJ${'a'.repeat(9)}.eyJ${'b'.repeat(9)}.${'c'.repeat(9)}`],
  ] as const

  it('Z-65 Z-66 Z-67 Z-68 Z-69 Z-70 Z-71 Z-72 Z-73 Z-74 Z-75 Z-76 Z-77 Z-78 Z-79 Z-80 Z-119 replaces every published format on every line', () => {
    const input = published.map(([, rule, secret]) => `${rule}: ${secret} and ${secret}.`).join('\n')
    const { code, out } = scrub([], input)
    expect(code).toBe(1)
    expect(out).toBe(published.map(([, rule]) => `${rule}: [REDACTED] and [REDACTED].`).join('\n'))
    const { findings } = JSON.parse(scrub(['--json'], input).out)
    expect(findings.map((one: { rule: string }) => one.rule)).toEqual(
      published.flatMap(([, rule]) => [rule, rule]),
    )
  })

  it.each([
    ['empty text', ''],
    ['text without a line end', 'no end'],
    ['text with a byte order mark and odd line ends', '\ufeffa\r\nb\rc\n\n'],
  ])('Z-119 passes %s through unchanged and ends with 0', (_, input) => {
    expect(scrub([], input)).toEqual({ code: 0, out: input, err: '' })
    expect(scrub(['-'], input).out).toBe(input)
  })

  it('Z-119 reads files in order, with standard input among them', () => {
    const { code, out } = scrub(['clean.md', '-', 'leak.md'], `in ${secrets.aws}\n`)
    expect(code).toBe(1)
    expect(out).toBe('Nothing here\nin [REDACTED]\nFirst\nToken [REDACTED] twice [REDACTED]\n')
  })

  it('Z-119 is idempotent', () => {
    const once = scrub(['leak.md']).out
    expect(scrub([], once)).toEqual({ code: 0, out: once, err: '' })
  })

  it('Z-119 passes a megabyte through a pipe', () => {
    const input = `${'x'.repeat(99)}\n`.repeat(10_000)
    expect(scrub([], input).out === input).toBe(true)
  })

  it.each(['--check', '--json'])('Z-119 under %s says where 200,000 secrets are', (option) => {
    const { code, out } = scrub([option], 'xoxb-1\n'.repeat(200_000))
    expect(code).toBe(1)
    expect(out.match(/slack-bot-token/g)).toHaveLength(200_000)
  })

  it('Z-119 under --check says where secrets are and not what they are', () => {
    const { code, out } = scrub(['--check', 'clean.md', 'leak.md', 'key.md'])
    expect(code).toBe(1)
    expect(out).toBe(
      'leak.md:2:7: github-personal-token\nleak.md:2:58: github-personal-token\nkey.md:3:3: aws-access-key\n',
    )
    expect(scrub(['--check', 'clean.md'])).toEqual({ code: 0, out: '', err: '' })
  })

  it('Z-119 under --json says the same as data', () => {
    const { code, out } = scrub(['--json', 'key.md', 'clean.md'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      findings: [{ file: 'key.md', rule: 'aws-access-key', line: 3, column: 3 }],
    })
    expect(JSON.parse(scrub(['--json', 'clean.md']).out)).toEqual({ findings: [] })
  })

  it('Z-78 Z-119 leaves out the rules that are named', () => {
    const input = `commit ${'0a'.repeat(20)} by ${secrets.aws}\n`
    expect(scrub(['--without=hex-40'], input).out).toBe(`commit ${'0a'.repeat(20)} by [REDACTED]\n`)
    expect(scrub(['--without=hex-40', '--without', 'aws-access-key'], input)).toMatchObject({
      code: 0,
      out: input,
    })
  })

  it('Z-119 refuses a rule that is not there, and lists those that are', () => {
    const { code, out, err } = scrub(['--without=hex'], 'x')
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('there is no rule "hex"; rules: github-fine-grained-token')
  })

  it.each([
    ['is not there', ['clean.md', 'gone.md'], ''],
    ['is a directory', ['home'], ''],
    ['is not UTF-8', [], Buffer.from([0x61, 0xff])],
  ])('Z-119 ends with 3 and prints no half result when a file %s', (_, args, input) => {
    const { code, out, err } = scrub(args, input)
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(/^Cannot read .*\n$/)
  })
})
