import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishedPatterns } from '../../src/core/redact/published/published.fixture.ts'
import { Asking, manifest } from './past-asking.ts'
import { files, World } from './program.ts'
import { canaries, drawn } from './redaction-samples.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

let projects = 0
function project(first: string, redact: string): Asking {
  const sections = "  first: { sources: ['file:FIRST.md'] }\n"
  const text = manifest({ sections, rest: `redact: ${redact}\n` })
    .replaceAll('4000', '400000')
    .replaceAll('6000', '400000')
  return new Asking({ '.foreword/manifest.yaml': text, 'FIRST.md': first }, `p${++projects}`, world)
}
const sent = (first: string, redact: string) => {
  const { packet } = project(first, redact).inject('standard')
  return /## FIRST\n\n([\s\S]*)\n\n<\/context>/.exec(packet)![1]!
}

const digest = (algorithm: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update('foreword').digest(encoding)
const commit = digest('sha1')
const gitlab = `glpat-${drawn(21, 20)}`

describe('the published set alone', () => {
  it('Z-65 takes what the fifteen patterns take, and nothing else', () => {
    const tokens = canaries().filter(({ name }) => !name.startsWith('key line'))
    const samples = tokens.map(({ line }, i) => `- note ${i}: it is ${line} then`)
    const published = [
      ...['github_pat_', 'ghp_', 'gho_', 'ghu_', 'sk-ant-', 'xoxb-', 'xoxp-', 'xoxa-'].map(
        (prefix, i) => prefix + drawn(30 + i),
      ),
      ...['AKIA', 'ASIA'].map((prefix, i) => prefix + drawn(40 + i, 16).toUpperCase()),
      `sk-${drawn(50, 40)}`,
      `eyJ${drawn(51)}.eyJ${drawn(52)}.${drawn(53)}`,
      commit,
      digest('sha256'),
    ]
    const text = [...samples, ...published.map((sample) => `It is ${sample} then`)].join('\n')
    const all = new RegExp(Object.values(publishedPatterns).join('|'), 'g')
    const result = sent(`${text}\n`, '{ sets: [published] }')
    expect(result).toBe(text.replaceAll(all, '[REDACTED]'))
    expect(result.match(/It is \[REDACTED\] then/g)!.length).toBeGreaterThanOrEqual(published.length)
  })

  it('Z-65 takes all of a key, of which the patterns only have the first line', () => {
    const key = canaries().find(({ name }) => name === 'key line 0')!.line
    expect(sent(`Before\n${key}\nAfter\n`, '{ sets: [published] }')).toBe('Before\n[REDACTED]\nAfter')
  })

  it('takes the id of a commit and leaves a token that was not published', () => {
    expect(sent(`In ${commit}\nBy ${gitlab}\n`, '{ sets: [published] }')).toBe(`In [REDACTED]\nBy ${gitlab}`)
  })
})

describe('the default set', () => {
  it.each([
    ['the id of a commit', `In ${commit} of main`],
    ['a commit of an action', `uses: actions/checkout@${commit} # v4`],
    ['a UUID', 'request 6f1c2f8e-4b0a-4a53-9d3c-7d1f0b2a9e11 failed'],
    ['a hash of a lock file', `    "integrity": "sha512-${digest('sha512', 'base64')}",`],
    ['a hash of go.sum', `golang.org/x/mod v0.17.0 h1:${digest('sha256', 'base64')}`],
    ['a hash of a poetry lock', `    {file = "idna.whl", hash = "sha256:${digest('sha256')}"},`],
    ['a subresource', `<script src="a.js" integrity="sha384-${digest('sha384', 'base64')}"></script>`],
    ['an image', `![](data:image/png;base64,${Buffer.from(digest('sha512')).toString('base64')})`],
    ['a diff', `index ${commit.slice(0, 10)}..${digest('md5').slice(0, 10)} 100644`],
    ['a checksum by itself', `${digest('sha256')}  foreword.tgz`],
    ['an e-mail address', 'Ask ada.lovelace@analytical.org about it'],
  ])('leaves %s', (_, line) => {
    expect(sent(`${line}\n`, '{ sets: [default] }')).toBe(line)
  })

  it('takes what the published set does not know', () => {
    expect(sent(`In ${commit}\nBy ${gitlab}\n`, '{}')).toBe(`In ${commit}\nBy [REDACTED]`)
  })
})

describe('more sets', () => {
  it('take personal data when they are asked to', () => {
    const text = `Ask ada.lovelace@analytical.org about ${gitlab}\n`
    expect(sent(text, '{ sets: [default, personal] }')).toBe('Ask [REDACTED] about [REDACTED]')
    expect(sent(text, '{ sets: [personal] }')).toBe(`Ask [REDACTED] about ${gitlab}`)
  })

  it('are joined by single rules', () => {
    expect(sent(`In ${commit}\nBy ${gitlab}\n`, '{ add: [published-hex-40] }')).toBe(
      'In [REDACTED]\nBy [REDACTED]',
    )
  })

  it('Z-65 are two in the outpost preset', () => {
    const soul = `${files['apps/shop/SHOP_SOUL.md']}- In ${commit} by ${gitlab}\n`
    const repo = world.project({ 'apps/shop/SHOP_SOUL.md': soul })
    const { out } = world.foreword(['explain', repo, 'full', '--json'])
    const { packet, receipt } = JSON.parse(out)
    expect(packet).toContain('- In [REDACTED] by [REDACTED]')
    expect(Object.keys(receipt.redaction.by_rule).toSorted()).toEqual([
      expect.stringMatching(/^gitlab-/),
      'published-hex-40',
    ])
  })
})
