import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { compileExcludes } from './exclude.ts'
import { openFiles } from './open-files.ts'
import { compileSegment } from './pattern.ts'
import { sha256, workspace } from './workspace.fixture.ts'

describe('an exclude pattern', () => {
  it.each([
    ['.env*', '.env', true],
    ['.env*', 'deep/down/.ENV.local', true],
    ['.env*', 'env.md', false],
    ['*.pem', 'keys/.pem', true],
    ['*.PEM', 'keys/server.pem', true],
    ['secrets', 'a/Secrets/b.md', true],
    ['secrets/', 'secrets/b.md', true],
    ['/secrets', 'secrets/b.md', true],
    ['config/private', 'config/private/deep/b.md', true],
    ['config/private', 'other/config/private', false],
    ['config/**/*.key', 'config/a/b/x.key', true],
    ['config/**/*.key', 'config/x.key', true],
    ['**/vault/*.md', 'a/vault/x.md', true],
    ['{secrets,private/deep}/x.md', 'private/deep/x.md', true],
    ['caf\u00e9', 'cafe\u0301/x.md', true],
    ['', 'x.md', false],
  ])('%j on %j: %j', (pattern, path, excluded) => {
    const hit = compileExcludes([pattern])(path.split('/'), '')
    expect(hit).toBe(excluded ? pattern : null)
  })

  it('is named in the detail, for a file that exists and for one that does not', () => {
    const { write, reader } = workspace(['*.key', '.env*'])
    write('root/a/.Env', 'TOKEN=1')
    for (const path of ['a/.Env', 'a/.env']) {
      const detail = `"${path}" is excluded by the pattern ".env*".`
      expect(reader.read(path)).toEqual({
        state: 'unavailable',
        uri: `file:${path}`,
        path,
        reason: 'excluded',
        detail,
      })
    }
  })

  it('holds for what a link leads to', () => {
    const { write, link, reader } = workspace(['.env', 'private/*'])
    write('root/.env', 'TOKEN=1')
    write('root/private/x.md', 'x')
    link('root/notes.md', '.env')
    link('root/dir', 'private')
    expect(reader.read('notes.md')).toMatchObject({ reason: 'excluded', path: 'notes.md' })
    expect(reader.read('dir/x.md')).toMatchObject({ reason: 'excluded' })
  })

  it('M-54 keeps names out of a listing, unless the pattern says them itself: then reading says why', () => {
    const { write, reader } = workspace(['b.md', 'vault'])
    for (const path of ['a.md', 'b.md', 'vault/x.md', 'vault/deep/x.md']) write(`root/${path}`)
    expect(reader.list('*.md')).toEqual(['a.md'])
    expect(reader.countUnlisted('*.md')).toBe(1)
    expect(reader.list('**/*.md')).toEqual(['a.md'])
    expect(reader.countUnlisted('**/*.md')).toBe(1)
    expect(reader.list('*/x.md')).toEqual([])
    expect(reader.list('b.md')).toEqual(['b.md'])
    expect(reader.list('vault/*.md')).toEqual(['vault'])
    expect(reader.list('{a,b}.md')).toEqual(['a.md', 'b.md'])
    for (const path of ['b.md', 'vault']) expect(reader.read(path)).toMatchObject({ reason: 'excluded' })
  })

  it('M-54 keeps names out of a listing that a link leads to', () => {
    const { write, link, reader } = workspace(['vault', 'config/private'])
    write('root/vault/x.md')
    write('root/config/private/x.md')
    write('root/config/open.md')
    link('root/notes', 'vault')
    link('root/other', 'config')
    expect(reader.list('notes/*.md')).toEqual(['notes'])
    expect(reader.list('n*/*.md')).toEqual([])
    expect(reader.list('other/*/*.md')).toEqual([])
    expect(reader.list('other/*.md')).toEqual(['other/open.md'])
    expect(reader.read('notes')).toMatchObject({ reason: 'excluded' })
  })

  it('matches a name as the same pattern in a listing does, but for dots and case', () => {
    const piece = fc.constantFrom('*', '?', '[a-c]', 'a', 'b', 'ab', '.', '[')
    const name = fc.stringMatching(/^[abc.[]{1,5}$/)
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), name, (pieces, text) => {
        const pattern = pieces.join('')
        fc.pre(pattern !== '.')
        const matches = compileSegment(pattern, true).matches(text)
        expect(compileExcludes([pattern])([text], '')).toBe(matches ? pattern : null)
        expect(compileExcludes([`**/${pattern}`])([text], '')).toBe(matches ? `**/${pattern}` : null)
      }),
      { numRuns: 2000 },
    )
  })

  it('reaches into named roots, with and without their name', () => {
    const { write, root, at } = workspace()
    write('home/keys/x.md')
    for (const pattern of ['keys/*', '@home/keys/*', '@home']) {
      const reader = openFiles({ root, roots: { home: at('home') }, exclude: [pattern], hash: sha256 })
      expect(reader.read('@home/keys/x.md')).toMatchObject({ reason: 'excluded' })
    }
  })

  it('is the first that holds, by a name or by a way, however often it is asked', () => {
    const path = ['docs', 'a.pem']
    const both = [compileExcludes(['x', 'docs/*', '*.pem']), compileExcludes(['x', '*.pem', 'docs/*'])]
    for (let time = 0; time < 2; time++)
      expect(both.map((excludes) => excludes(path, ''))).toEqual(['docs/*', '*.pem'])
    expect(both[0]?.(['notes', 'a.md'], '')).toBe(null)
  })

  it('with too many alternatives is refused and not ignored', () => {
    expect(() => compileExcludes(['{a,b}'.repeat(20)])).toThrow(Refusal)
  })
})
