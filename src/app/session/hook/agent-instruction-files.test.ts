import { describe, expect, it } from 'vitest'
import { agents } from '../../../agents/index.ts'
import { describeLoadedFiles, listAgentInstructionFiles } from './agent-instruction-files.ts'

const findAgent = (id: string) => agents.find((agent) => agent.id === id)!

type Files = Readonly<Record<string, string>>

function loaded(id: string, files: Files, ofUser: Files = {}, directory = ''): string[] {
  const readText = (path: string) => files[path] ?? null
  const found = listAgentInstructionFiles(findAgent(id), {
    directory,
    readText,
    readUserText: (path) => ofUser[path] ?? null,
    listMarkdown: (directory) => Object.keys(files).filter((path) => path.startsWith(`${directory}/`)),
  })
  expect(found.map(({ path, text }) => files[path] === text)).toEqual(found.map(() => true))
  return found.map(({ path }) => path).sort()
}

describe('the text that an agent reads by itself', () => {
  it('is the first of its memory files, and those that it reads beside it', () => {
    expect(loaded('claude', { 'CLAUDE.md': 'a', 'AGENTS.md': 'b', 'CLAUDE.local.md': 'c' })).toEqual([
      'CLAUDE.local.md',
      'CLAUDE.md',
    ])
    expect(loaded('claude', { 'AGENTS.md': 'b' })).toEqual(['AGENTS.md'])
    expect(loaded('codex', { 'CLAUDE.md': 'a', 'AGENTS.md': 'b' })).toEqual(['AGENTS.md'])
    expect(loaded('codex', { 'AGENTS.override.md': 'a', 'AGENTS.md': 'b' })).toEqual(['AGENTS.override.md'])
    expect(loaded('codex', {})).toEqual([])
  })

  it('is nothing of which it loads only the beginning, as by the bytes that it takes', () => {
    const most = 32_768
    const half = 'é'.repeat(most / 4)
    expect(loaded('codex', { 'AGENTS.md': half.repeat(2) })).toEqual(['AGENTS.md'])
    expect(loaded('codex', { 'AGENTS.md': `${half.repeat(2)}.` })).toEqual([])
    expect(loaded('codex', { 'AGENTS.md': half }, { '.codex/AGENTS.md': half })).toEqual(['AGENTS.md'])
    expect(loaded('codex', { 'AGENTS.md': half }, { '.codex/AGENTS.md': `${half}.` })).toEqual([])
  })

  it('is as much as its settings say, and nothing where that is not known', () => {
    const place = '.codex/config.toml'
    const file = { 'AGENTS.md': 'x'.repeat(40_000) }
    const said = (text: string, more: Files = {}) => loaded('codex', { ...file, ...more }, { [place]: text })
    const key = 'project_doc_max_bytes'
    expect(said(`model = "m"\r\n${key} = 65536 # more\r\n`)).toEqual(['AGENTS.md'])
    for (const less of ['0', '39999', '"much"', '0x10000']) expect(said(`${key} = ${less}\n`)).toEqual([])
    expect(said(`${key} = 65536\n`, { [place]: `${key} = 0\n` })).toEqual([])
    expect(loaded('codex', { 'AGENTS.md': 'x' }, { [place]: `${key} = 0\n` })).toEqual([])
    expect(loaded('codex', { 'AGENTS.md': 'x', [place]: 'model = "m"\n' })).toEqual(['AGENTS.md'])
  })

  it('has another name where one file is a link to the other', () => {
    expect(loaded('claude', { 'CLAUDE.md': 'a', 'AGENTS.md': 'a' })).toEqual(['AGENTS.md', 'CLAUDE.md'])
  })

  it('is there in each directory down to the one that it starts in', () => {
    const places = ['', 'packages/', 'packages/app/', 'packages/app/deep/', 'other/']
    const files = Object.fromEntries(
      places.flatMap((place) =>
        ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'].map((name) => [place + name, place + name]),
      ),
    )
    const names = { claude: 'CLAUDE.md', codex: 'AGENTS.md', gemini: 'GEMINI.md', opencode: 'AGENTS.md' }
    for (const [id, name] of Object.entries(names)) {
      const expected = places.slice(0, 3).map((place) => place + name)
      expect(loaded(id, files, {}, 'packages/app')).toEqual(expected.toSorted())
      expect(loaded(id, files)).toEqual([name])
    }
  })

  it('has one name in all directories, or one in each', () => {
    const files = {
      'CLAUDE.md': 'a',
      'packages/AGENTS.md': 'b',
      'packages/app/AGENTS.md': 'c',
      'packages/app/AGENTS.override.md': 'd',
      'packages/app/.claude/rules/a.md': 'e',
    }
    const inApp = (id: string) => loaded(id, files, {}, 'packages/app')
    expect(inApp('claude')).toEqual(['CLAUDE.md', 'packages/app/.claude/rules/a.md'])
    expect(inApp('codex')).toEqual(['packages/AGENTS.md', 'packages/app/AGENTS.override.md'])
    expect(inApp('opencode')).toEqual(['packages/AGENTS.md', 'packages/app/AGENTS.md'])
  })

  it('is as much of all directories as it takes together', () => {
    const half = 'x'.repeat(16_384)
    const files = { 'AGENTS.md': half, 'a/AGENTS.md': half, 'a/b/AGENTS.md': 'y' }
    expect(loaded('codex', files, {}, 'a')).toEqual(['AGENTS.md', 'a/AGENTS.md'])
    expect(loaded('codex', files, {}, 'a/b')).toEqual(['AGENTS.md', 'a/AGENTS.md'])
  })

  it('is its rules and what they import, but for rules for some files', () => {
    const files = {
      'AGENTS.md': 'a',
      '.claude/rules/a.md': '@../../docs/imported.md',
      '.claude/rules/sub/b.md': '---\ndescription: paths of sorts\n---\n\npaths: all\n',
      '.claude/rules/c.md': '---\ndescription: c\npaths:\n  - "src/**"\n---\nc\n',
      '.claude/rules/d.md': '---\r\npaths: "*.ts"\r\n---\r\n',
      'docs/imported.md': 'b',
    }
    expect(loaded('claude', files)).toEqual([
      '.claude/rules/a.md',
      '.claude/rules/sub/b.md',
      'AGENTS.md',
      'docs/imported.md',
    ])
    expect(loaded('codex', files)).toEqual(['AGENTS.md'])
  })

  it('is what these import, four steps deep, from where each of them lies', () => {
    const files = {
      'CLAUDE.md': 'See @docs/one.md and\n- @./docs/listed.md\n@AGENTS.md',
      'AGENTS.md': 'b',
      'docs/one.md': '@two.md',
      'docs/two.md': '@../three.md @one.md',
      'three.md': '@docs/four.md',
      'docs/four.md': '@five.md',
      'docs/five.md': 'too deep',
      'docs/listed.md': 'c',
    }
    expect(loaded('claude', files)).toEqual(
      Object.keys(files)
        .filter((path) => path !== 'docs/five.md')
        .sort(),
    )
  })

  it.each([
    ['code', '`@x.md`'],
    ['a fence', '```\n@x.md\n```\n'],
    ['a fence that does not end', 'text\n~~~sh\n@x.md\n'],
    ['a comment', '<!-- @x.md -->'],
    ['an address', 'mail a@x.md'],
    ['a file outside', '@../x.md @/x.md @~/x.md'],
    ['no file', '@gone.md @x.md.'],
  ])('is not what stands in %s', (_, text) => {
    expect(loaded('claude', { 'CLAUDE.md': text, 'x.md': 'x' })).toEqual(['CLAUDE.md'])
  })

  it('is what its settings name', () => {
    const files = { 'AGENTS.md': 'a', 'docs/a.md': 'b', 'docs/b.md': 'c' }
    const settings = {
      instructions: ['docs/a.md', './docs/b.md', 'docs/*.md', '../x.md', '/x.md', 7, 'gone.md'],
    }
    expect(loaded('opencode', { ...files, 'opencode.json': JSON.stringify(settings) })).toEqual(
      Object.keys(files).sort(),
    )
    for (const odd of ['{', 'null', '7', '{"instructions":"docs/a.md"}', '[]'])
      expect(loaded('opencode', { ...files, 'opencode.json': odd })).toEqual(['AGENTS.md'])
  })

  it('is what a pattern in its settings matches', () => {
    const files = {
      'docs/a.md': 'a',
      'docs/b/c.md': 'b',
      'docs/b/d/e.md': 'c',
      'other/f.md': 'd',
      'g.md': 'e',
    }
    const named = (...instructions: string[]) =>
      loaded('opencode', { ...files, 'opencode.json': JSON.stringify({ instructions }) })
    expect(named('docs/*.md')).toEqual(['docs/a.md'])
    expect(named('docs/**/*.md')).toEqual(['docs/a.md', 'docs/b/c.md', 'docs/b/d/e.md'])
    expect(named('docs/*/c.md', './other/f*')).toEqual(['docs/b/c.md', 'other/f.md'])
    for (const odd of [
      '*.md',
      '**/*.md',
      'docs/{a,b}*.md',
      '../docs/*.md',
      '/docs/*.md',
      'docs.*',
      'docs/**/**/**/a.md',
    ])
      expect(named(odd)).toEqual([])
  })

  it('is what the settings of the user name beside it, and what that imports', () => {
    const files = { 'GEMINI.md': 'a', 'AGENTS.md': '@./docs/a.md', 'docs/a.md': 'b', 'docs/b.md': 'c' }
    const place = '.gemini/settings.json'
    const named = (fileName: unknown) => JSON.stringify({ context: { fileName } })
    const ofUser = (text: string, more: Files = {}) =>
      loaded('gemini', { ...files, ...more }, { [place]: text })
    expect(ofUser(named('AGENTS.md'))).toEqual(['AGENTS.md', 'GEMINI.md', 'docs/a.md'])
    expect(ofUser(named(['docs/b.md', 'gone.md', '../x.md', '/x.md', 7]))).toEqual(['GEMINI.md', 'docs/b.md'])
    for (const odd of ['{', 'null', '7', '{"context":"AGENTS.md"}', named(null), named({})])
      expect(ofUser(odd)).toEqual(['GEMINI.md'])
    for (const other of [named('CONTEXT.md'), '{ // a comment'])
      expect(ofUser(named('AGENTS.md'), { [place]: other })).toEqual(['GEMINI.md'])
  })

  it('is nothing more where the agent knows no imports', () => {
    expect(loaded('codex', { 'AGENTS.md': '@x.md', 'x.md': 'x' })).toEqual(['AGENTS.md'])
  })
})

describe('the files for a request', () => {
  it('have the digest of each text once, and none of an empty text', () => {
    const files = [
      { path: 'CLAUDE.md', text: 'a' },
      { path: 'AGENTS.md', text: 'a' },
      { path: 'empty.md', text: '\n' },
    ]
    expect(describeLoadedFiles(files, (text) => `digest of ${text}`)).toEqual({
      loaded: ['CLAUDE.md', 'AGENTS.md', 'empty.md'],
      loadedTexts: ['digest of a'],
    })
  })
})
