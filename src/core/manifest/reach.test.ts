import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeManifest } from './manifest.fixture.ts'
import { computeReach, findWidening, getOrdinaryReach, joinReach } from './reach.ts'

const widen = (before: object, after: object) =>
  findWidening(computeReach(makeManifest(before)), computeReach(makeManifest(after))).map(
    ({ kind, what }) => `${kind}: ${what}`,
  )

const outside = (uri: string) => ({ sections: { style: { sources: [{ uri, allow_external: true }] } } })
const journal = (file: string) => ({ journal: { when: 'session-end', file } })
const promote = { file: 'docs/notes.json', list: 'notes', entry: { id: '$record_id' } }
const collection = (files: string) => ({
  scheme: 'shop',
  collections: { guides: { files } },
  sections: { guides: { sources: [{ uri: 'shop://docs/guides/', allow_external: true }] } },
})
const withVariable = (place: string) => ({ ...outside('file:{place}/style.md'), vars: { place } })

describe('the reach of a manifest', () => {
  it.each<[string, object, object, string[]]>([
    ['a source outside', {}, outside('file:../style.md'), ['outside: file:../style.md']],
    ['another source outside', outside('file:../a.md'), outside('file:../b.md'), ['outside: file:../b.md']],
    [
      'a variable that moves a source outside',
      withVariable('../a'),
      withVariable('../../b'),
      ['outside: file:{place}/style.md'],
    ],
    [
      'a variable in such a variable',
      { ...withVariable('{top}/a'), vars: { place: '{top}/a', top: '..' } },
      { ...withVariable('{top}/a'), vars: { place: '{top}/a', top: '/etc' } },
      ['outside: file:{place}/style.md'],
    ],
    [
      'the name of an intent in a source outside',
      { ...outside('file:../{intent}.md'), intents: { build: ['make'] } },
      { ...outside('file:../{intent}.md'), intents: { '../../etc/passwd': ['make'] } },
      ['outside: file:../{intent}.md'],
    ],
    [
      'the files of an address that may be outside',
      collection('../a/*.md'),
      collection('/etc/*.md'),
      ['outside: shop://docs/guides/'],
    ],
    [
      'a directory that the user opens by name',
      {},
      { sections: { shared: { sources: ['file:@team/STYLE.md'] } } },
      ['outside: file:@team/STYLE.md'],
    ],
    [
      'such a directory in a variable',
      { vars: { place: 'docs' }, sections: { soul: { sources: ['file:{place}/x.md'] } } },
      { vars: { place: '@team' }, sections: { soul: { sources: ['file:{place}/x.md'] } } },
      ['outside: file:{place}/x.md'],
    ],
    [
      'a sensitive name',
      {},
      { sections: { soul: { sources: [{ uri: 'file:.env', allow_sensitive: true }] } } },
      ['sensitive: file:.env'],
    ],
    ['a plugin', {}, { plugins: { tracker: {} } }, ['plugin: tracker']],
    [
      'a changed plugin',
      { plugins: { tracker: { provides: ['issues'] } } },
      { plugins: { tracker: { provides: ['issues', 'notes'] } } },
      ['plugin: tracker'],
    ],
    ['an adapter that asks a plugin', {}, { adapters: { beads: {} } }, ['plugin: beads']],
    [
      'an adapter that asked a file before',
      { adapters: { beads: { file: 'work.json' } } },
      { adapters: { beads: {} } },
      ['plugin: beads'],
    ],
    ['a journal', {}, journal('notes/{date}.md'), ['write: notes/{date}.md']],
    ['another journal', journal('a/{date}.md'), journal('b/{date}.md'), ['write: b/{date}.md']],
    ['a file for candidates', {}, { memory: { promote } }, ['write: docs/notes.json']],
    [
      'another list in the file for candidates',
      { memory: { promote } },
      { memory: { promote: { ...promote, list: 'scripts' } } },
      ['write: docs/notes.json'],
    ],
    [
      'a generated file',
      {},
      { knowledge: { all: { from: 'docs/*.md', to: 'docs/all.md' } } },
      ['generated: docs/all.md'],
    ],
    [
      'a set of redaction rules that is gone',
      {},
      { redact: { sets: ['published'] } },
      ['protection: without the redaction set default'],
    ],
    [
      'a redaction pattern that is another one',
      { redact: { patterns: { badge: 'B[0-9]{6}' } } },
      { redact: { patterns: { badge: 'B[0-9]{60}' } } },
      ['protection: without the redaction pattern badge'],
    ],
    [
      'known secrets that are gone',
      { redact: { known: { variables: ['DB_PASSWORD'] } } },
      { redact: { known: { files: [] } } },
      [
        'protection: without the secret values of .env',
        'protection: without the secret values of .env.*',
        'protection: without the secret value of $DB_PASSWORD',
      ],
    ],
    [
      'an exclusion that is gone',
      { exclude: ['private/**'] },
      {},
      ['protection: without the exclusion of private/**'],
    ],
    [
      'a prohibited class, which may replace a built-in one',
      {},
      { prohibited: { secrets: { words: ['x'] } } },
      ['protection: the prohibited class secrets'],
    ],
  ])('widens by %s', (_, before, after, expected) => {
    expect(widen(before, after)).toEqual(expected)
  })

  it('widens by a file outside the repository that the manifest extends', () => {
    const manifest = makeManifest({})
    const widening = findWidening(computeReach(manifest), computeReach(manifest, ['/srv/base.yaml']))
    expect(widening).toMatchObject([{ kind: 'extends', what: '/srv/base.yaml' }])
  })

  it.each<[string, object]>([
    ['a file of the repository', { sections: { more: { sources: ['file:docs/*.md'] } } }],
    ['a removed section', { sections: { soul: null, other: { sources: ['file:README.md'] } } }],
    ['a budget', { levels: { standard: { budget: 1500 } }, ceiling: 4000 }],
    ['a variable of ordinary files', { vars: { place: 'docs' } }],
    ['words', { about: 'A shop', sections: { soul: { heading: 'Soul' } } }],
    ['a tier that is sent again', { tiers: { work: { budget: 100, refresh: [{ on_change: '*' }] } } }],
    [
      'a collection and a context',
      {
        collections: { adrs: { files: 'docs/adr/*.md' } },
        contexts: { all: { files: 'docs/*.md' } },
      },
    ],
    ['work items from a file', { adapters: { board: { file: 'work/items.json' } } }],
    ['another form of the packet', { render: { format: 'plain' }, record: { id: '$injection_id' } }],
    ['more redaction', { redact: { sets: ['default', 'personal'], add: ['hex-40'] } }],
    ['an exclusion', { exclude: ['private/**'] }],
    ['shorter retention of notes', { memory: { retention: { standard: 3 } } }],
  ])('does not widen by %s', (_, after) => {
    expect(widen({}, after)).toEqual([])
  })

  it('does not widen by words about a plugin, or the text of a journal', () => {
    expect(widen({ plugins: { tracker: {} } }, { plugins: { tracker: { about: 'Issues' } } })).toEqual([])
    const text = { journal: { when: 'session-end', file: 'a/{date}.md', template: '{done}' } }
    expect(widen(journal('a/{date}.md'), text)).toEqual([])
  })

  it('is ordinary without anything beyond ordinary files', () => {
    expect(computeReach(makeManifest({}))).toEqual(getOrdinaryReach())
  })

  it('does not widen when a permission goes, or when it is written in another order', () => {
    expect(widen({ ...outside('file:../a.md'), plugins: { tracker: {} } }, {})).toEqual([])
    const written = { provides: ['issues'], max_tokens: 100 }
    const reordered = { max_tokens: 100, provides: ['issues'] }
    expect(widen({ plugins: { a: written, b: {} } }, { plugins: { b: {}, a: reordered } })).toEqual([])
  })
})

