import { describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { compileExcludes } from './exclude.ts'
import { openFiles } from './index.ts'
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

  it('leaves the listing as it is, so that reading says why', () => {
    const { write, reader } = workspace(['b.md'])
    write('root/a.md')
    write('root/b.md')
    expect(reader.list('*.md')).toEqual(['a.md', 'b.md'])
  })

  it('reaches into named roots, with and without their name', () => {
    const { write, root, at } = workspace()
    write('home/keys/x.md')
    for (const pattern of ['keys/*', '@home/keys/*', '@home']) {
      const reader = openFiles({ root, roots: { home: at('home') }, exclude: [pattern], hash: sha256 })
      expect(reader.read('@home/keys/x.md')).toMatchObject({ reason: 'excluded' })
    }
  })

  it('with too many alternatives is refused and not ignored', () => {
    expect(() => compileExcludes(['{a,b}'.repeat(20)])).toThrow(Refusal)
  })
})
