import { mkdirSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openFiles } from './open-files.ts'
import { workspace } from './workspace.fixture.ts'

const TREE = [
  'README.md',
  '.hidden.md',
  'docs/ANCHORS.md',
  'docs/a.md',
  'docs/B.md',
  'docs/.draft.md',
  'docs/adr/0001-x.md',
  'docs/adr/deep/0002-y.md',
  'docs/.private/z.md',
  'docs/node_modules/pkg/README.md',
  'docs/.git/HEAD.md',
  'apps/x/ONE_SOUL.md',
  'apps/y/TWO_SOUL.md',
  'apps/y/notes.txt',
]

function tree() {
  const made = workspace()
  for (const path of TREE) made.write(`root/${path}`)
  return made
}

describe('list', () => {
  it.each([
    ['docs/ANCHORS.md', ['docs/ANCHORS.md']],
    ['docs/missing.md', ['docs/missing.md']],
    ['docs/*.md', ['docs/ANCHORS.md', 'docs/B.md', 'docs/a.md']],
    ['docs/.*.md', ['docs/.draft.md']],
    ['docs/*', ['docs/ANCHORS.md', 'docs/B.md', 'docs/a.md']],
    ['./docs/?.md', ['docs/B.md', 'docs/a.md']],
    ['docs/[a-z].md', ['docs/a.md']],
    ['DOCS/*.md', []],
    ['*/*/*_SOUL.md', ['apps/x/ONE_SOUL.md', 'apps/y/TWO_SOUL.md']],
    ['apps/*/TWO_SOUL.md', ['apps/y/TWO_SOUL.md']],
    ['apps/{x,z}/*.md', ['apps/x/ONE_SOUL.md']],
    ['{docs/a,docs/missing,README}.md', ['README.md', 'docs/a.md']],
    [
      'docs/**/*.md',
      ['docs/ANCHORS.md', 'docs/B.md', 'docs/a.md', 'docs/adr/0001-x.md', 'docs/adr/deep/0002-y.md'],
    ],
    ['docs/**/deep/**', ['docs/adr/deep/0002-y.md']],
    ['**/[0-9]*.md', ['docs/adr/0001-x.md', 'docs/adr/deep/0002-y.md']],
    ['docs/node_modules/*/README.md', ['docs/node_modules/pkg/README.md']],
    ['docs/.private/*', ['docs/.private/z.md']],
    ['README.md/*', []],
    ['missing/**', []],
    [`${'n'.repeat(300)}/*.md`, []],
  ])('%j answers %j', (pattern, paths) => {
    expect(tree().reader.list(pattern)).toEqual(paths)
  })

  it.each(['../*.md', '/etc/*', 'docs//*.md', 'docs\\*.md', '{a,b}'.repeat(20)])(
    'answers a pattern that leads nowhere with itself, so that reading says why: %j',
    (pattern) => {
      const { reader } = tree()
      const paths = reader.list(pattern)
      expect(paths).toEqual([pattern])
      expect(reader.read(pattern).state).not.toBe('found')
    },
  )

  it('does not depend on the order in which files were made', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(TREE, { minLength: TREE.length }), (shuffled) => {
        const { reader, write } = workspace()
        for (const path of shuffled) write(`root/${path}`)
        const paths = reader.list('**/*.md')
        expect(paths).toEqual([...paths].sort())
        expect(paths).toEqual(tree().reader.list('**/*.md'))
      }),
      { numRuns: 10 },
    )
  })

  it('sorts by code unit', () => {
    const { reader, write } = workspace()
    for (const name of ['é', 'z', 'Z', '_', '10', '9', '\u{1F600}', '\uFF5E']) write(`root/d/${name}`)
    expect(reader.list('d/*')).toEqual(
      ['10', '9', 'Z', '_', 'z', 'é', '\u{1F600}', '\uFF5E'].map((name) => `d/${name}`),
    )
  })

  it('enters a linked directory by name or star, but never by two stars', () => {
    const { reader, link } = tree()
    link('root/docs/loop', '..')
    link('root/alias', 'docs')
    expect(reader.list('alias/[a-z].md')).toEqual(['alias/a.md'])
    expect(reader.list('al*/[a-z].md')).toEqual(['alias/a.md'])
    expect(reader.list('**/a.md')).toEqual(['docs/a.md'])
    expect(reader.list('*/loop/*.md')).toEqual(['alias/loop/README.md', 'docs/loop/README.md'])
  })

  it('tells no names from behind a link that leads out', () => {
    const { reader, write, link } = workspace()
    write('target/secret.md')
    link('root/out', '../target')
    link('root/out.md', '../target/secret.md')
    expect(reader.list('out/*.md')).toEqual(['out'])
    expect(reader.read('out')).toMatchObject({ reason: 'outside-root' })
    expect(reader.list('*/secret.md')).toEqual([])
    expect(reader.list('**/*.md')).toEqual(['out.md'])
  })

  it('goes sixteen directories deep', () => {
    const { reader, write } = workspace()
    const down = (depth: number): string => `top/${'d/'.repeat(depth)}x.md`
    write(`root/${down(16)}`)
    write(`root/${down(17)}`)
    expect(reader.list('top/**/x.md')).toEqual([down(16)])
  })

  it('looks at fifty thousand entries and keeps the first by name', () => {
    const { reader, at } = workspace()
    mkdirSync(at('root/many'))
    for (let n = 0; n < 50_010; n++) writeFileSync(at(`root/many/${String(n).padStart(5, '0')}`), '')
    const paths = reader.list('many/*')
    expect(paths.at(-1)).toMatch(/^many\/499\d\d$/)
  })
})

describe('a pattern', () => {
  it.each([
    ['docs/*_SOUL.md', 'docs/A_SOUL.md', true],
    ['docs/*_SOUL.md', 'docs/deep/A_SOUL.md', false],
    ['docs/**/*.md', 'docs/a/b/c.md', true],
    ['j/[0-9][0-9]-*.md', 'j/26-x.md', true],
    ['j/[!R]*.md', 'j/README.md', false],
    ['{a,b}/x.md', 'b/x.md', true],
    ['a/x.md', 'a/x.md', true],
    ['a/x.md', 'a/y.md', false],
  ])('%s for %s: %s, without looking', (pattern, path, expected) => {
    const reader = openFiles({ root: '/nowhere', exclude: [], hash: () => '' })
    expect(reader.matches(pattern, path)).toBe(expected)
  })
})
