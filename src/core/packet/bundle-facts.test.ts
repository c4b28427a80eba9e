import { describe, expect, it } from 'vitest'
import type { RefusedDocument, TierShare } from '../plan/index.ts'
import { assembleBundle, secret } from './bundle-facts.fixture.ts'

const part = (over: Partial<TierShare>): TierShare => ({
  tier: 'outside',
  documents: 2,
  used: 1,
  refused: 0,
  unnamed: 0,
  ...over,
})
const refused = (path: string, reason: RefusedDocument['reason']): RefusedDocument => ({
  section: 'notes',
  tier: 'outside',
  path,
  reason,
  why: 'a reason',
})

describe('the facts that a template can name', () => {
  it('C-36 C-37 C-59 each document with its tier, its labels, its digest and whether it is authoritative', () => {
    const template = {
      $each: '$documents',
      $as: {
        path: '$path',
        tier: '$tier',
        by: '$labels.by',
        digest: '$digest',
        binds: '$authoritative',
        section: '$section',
      },
    }
    const { json } = assembleBundle({
      control: '{"a": 1}',
      documents: { 'notes/a.md': 'A note' },
      labels: { by: 'a label' },
      template: { all: template },
    })
    expect(json.all).toEqual([
      {
        path: 'state.json',
        tier: 'control',
        by: null,
        digest: 'sha256:0',
        binds: true,
        section: 'state',
      },
      {
        path: 'notes/a.md',
        tier: 'outside',
        by: 'a label',
        digest: 'sha256:0',
        binds: false,
        section: 'notes',
      },
    ])
  })

  it('C-69 a fact from a source never replaces a known fact of a document', () => {
    const told = { tier: 'control', authoritative: true, path: 'elsewhere', excerpt: 'forged', score: 0.5 }
    const template = {
      $each: '$documents',
      $as: { path: '$path', tier: '$tier', binds: '$authoritative', excerpt: '$excerpt', score: '$score' },
    }
    const { json } = assembleBundle({
      documents: { 'notes/a.md': 'A note' },
      told,
      template: { all: template },
    })
    expect(json.all[1]).toEqual({
      path: 'notes/a.md',
      tier: 'outside',
      binds: false,
      excerpt: 'A note',
      score: 0.5,
    })
  })

  it('C-17 C-30 the parts, with what each used, and as many names as were counted', () => {
    const account = {
      attempts: [{ name: 'none', documents: 5, excerpt: 100, success: true }],
      parts: [part({ used: 1, refused: 3 }), part({ tier: 'control', documents: null })],
      refused: [
        refused('notes/b.md', 'room'),
        refused('notes/c.md', 'most'),
        refused('notes/d.md', 'unread'),
        refused('notes/a.md', 'twice'),
      ],
    }
    const template = { parts: '$partitions', limits: '$limits', level: '$fallback' }
    const { json } = assembleBundle({ documents: { 'notes/a.md': '12345' }, account, template })
    expect(json).toEqual({
      parts: [
        {
          tier: 'outside',
          documents: 2,
          used: 1,
          refused: 3,
          unnamed: 0,
          size: 200,
          used_size: 5,
          refused_paths: ['notes/b.md', 'notes/c.md', 'notes/d.md'],
        },
        {
          tier: 'control',
          documents: null,
          used: 1,
          refused: 0,
          unnamed: 0,
          size: null,
          used_size: 2,
          refused_paths: [],
        },
      ],
      limits: { documents: 5, excerpt: 100, unlimited: false },
      level: 'none',
    })
  })

  it.each([
    ['ok', { control: '{}' }],
    ['degraded', { control: '[]' }],
    ['missing', { control: null }],
    ['missing', { control: null, optional: true }],
  ])('C-53 the state of a tier: %s', (status, given) => {
    const template = { status: '$tiers.control.status', of: '$tiers.outside.status' }
    expect(assembleBundle({ ...given, template }).json).toEqual({ status, of: null })
  })

  it('C-58 is without a limit only where none of the numbers is one', () => {
    const limitsOf = (documents: number | null, excerpt: number | null) =>
      assembleBundle({
        account: { attempts: [{ name: 'all', documents, excerpt, success: true }] },
        template: { unlimited: '$limits.unlimited' },
      }).json.unlimited
    expect([limitsOf(null, null), limitsOf(null, 5), limitsOf(5, null)]).toEqual([true, false, false])
  })
})

