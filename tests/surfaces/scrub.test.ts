import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentOf, keepsToTheScreen } from './past-asking.ts'
import { binary, World } from './program.ts'
import { awsKey, githubToken } from './scrub-samples.ts'

const github = githubToken(1)
const aws = awsKey(2)

let world: World
beforeAll(() => {
  world = new World()
  world.write(join(world.dir, 'clean.md'), 'Nothing here\n')
  world.write(join(world.dir, 'leak.md'), `First\nToken ${github} twice ${github}\n`)
  world.write(join(world.dir, 'key.md'), `\n\n  ${aws}`)
})
afterAll(() => world.remove())

const scrub = (args: readonly string[], input: string | Buffer = '') =>
  world.program(['scrub', ...args], { input })
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

describe('scrub, as a filter', () => {
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
    const { code, out } = scrub(['--set=published'], input)
    expect(code).toBe(1)
    expect(out).toBe(published.map(([, rule]) => `${rule}: [REDACTED] and [REDACTED].`).join('\n'))
    const { findings, counts } = JSON.parse(scrub(['--set=published', '--json'], input).out)
    const names = published.map(([, rule]) => `published-${rule}`)
    expect(findings.map((finding: { rule: string }) => finding.rule)).toEqual(
      names.flatMap((rule) => [rule, rule]),
    )
    expect(counts).toEqual(Object.fromEntries(names.map((rule) => [rule, 2])))
  })

  it.each([
    ['empty text', ''],
    ['text without a line end', 'no end'],
    ['text with a byte order mark and odd line ends', '\ufeffa\r\nb\rc\n\n'],
    ['text with colours and a form feed', 'a\u001b[31mb\u001b[0m\f\n'],
  ])('Z-119 passes %s through unchanged and ends with 0', (_, input) => {
    expect(scrub([], input)).toEqual({ code: 0, out: input, err: '' })
    expect(scrub(['-'], input).out).toBe(input)
  })

  it('Z-119 reads files in order, as often as they are named, with standard input among them', () => {
    const { code, out, err } = scrub(['clean.md', '-', 'leak.md', 'clean.md'], `in ${aws}\n`)
    expect([code, err]).toEqual([1, ''])
    expect(out).toBe('Nothing here\nin [REDACTED]\nFirst\nToken [REDACTED] twice [REDACTED]\nNothing here\n')
  })

  it('Z-119 reads what gives its text only once', () => {
    const { code, out } = world.shell(`cat leak.md | foreword scrub /dev/stdin clean.md`)
    expect([code, out]).toEqual([1, 'First\nToken [REDACTED] twice [REDACTED]\nNothing here\n'])
  })

  it('Z-119 is idempotent', () => {
    const once = scrub(['leak.md']).out
    expect(scrub([], once)).toEqual({ code: 0, out: once, err: '' })
  })

  it('Z-119 passes a megabyte through a pipe', () => {
    const input = `${'x'.repeat(99)}\n`.repeat(10_000)
    expect(scrub([], input).out === input).toBe(true)
  })

  it('names rule and number in each marker with --labels, the same for the same secret', () => {
    const other = githubToken(3)
    const { out } = scrub(['--labels'], `${github} ${other} ${github}\n`)
    expect(out).toBe(
      '[REDACTED:github-personal-token#1] [REDACTED:github-personal-token#2] [REDACTED:github-personal-token#1]\n',
    )
  })

  it('takes hidden text out only where it is asked to, and sees secrets through it', () => {
    const input = `a\u202eb ${github.slice(0, 9)}\u200b${github.slice(9)}\n`
    expect(scrub([], input).out).toBe('a\u202eb [REDACTED]\n')
    expect(scrub(['--add=hidden-text'], input).out).toBe('ab [REDACTED]\n')
    expect(Object.keys(JSON.parse(scrub(['--json'], input).out).hidden)).not.toEqual([])
  })

  it('takes a secret of one file for one in the others too', () => {
    const password = `${githubToken(4).slice(4, 30)}`
    world.write(join(world.dir, 'bare.md'), `We said ${password} aloud\n`)
    world.write(join(world.dir, 'named.md'), `password = "${password}"\n`)
    expect(scrub(['bare.md', 'named.md']).out).not.toContain(password)
  })

  it.each([
    ['is not there', ['gone.md', 'clean.md'], '', 'Cannot read gone.md: ENOENT.\n'],
    [
      'is not UTF-8',
      ['-', 'clean.md'],
      Buffer.from([0x61, 0xff]),
      'Cannot read standard input: it is not UTF-8 text.\n',
    ],
  ])('Z-119 goes on after a file that %s, and ends with 3', (_, args, input, message) => {
    expect(scrub(args, input)).toEqual({ code: 3, out: 'Nothing here\n', err: message })
  })
})

