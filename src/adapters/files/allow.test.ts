import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { builtInExclusions } from '../../core/plan/index.ts'
import type { Allowance } from '../../ports/index.ts'
import { openFiles } from './open-files.ts'
import { sha256, workspace } from './workspace.fixture.ts'

const outside: Allowance = { external: true, sensitive: false, trusted: true }
const sensitive: Allowance = { external: false, sensitive: true, trusted: true }
const both: Allowance = { external: true, sensitive: true, trusted: true }
const untrusted: Allowance = { ...both, trusted: false }
const hint = 'The manifest allows it, but is not trusted: look at it with "foreword trust".'

function world(exclude: readonly string[] = builtInExclusions) {
  const made = workspace(exclude)
  made.write('root/docs/a.md', 'inside')
  made.write('shared/x.md', 'outside')
  made.write('shared/y.md', 'outside too')
  made.write('shared/deep/z.md', 'deep')
  made.link('root/out.md', '../shared/x.md')
  made.link('root/out', '../shared')
  return made
}

describe('a source outside of the root', () => {
  it('M-49 is refused without an allowance, in every form', () => {
    const { reader, at } = world()
    for (const path of [
      '../shared/x.md',
      'docs/../../shared/x.md',
      at('shared/x.md'),
      'out.md',
      'out/x.md',
    ]) {
      expect(reader.read(path), path).toMatchObject({ state: 'unavailable', reason: 'outside-root' })
    }
  })

  it('M-50 T4 is refused with an allowance that is not trusted, and the detail says what to do', () => {
    const { reader, at } = world()
    for (const path of ['../shared/x.md', at('shared/x.md'), 'out.md', 'out/x.md', 'out/missing.md']) {
      const seen = reader.read(path, untrusted)
      expect(seen, path).toMatchObject({ state: 'unavailable', reason: 'outside-root' })
      expect((seen as { detail: string }).detail).toContain(hint)
    }
    expect(reader.list('../shared/*.md', untrusted)).toEqual(['../shared/*.md'])
    expect(reader.list('out/*.md', untrusted)).toEqual(['out'])
    expect(reader.read('docs/a.md', untrusted)).toMatchObject({ state: 'found', text: 'inside' })
  })

  it('M-50 is read with one that is, and shown as the manifest names it', () => {
    const { reader, at } = world()
    const paths = ['../shared/x.md', 'docs/../../shared/x.md', at('shared/x.md'), 'out.md', 'out/x.md']
    for (const path of paths) {
      const seen = { state: 'found', text: 'outside', path, uri: `file:${path}` }
      expect(reader.read(path, outside)).toMatchObject(seen)
      expect(reader.list(path, outside)).toEqual([path])
    }
    expect(reader.read('../shared/nothing.md', outside)).toMatchObject({ state: 'absent' })
    expect(reader.read('docs/a.md', outside)).toMatchObject({ path: 'docs/a.md', text: 'inside' })
  })

  it('M-50 is found by wildcards too, below what the pattern names', () => {
    const { reader, at } = world()
    expect(reader.list('../shared/*.md', outside)).toEqual(['../shared/x.md', '../shared/y.md'])
    expect(reader.list('../shared/**/z.md', outside)).toEqual(['../shared/deep/z.md'])
    expect(reader.list(`${at('shared')}/?.md`, outside)).toEqual([at('shared/x.md'), at('shared/y.md')])
    expect(reader.list('out/*.md', outside)).toEqual(['out/x.md', 'out/y.md'])
    expect(reader.list('{../shared/x,docs/a}.md', outside)).toEqual(['../shared/x.md', 'docs/a.md'])
    expect(reader.list('docs/*.md', outside)).toEqual(['docs/a.md'])
    expect(reader.list('*/../../shared/*.md', outside)).toEqual(['*/../../shared/*.md'])
  })

  it('M-50 does not depend on the way that the root was reached by', () => {
    const { link, at } = world()
    mkdirSync(at('ways'))
    link('ways/in', '../root')
    const reader = openFiles({ root: at('ways/in'), exclude: [], hash: sha256 })
    expect(reader.read('../shared/x.md', outside)).toMatchObject({ text: 'outside' })
    expect(reader.list('../shared/?.md', outside)).toHaveLength(2)
  })

  it('M-51 M-52 M-53 M-54 is held against the deny-list with every name on its real path', () => {
    const { reader, write, link, at } = world()
    const denied = ['.env', 'my-credentials.json', 'deep/Top-SECRET/x.md', '.ssh/known.md']
    for (const path of denied) write(`shared/${path}`)
    link('root/innocent.md', '../shared/.env')
    link('shared/innocent', 'deep/Top-SECRET')
    for (const path of [...denied.map((path) => `../shared/${path}`), at('shared/.env')]) {
      expect(reader.read(path, outside), path).toMatchObject({ state: 'unavailable', reason: 'excluded' })
    }
    for (const path of ['innocent.md', '../shared/innocent/x.md', 'out/innocent/x.md']) {
      expect(reader.read(path, outside), path).toMatchObject({ state: 'unavailable', reason: 'excluded' })
    }
    expect(reader.list('../shared/**', outside)).not.toContainEqual(expect.stringMatching(/secret|env|cred/i))
    expect(reader.list('../shared/{.*,*}', outside)).toEqual(['../shared/x.md', '../shared/y.md'])
    expect(reader.list('../shared/innocent/*', outside)).toEqual([])
  })

  it('M-54 is held against the exclusions of the manifest when it comes back into the project', () => {
    const { reader, write } = world(['docs/private'])
    write('root/docs/private/p.md')
    expect(reader.read('../root/docs/private/p.md', outside)).toMatchObject({ reason: 'excluded' })
    expect(reader.read('../root/docs/a.md', outside)).toMatchObject({ text: 'inside' })
  })

  it('T8 T9 T10 is text in a regular file, or it is refused', () => {
    const { reader, write, at } = world()
    execFileSync('mkfifo', [at('shared/pipe.md')])
    write('shared/huge.md', '')
    truncateSync(at('shared/huge.md'), 3 * 1024 ** 3)
    write('shared/binary.md', 'a\0b')
    write('shared/bad.md', Buffer.from([0x61, 0xff]))
    const expected = {
      pipe: 'not-a-file',
      huge: 'too-large',
      binary: 'binary',
      bad: 'not-utf8',
      deep: 'not-a-file',
    }
    for (const [name, reason] of Object.entries(expected)) {
      const path = name === 'deep' ? '../shared/deep' : `../shared/${name}.md`
      expect(reader.read(path, outside), path).toMatchObject({ state: 'unavailable', reason, path })
    }
    expect(reader.read('/dev/zero', outside)).toMatchObject({ reason: 'not-a-file' })
  })

  it.each([
    '..\\shared\\x.md',
    '../shared/x.md\0',
    '../shared//x.md',
    '//etc/passwd',
    'C:/x.md',
    '@home/../x.md',
    '',
  ])('T5 is refused in a form that means nothing here: %j', (path) => {
    expect(world().reader.read(path, both)).toMatchObject({ state: 'unavailable', reason: 'outside-root' })
  })
})