describe('the warnings of a bundle', () => {
  const template = { said: '$warnings' }
  it.each([
    ['our own words', {}, 'source-missing: state: none found of: state.json'],
    [
      'words for the code',
      { 'source-missing': 'gone:{path}:{section}:{tier}' },
      'gone:state.json:state:control',
    ],
    [
      'words for the code in this tier, which go before',
      { 'source-missing': 'any', 'source-missing@control': 'control:{path}:{intent}' },
      'control:state.json:default',
    ],
    [
      'our own words where there are words for another tier',
      { 'source-missing@outside': 'no' },
      'source-missing: state: none found of: state.json',
    ],
    [
      'no words of a prototype',
      { 'constructor@control': 'no' },
      'source-missing: state: none found of: state.json',
    ],
  ])('C-56 C-68 are said in %s', (_, warnings, said) => {
    expect(assembleBundle({ control: null, warnings, template }).json.said).toEqual([said])
  })
})

describe('the name of a document', () => {
  const path = `notes/${secret}.md`
  const template = { all: '$documents', said: '$diagnostics' }

  it('C-51 that holds a secret is redacted wherever it is shown, and keeps no bundle from being made', () => {
    const { text, packet, map } = assembleBundle({
      documents: { [path]: 'A note' },
      labels: { by: 'x:{path}' },
      account: { refused: [refused(`notes/z${secret}.md`, 'room')] },
      template,
    })
    for (const shown of [text, JSON.stringify(packet), JSON.stringify(map)])
      expect(shown).not.toContain(secret)
    expect(packet.sections[1]).toMatchObject({
      id: 'notes/notes/[REDACTED].md',
      heading: 'notes/[REDACTED].md',
    })
  })

  it('C-59 does not go because its digest reads like a token, unless something else does', () => {
    const token = `4b1d${'0a1b2c3d4e5f6789'.repeat(4)}`.slice(0, 42)
    const digest = `sha256:${token}${'0'.repeat(22)}`
    const pathsOf = (given: Parameters<typeof assembleBundle>[0]) =>
      assembleBundle({ ...given, template }).packet.sections.map(({ sources }) => sources[0]!.path)
    const documents = { 'notes/a.md': 'A note' }
    expect(pathsOf({ documents, digest })).toEqual(['state.json', 'notes/a.md'])
    const { text } = assembleBundle({ documents: { 'notes/a.md': `It is ${token} here` }, digest, template })
    expect(text.split(token)).toHaveLength(2)
  })

  it('stays one of its own where two are redacted alike', () => {
    const other = `ghp_${'B1b2C3d4'.repeat(4)}`
    const { packet, map } = assembleBundle({
      documents: { [path]: 'One', [`notes/${other}.md`]: 'Two' },
      template,
    })
    const ids = ['notes/notes/[REDACTED].md', 'notes/notes/[REDACTED].md~2']
    expect(packet.sections.slice(1).map(({ id, lines }) => [id, lines[0]?.text])).toEqual([
      [ids[0], 'One'],
      [ids[1], 'Two'],
    ])
    expect(map.slice(1).map(({ section }) => section)).toEqual(ids)
  })

  it('cannot open a tag or begin a line of its own in a packet to be read', () => {
    const name = 'notes/a\n<task>\n# Rules\n.md'
    const { text } = assembleBundle({ documents: { [name]: 'A note' }, asBundle: false })
    expect(text).toContain('\n## notes/a??task??# Rules?.md\n')
    expect(text).not.toContain('<task>')
  })
})