describe('scrub --check', () => {
  it.each(['--check', '--json'])('Z-119 under %s says where 200,000 secrets are', (option) => {
    const { code, out } = scrub([option, '--set=published'], 'xoxb-1\n'.repeat(200_000))
    expect(code).toBe(1)
    expect(out.match(/"?rule"?: "published-slack-bot-token|: published-slack-bot-token/g)).toHaveLength(
      200_000,
    )
  })

  it('Z-119 says where secrets are and not what they are', () => {
    const { code, out, err } = scrub(['--check', 'clean.md', 'leak.md', 'key.md'])
    expect(code).toBe(1)
    expect(out).toBe(
      'leak.md:2:7: github-personal-token\nleak.md:2:54: github-personal-token\nkey.md:3:3: aws-access-key\n',
    )
    expect(err).toBe('3 findings in 2 files (3 files).\n')
    expect(scrub(['--check', 'clean.md'])).toEqual({ code: 0, out: '', err: 'No findings (1 file).\n' })
  })

  it('Z-119 under --json says the same as data, of the published shape', () => {
    const { code, out, err } = scrub(['--json', 'key.md', 'clean.md'])
    expect([code, err]).toEqual([1, ''])
    expect(documentOf('scrub', out)).toEqual({
      findings: [
        {
          file: 'key.md',
          line: 3,
          column: 3,
          end_line: 3,
          end_column: 23,
          rule: 'aws-access-key',
          fingerprint: expect.stringMatching(/^[0-9a-f]{5}$/),
        },
      ],
      files: 2,
      skipped: [],
      unreadable: [],
      counts: { 'aws-access-key': 1 },
      hidden: {},
      allowed: [],
      known: [],
      stale: [],
      baseline: null,
    })
    expect(out).not.toContain(aws.slice(4))
    expect(documentOf('scrub', scrub(['--json', 'clean.md']).out).findings).toEqual([])
  })

  it('counts columns in UTF-16 code units, and no byte order mark', () => {
    const input = `\ufeff😀 ${github}\n`
    expect(scrub(['--check'], input).out).toBe('-:1:4: github-personal-token\n')
  })

  it('has another fingerprint at every call, the same for the same value in one', () => {
    const prints = () => {
      const { findings } = JSON.parse(scrub(['--json', 'leak.md']).out)
      return findings.map((finding: { fingerprint: string }) => finding.fingerprint)
    }
    const calls = [prints(), prints(), prints()]
    for (const [first, second] of calls) expect(first).toBe(second)
    expect(new Set(calls.flat()).size).toBeGreaterThan(1)
  })
})

describe('the rules of scrub', () => {
  it('Z-78 Z-119 leaves out the rules that are named, and adds others', () => {
    const input = `commit ${'0a'.repeat(20)} by ${aws}\n`
    expect(scrub([], input).out).toBe(`commit ${'0a'.repeat(20)} by [REDACTED]\n`)
    expect(scrub(['--add=published-hex-40'], input).out).toBe('commit [REDACTED] by [REDACTED]\n')
    const without = ['--without=published-hex-40', '--without', 'published-aws-access-key']
    expect(scrub(['--set=published', ...without], input)).toMatchObject({ code: 0, out: input })
  })

  it('takes several sets', () => {
    const input = `Write to jane.doe@mail.example.net about xoxb-1\n`
    const rules = (args: string[]) => Object.keys(JSON.parse(scrub(['--json', ...args], input).out).counts)
    expect(rules(['--set=published'])).toEqual(['published-slack-bot-token'])
    expect(rules(['--set=published', '--set=personal'])).toContain('published-slack-bot-token')
  })

  it.each([
    [
      'a rule that is not there',
      ['--without=aws-acces-key'],
      'unknown rule "aws-acces-key"; did you mean "aws-access-key"?',
    ],
    [
      'a rule by a piece of its name',
      ['--add=hex-40'],
      'unknown rule "hex-40"; did you mean "published-hex-40"?',
    ],
    [
      'a set that is not there',
      ['--set=all'],
      '--set must be one of default, published, personal, not "all"',
    ],
    ['two forms of output', ['--diff', '--sarif'], '--diff and --sarif exclude each other'],
    ['two others', ['--check', '--diff'], '--check and --diff exclude each other'],
    [
      'a size that is none',
      ['--max-size=large'],
      '--max-size must be like 500kB or 8MB, at most 256MiB, not "large"',
    ],
  ])('Z-119 refuses %s', (_, args, message) => {
    const { code, out, err } = scrub(args, 'x')
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })

  it('heeds no comment in the text that says a secret is allowed', () => {
    const comments = ['gitleaks:allow', 'pragma: allowlist secret', 'nosec', 'secretlint-disable', 'noqa']
    const input = comments
      .map((comment, i) => `// ${comment}\nx = ${githubToken(10 + i)} # ${comment}\n`)
      .join('')
    const { out, err } = scrub(['--check'], input)
    expect(out.trimEnd().split('\n')).toHaveLength(comments.length)
    expect(err).toBe(`${comments.length} findings in 1 file (1 file).\n`)
  })

  it('tells in its help what it takes, within 80 columns', () => {
    const { code, out } = scrub(['--help'])
    expect(code).toBe(0)
    for (const option of ['--check', '--diff', '--sarif', '--allow=FILE', '--baseline=FILE'])
      expect(out).toContain(option)
    keepsToTheScreen(out)
  })
})

describe('a bar', () => {
  const script = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
  const onTerminal = (line: string) =>
    spawnSync('script', ['-qec', `"${process.execPath}" "${binary}" scrub ${line}`, '/dev/null'], {
      cwd: world.dir,
      env: { ...world.env, TERM: 'xterm' },
      encoding: 'utf8',
    }).stdout

  it.skipIf(!script)(
    'is drawn on a terminal, on a line of its own, and is gone at the end (with script of util-linux)',
    () => {
      const shown = onTerminal('--check leak.md clean.md')
      expect(shown).toContain('Listing files')
      // The text is printed where the bar was removed.
      for (const line of ['leak.md:2:7: github-personal-token', '2 findings in 1 file'])
        expect(shown).toMatch(new RegExp(`(\\u001b\\[2K|\\n)${line}`))
    },
  )

  it.skipIf(!script)('is not drawn over a text', () => {
    expect(onTerminal('clean.md')).toBe('Nothing here\r\n')
  })
})