describe('a sensitive name', () => {
  it('M-51 M-52 M-53 is not read without an allowance, nor with one that is not trusted', () => {
    const { reader, write } = world()
    for (const path of ['.env', 'docs/Credentials.md', 'docs/the-secret-plan.md']) {
      write(`root/${path}`)
      expect(reader.read(path), path).toMatchObject({ state: 'unavailable', reason: 'excluded' })
      expect(reader.read(path, outside), path).toMatchObject({ state: 'unavailable', reason: 'excluded' })
      const seen = reader.read(path, untrusted)
      expect(seen).toMatchObject({ reason: 'excluded', detail: expect.stringContaining(hint) })
    }
    expect(reader.list('docs/*.md', untrusted)).toEqual(['docs/a.md'])
  })

  it('is read where the source names it, and only there', () => {
    const { reader, write, link } = world()
    write('root/docs/secret-plan.md', 'plan')
    write('root/.env', 'A=1')
    link('root/docs/secret-link.md', '../.env')
    link('root/docs/secret-dir', '../docs')
    expect(reader.read('docs/secret-plan.md', sensitive)).toMatchObject({ state: 'found', text: 'plan' })
    expect(reader.list('docs/*plan.md', sensitive)).toEqual(['docs/secret-plan.md'])
    expect(reader.read('docs/secret-link.md', sensitive)).toMatchObject({ reason: 'excluded' })
    // The name of the link is allowed; its target is an ordinary file.
    expect(reader.read('docs/secret-dir/a.md', sensitive)).toMatchObject({ text: 'inside' })
    expect(reader.read('docs/secret-plan.md')).toMatchObject({ reason: 'excluded' })
  })

  it('does not open the way out, nor does being outside lift it', () => {
    const { reader, write, link } = world()
    write('shared/secret.md', 'far')
    link('root/secret.md', '../shared/secret.md')
    expect(reader.read('../shared/secret.md', sensitive)).toMatchObject({ reason: 'outside-root' })
    expect(reader.read('../shared/secret.md', outside)).toMatchObject({ reason: 'excluded' })
    expect(reader.read('../shared/secret.md', both)).toMatchObject({ text: 'far' })
    expect(reader.read('secret.md', both)).toMatchObject({ reason: 'excluded' })
  })
})

describe('a hard link', () => {
  it('T7 is said of a file that has another name, unless the manifest is trusted', () => {
    const { reader, at } = world()
    linkSync(at('shared/x.md'), at('root/hard.md'))
    expect(reader.read('hard.md')).toMatchObject({ state: 'found', hardLinked: true })
    expect(reader.read('hard.md', untrusted)).toMatchObject({ hardLinked: true })
    expect(reader.read('hard.md', outside)).not.toHaveProperty('hardLinked')
    expect(reader.read('docs/a.md')).not.toHaveProperty('hardLinked')
  })
})
