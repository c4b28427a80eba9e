import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Expansion } from '../../plan/index.ts'
import { neutraliseExpansions, restoreExpansions } from './neutralise-expansions.ts'
import { makeLines, makeRenderInput, makeRule, makeSection } from './render-packet-text.fixture.ts'
import { renderPacketText } from './render-packet-text.ts'

const anywhere: Expansion = { mark: '@', at: 'anywhere' }
const word: Expansion = { mark: '@', at: 'word' }
const text: Expansion = { mark: '/', at: 'text' }
const name: Expansion = { mark: '$', at: 'name' }

const neutralise = (given: string, ...expansions: Expansion[]) => neutraliseExpansions(given, expansions).text

describe('neutraliseExpansions', () => {
  it.each<[Expansion, string, string]>([
    [anywhere, 'see @a.txt', 'see \\@a.txt'],
    [anywhere, 'mail a@b.org', 'mail a\\@b.org'],
    [anywhere, '@@a', '\\@\\@a'],
    [anywhere, '\\@a \\\\@b', '\\\\@a \\\\\\@b'],
    [word, '@a.txt (@b) `@c` "@d" 。@e', '\\@a.txt (\\@b) `\\@c` "\\@d" 。\\@e'],
    [word, '@"a b.txt" @~/notes.txt @../x', '\\@"a b.txt" \\@~/notes.txt \\@../x'],
    [word, '> @a\n\t@b\n@c', '> \\@a\n\t\\@b\n\\@c'],
    [word, '\\@a', '\\\\@a'],
    [word, 'mail a@b.org, _@x', 'mail a@b.org, _@x'],
    [word, 'a\\@b', 'a\\@b'],
    [text, '\n /init\n/init', '\n \\/init\n/init'],
    [text, 'a\n/init', 'a\n/init'],
    [name, 'run $skill, \\$skill or $\\skill', 'run $\\skill, \\$\\skill or $\\\\skill'],
    [name, '$(x) $ {y} $ 5$', '$(x) $ {y} $ 5$'],
  ])('%j makes %j harmless', (expansion, given, safe) => {
    expect(neutralise(given, expansion)).toBe(safe)
    expect(restoreExpansions(safe, [expansion])).toBe(given)
  })

  it('counts the places', () => {
    expect(neutraliseExpansions('@a a@b /c\n@d', [word, text]).count).toBe(2)
    expect(neutraliseExpansions('/c @d', [word, text]).count).toBe(2)
    expect(neutraliseExpansions('@a', []).count).toBe(0)
  })

  const pieces = fc.constantFrom(
    '@',
    '\\',
    '/',
    '!',
    '$',
    ' ',
    '\n',
    '\r',
    'a',
    '9',
    '_',
    '"',
    '(',
    '漢',
    '😀',
  )
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 20 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
  )
  const all = fc.uniqueArray(fc.constantFrom(anywhere, word, text, name), {
    selector: ({ mark }) => mark,
  })

  it('can be undone exactly, for every text and every set of forms', () => {
    fc.assert(
      fc.property(texts, all, (given, expansions) => {
        const safe = neutraliseExpansions(given, expansions)
        expect(restoreExpansions(safe.text, expansions)).toBe(given)
        expect(safe.text.length).toBe(given.length + safe.count)
      }),
      { numRuns: 5000 },
    )
  })

  it('leaves no mark that an agent acts on', () => {
    fc.assert(
      fc.property(texts, (given) => {
        expect(neutralise(given, anywhere)).not.toMatch(/(?<!\\)@/)
        expect(neutralise(given, word)).not.toMatch(/(?:^|[\s。、？！("`'])@/)
        expect(neutralise(given, text)).not.toMatch(/^\s*\//)
        expect(neutralise(given, name)).not.toMatch(/\$[A-Za-z0-9_:-]/)
      }),
      { numRuns: 5000 },
    )
  })

  it('comes back from a text made to delay it', () => {
    for (const long of ['\\', '@\\', ' ', '\n', '$\\', '\\ '])
      expect(neutralise(`x${long.repeat(100_000)}`, word, text, name).length).toBeGreaterThan(100_000)
  })
})

describe('a packet for an agent that acts on @path', () => {
  const lines = makeLines('see @config/deploy.txt', 'mail é@example.org', 'no form')
  const sections = [makeSection('guide', lines)]
  const omission = { id: 'x', heading: 'X', what: 'left out', why: 'full', source: 'docs/@x.md' } as const
  const render = (format: string, expansions: readonly Expansion[]) =>
    renderPacketText(
      makeRenderInput({ rule: makeRule({ format }), expansions, sections, omissions: [omission] }),
    )

  it.each(['xml+markdown', 'markdown', 'plain'])('has each line where the source map says: %s', (format) => {
    const { text, map, neutralised } = render(format, [anywhere])
    expect(map).toHaveLength(1)
    const bytes = Buffer.from(text).subarray(map[0]!.start, map[0]!.end)
    expect(bytes.toString()).toBe('see \\@config/deploy.txt\nmail é\\@example.org\nno form\n')
    expect(text).not.toMatch(/(?<!\\)@/)
    expect(neutralised).toBe(text.split('@').length - 1)
  })

  it('is still JSON, with the backslash in the values', () => {
    const { text, neutralised } = render('json', [anywhere])
    const { omitted, sections } = JSON.parse(text)
    expect(omitted[0].source).toBe('docs/\\@x.md')
    expect(sections[0].text).toBe('see \\@config/deploy.txt\nmail é\\@example.org\nno form')
    expect(text).not.toMatch(/(?<!\\)@/)
    expect(neutralised).toBe(3)
  })

  it('does not begin with a command', () => {
    const input = { rule: makeRule({ format: 'plain' }), expansions: [text] }
    const begin = (...texts: string[]) =>
      renderPacketText(makeRenderInput({ ...input, sections: [makeSection('s', makeLines(...texts))] })).text
    expect(begin('/init now', '/init')).toBe('\\/init now\n/init\n')
    expect(begin('', '/init now')).toBe('\n\\/init now\n')
    expect(begin('a', '/init now')).toBe('a\n/init now\n')
  })

  it('differs in nothing if there is no agent', () => {
    for (const format of ['xml+markdown', 'markdown', 'plain', 'json']) {
      expect(render(format, []).text).toContain('see @config/deploy.txt')
      expect(render(format, []).neutralised).toBe(0)
    }
  })
})