describe('laws of the reach', () => {
  const names = ['a', 'b', 'c', 'd']
  const manifest = fc
    .record({
      plugins: fc.subarray(names),
      outside: fc.subarray(names),
      exclude: fc.subarray(names),
      sets: fc.subarray(['default', 'published', 'personal'], { minLength: 1 }),
    })
    .map(({ plugins, outside: uris, exclude, sets }) =>
      computeReach(
        makeManifest({
          plugins: Object.fromEntries(plugins.map((name) => [name, {}])),
          sections: Object.fromEntries(
            uris.map((name) => [name, { sources: [{ uri: `file:../${name}`, allow_external: true }] }]),
          ),
          exclude,
          redact: { sets },
        }),
      ),
    )

  it('a manifest does not widen itself', () => {
    fc.assert(
      fc.property(manifest, (reach) => {
        expect(findWidening(reach, reach)).toEqual([])
      }),
    )
  })

  it('two approvals cover both manifests, and nothing that neither had', () => {
    fc.assert(
      fc.property(manifest, manifest, manifest, (a, b, c) => {
        const both = joinReach(a, b)
        expect([...findWidening(both, a), ...findWidening(both, b)]).toEqual([])
        const isNew = findWidening(a, c).filter((item) =>
          findWidening(b, c).some((other) => JSON.stringify(other) === JSON.stringify(item)),
        )
        expect(findWidening(both, c)).toEqual(isNew)
      }),
    )
  })
})
