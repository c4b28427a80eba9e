import { describe, expect, it } from 'vitest'
import { openFiles } from './open-files.ts'
import { sha256, workspace } from './workspace.fixture.ts'

describe('a path', () => {
  it.each([
    '../secret.md',
    'docs/../../secret.md',
    'docs/..',
    '..',
    '@home/../secret.md',
    '/etc/passwd',
    '//etc/passwd',
    '/',
    '\\\\server\\share',
    '..\\secret.md',
    'docs\\x.md',
    'C:\\secret.md',
    'c:/secret.md',
    'C:secret.md',
    'docs/x.md\0.png',
    '\0',
    'docs//x.md',
    'docs/x.md/',
    '',
  ])('T5 that is not a plain path below the root is outside of it: %j', (path) => {
    const { write, reader, base } = workspace()
    write('secret.md')
    write('root/docs/x.md')
    const seen = reader.read(path)
    expect(seen).toMatchObject({ state: 'unavailable', reason: 'outside-root', uri: `file:${path}` })
    const { detail, path: shown } = seen as { detail: string; path: string }
    expect(detail).not.toContain(base)
    expect(detail).not.toMatch(/\0|passwd/)
    expect(shown.startsWith('/')).toBe(false)
  })

  it.each([
    '..%2fsecret.md',
    '%2e%2e/secret.md',
    '..%252fsecret.md',
    '.../secret.md',
    '.. /secret.md',
    '~/secret.md',
    'docs/x.md.',
    'DOCS/x.md',
    'docs/X.md',
    'cafe\u0301.md',
    'docs/x.md/y',
    'file:docs/x.md',
  ])('T5 is taken to the letter: %j is just absent', (path) => {
    const { write, reader } = workspace()
    write('secret.md')
    write('root/docs/x.md')
    write('root/caf\u00e9.md')
    expect(reader.read(path)).toMatchObject({ state: 'absent', uri: `file:${path}` })
  })

  it('may begin with a dot segment', () => {
    const { write, reader } = workspace()
    write('root/docs/x.md', 'x')
    expect(reader.read('./docs/./x.md')).toMatchObject({ state: 'found', path: 'docs/x.md', text: 'x' })
  })

  it('shows control characters of a name escaped in the detail', () => {
    const { reader } = workspace()
    const seen = reader.read('a\n\u001b[31m\u202eb.md')
    expect(seen).toMatchObject({ state: 'absent', detail: '"a\\n\\u001b[31m\\u{202e}b.md" does not exist.' })
  })
})

describe('a named root', () => {
  it('is read below its own directory and keeps its name in the path', () => {
    const { write, at, root } = workspace()
    write('home/notes/a.md', 'hello')
    const reader = openFiles({ root, roots: { home: at('home') }, exclude: [], hash: sha256 })
    expect(reader.read('@home/notes/a.md')).toMatchObject({ path: '@home/notes/a.md', text: 'hello' })
    expect(reader.list('@home/**/*.md')).toEqual(['@home/notes/a.md'])
    expect(reader.read('@home')).toMatchObject({ reason: 'not-a-file' })
  })

  it.each(['@home/a.md', '@constructor/a.md', '@/a.md'])('that was not given is absent: %s', (path) => {
    const { reader } = workspace()
    const name = path.split('/')[0]
    const detail = `"${path}" lies in the named root "${name}", which was not given.`
    expect(reader.read(path)).toEqual({ state: 'absent', uri: `file:${path}`, detail })
    expect(reader.list(`${name}/*.md`)).toEqual([])
  })

  it('cannot be counterfeited by a folder of the repository', () => {
    const { write, at, root } = workspace()
    write('home/a.md')
    write('root/@home/a.md')
    const reader = openFiles({ root, roots: { home: at('home') }, exclude: [], hash: sha256 })
    expect(reader.list('*/a.md')).toEqual([])
    expect(reader.list('**/a.md')).toEqual([])
  })

  it('does not let a link lead from one root into another', () => {
    const { write, link, at, root } = workspace()
    write('root/a.md')
    link('home/a.md', '../root/a.md')
    const reader = openFiles({ root, roots: { home: at('home') }, exclude: [], hash: sha256 })
    expect(reader.read('@home/a.md')).toMatchObject({ reason: 'outside-root', path: '@home/a.md' })
  })
})
