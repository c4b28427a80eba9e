import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifests, refusalOf, smallest } from './manifests.fixture.ts'

const refused = (content: string | Uint8Array) => refusalOf({ 'app/m.yaml': content })

describe('a fault is shown with file, line, column, key, what is expected and a fix', () => {
  it.each([
    [
      'an unknown key',
      `${smallest}secions: 1\n`,
      '11:1: secions: unknown key "secions"; did you mean "sections"? (allowed here: foreword, name',
    ],
    [
      'an unknown key below',
      `${smallest}    haeding: X\n`,
      '11:5: sections.soul.haeding: unknown key "haeding"; did you mean "heading"? (allowed here: heading, about',
    ],
    [
      'a wrong type',
      smallest.replace('2000', 'much'),
      '6:10: ceiling: expected number, received string (No packet exceeds it)',
    ],
    ['a bad choice', `${smallest}measure: o200\n`, '11:10: measure: expected "o200k" or'],
    ['a missing key', smallest.replace(/^name: .*\n/m, ''), '1:1: name: missing key "name" (add it: string)'],
    [
      'a missing key below',
      smallest.replace('{ budget: 1000 }', '{}'),
      '4:3: levels.standard.budget: missing key "budget" (add it: integer: Amount allotted',
    ],
    [
      'a bad reducer',
      `${smallest}precedence:\n  - section: soul\n    by: "head(x)"\n`,
      '13:9: precedence.0.by: head takes 1 whole number',
    ],
    [
      'an unknown name',
      smallest.replace('level: standard', 'level: standrad'),
      '5:16: default_level: unknown level "standrad"; did you mean "standard"? (known: standard)',
    ],
    [
      'a bad source',
      smallest.replace('file:', ''),
      '10:9: sections.soul.sources.0: source "SOUL.md" has an unknown',
    ],
    [
      'a bad rule in a flow list',
      `${smallest}redact: { add: [published-hex-40, published-hex-41] }\n`,
      '11:35: redact.add.1: unknown redaction rule "published-hex-41"; did you mean "published-hex-40"?',
    ],
    [
      'a bad section name',
      smallest.replace('  soul:', '  My Soul:'),
      '8:3: sections.My Soul: must be lower-case',
    ],
  ])('%s', (_, content, expected) => {
    const { code, message } = refused(content)
    expect(code).toBe('manifest-invalid')
    expect(message.startsWith(`app/m.yaml:${expected}`), message).toBe(true)
  })

  it('lists them all, up to ten', () => {
    const three = refused(`${smallest}measure: x\nquux: 1\nexclude: 3\n`).message.split('\n')
    expect(three.map((line) => line.slice(0, 16))).toEqual([
      'app/m.yaml:11:10',
      'app/m.yaml:13:10',
      'app/m.yaml:12:1:',
    ])
    const many = Array.from({ length: 13 }, (_, i) => `zz${i}: 1\n`).join('')
    expect(
      refused(smallest + many)
        .message.split('\n')
        .slice(9),
    ).toEqual([expect.stringContaining('zz9'), '… and 3 more'])
  })

  it('counts lines behind a byte order mark and with Windows line ends', () => {
    expect(refused(`\uFEFF${`${smallest}quux: 1\n`.replaceAll('\n', '\r\n')}`).message).toContain(
      'app/m.yaml:11:1: quux',
    )
  })
})

describe('a file that is not YAML', () => {
  it.each([
    ['a tab', `${smallest}render:\n\ttag: x\n`, '12:1', 'tab as indent'],
    ['a key behind a list at the same indent', `${smallest}exclude:\n  - a\n  b: c\n`, '13:1', 'bad indent'],
    ['a key twice', `${smallest}name: again\n`, '11:1', 'duplicate key'],
    ['an open quote', `${smallest}about: "x\n`, '12:1', 'missing char'],
    ['an open list', `${smallest}exclude: [a\n`, '12:1', 'bad indent'],
    ['two documents', `${smallest}---\nname: x\n`, '11:1', 'multiple docs'],
  ])('%s is shown with its place', (_, content, place, kind) => {
    const refusal = refused(content)
    expect(refusal.code).toBe('manifest-invalid')
    expect(refusal.message).toBe(`app/m.yaml:${place}: not valid YAML (${kind}).`)
  })

  it.each([
    ['a line that belongs nowhere', `${smallest}hunter2\n  hunter2\n`],
    ['a quote that is open', `${smallest}about: "hunter2\n`],
    ['an escape that is none', `${smallest}about: "\\hunter2"\n`],
    ['a word behind a flow list', `${smallest}exclude: [a]hunter2\n`],
    ['an alias', `${smallest}about: *hunter2\n`],
  ])('%s is not quoted: it may be a secret', (_, content) => {
    const { message, fix = '' } = refused(content)
    expect(message).toContain('app/m.yaml')
    expect(message + fix).not.toContain('hunter2')
  })
})

describe('a file that is not a manifest', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'app/m.yaml:1:1: expected a mapping'],
    ['only comments', '# nothing\n', 'app/m.yaml:1:1: expected a mapping'],
    ['a list', '- a\n- b\n', 'app/m.yaml:1:1: expected a mapping'],
    ['a text', 'hello', 'app/m.yaml:1:1: expected a mapping'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'is not UTF-8 text'],
    ['bytes that are no UTF-8', Buffer.from(`${smallest}# \xff\n`, 'latin1'), 'is not UTF-8 text'],
    ['UTF-16', Buffer.from(`\ufeff${smallest}`, 'utf16le'), 'is not UTF-8 text'],
    ['NUL bytes', '\0\0\0\0', 'app/m.yaml:1:1'],
    ['300 KB', `${smallest}about: ${'x'.repeat(300_000)}\n`, 'a manifest has at most 262144'],
    ['an alias to nothing', `${smallest}about: *nothing\n`, 'Unresolved alias'],
    [
      'aliases that multiply',
      ['x', ...'abcdefgh'].reduce(
        (text, name, i, all) =>
          `${text}${name}: &${name} [${`*${all[i - 1]}, `.repeat(9)}]\n`.replace(/\[\*undefined.*\]/, '[1]'),
        '',
      ),
      'Excessive alias count',
    ],
  ])('%s is refused', (_, content, message) => {
    const refusal = refused(content)
    expect(refusal.code).toBe('manifest-invalid')
    expect(refusal.message).toContain(message)
  })

  it('a directory is refused, and a file that is not there is missing', () => {
    const { base, load } = manifests({})
    mkdirSync(join(base, 'app/m.yaml'), { recursive: true })
    expect(() => load('app/m.yaml')).toThrow('app/m.yaml is not a file')
    expect(() => load('app/none.yaml')).toThrow('Cannot read the manifest app/none.yaml (ENOENT)')
    expect(() => load('app/\0.yaml')).toThrow('ERR_INVALID_ARG_VALUE')
  })

  it('a key named __proto__ is unknown at the top and harmless below', () => {
    const { message } = refused(`${smallest}__proto__:\n  polluted: 1\n`)
    expect(message).toContain('app/m.yaml:11:1: __proto__: unknown key "__proto__"')
    const { load } = manifests({ 'app/m.yaml': `${smallest}vars:\n  __proto__:\n    polluted: 1\n` })
    expect(load('app/m.yaml').manifest.vars).toEqual({})
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
