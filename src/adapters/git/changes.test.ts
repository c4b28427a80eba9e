import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from './world.fixture.ts'

let home: World['home']
let repo: World['repo']
let versions: World['versions']
let git: World['git']
let write: World['write']
let commit: World['commit']
let init: World['init']
let remove: World['remove']
beforeEach(() => {
  ;({ home, repo, versions, git, write, commit, init, remove } = makeWorld())
})
afterEach(() => remove())

describe('changes', () => {
  const indexHash = () =>
    createHash('sha256')
      .update(readFileSync(join(repo, '.git/index')))
      .digest('hex')
  const objects = () => git(repo, 'count-objects', '-v')

  it('are none in a clean tree, whatever is ignored', () => {
    const head = init({ '.gitignore': 'ignored\n' })
    write('ignored', '')
    writeFileSync(join(repo, '.git/info/exclude'), 'excluded\n')
    write('excluded', '')
    utimesSync(join(repo, '.gitignore'), 1, 1)
    expect(versions.changes(repo, head)).toEqual({ kind: 'none', head, patch: '' })
  })

  it('are uncommitted in a dirty tree, and leave index and objects of the user alone', () => {
    const head = init({ 'a.txt': 'one\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
    write('a.txt', 'two\n')
    rmSync(join(repo, 'b.txt'))
    write('c.txt', 'staged\n')
    git(repo, 'add', 'c.txt')
    write('new.txt', 'new\n')
    const before = [
      indexHash(),
      objects(),
      git(repo, 'status', '--porcelain'),
      readdirSync(join(repo, '.git')),
    ]
    const { kind, patch } = versions.changes(join(repo, '.'), head)
    expect(kind).toBe('uncommitted')
    for (const line of [
      '-one\n+two\n',
      '--- a/b.txt\n+++ /dev/null',
      '-c\n+staged\n',
      '+++ b/new.txt',
      '+new\n',
    ]) {
      expect(patch).toContain(line)
    }
    expect([
      indexHash(),
      objects(),
      git(repo, 'status', '--porcelain'),
      readdirSync(join(repo, '.git')),
    ]).toEqual(before)
  })

  it.each(['untracked', 'staged'])('are uncommitted with one %s file', (how) => {
    const head = init()
    write('x', 'x\n')
    if (how === 'staged') git(repo, 'add', 'x')
    expect(versions.changes(repo, head)).toMatchObject({ kind: 'uncommitted', head })
  })

  it('are committed when HEAD moved, and the patch has what came after too', () => {
    const before = init()
    const head = commit({ 'a.txt': 'two\n' })
    write('later.txt', 'later\n')
    const changes = versions.changes(repo, before)
    expect(changes).toMatchObject({ kind: 'committed', head })
    expect(changes.patch).toContain('-one\n+two\n')
    expect(changes.patch).toContain('+later\n')
  })

  it('are committed by the first commit', () => {
    const head = init()
    const { patch, ...rest } = versions.changes(repo, null)
    expect(rest).toEqual({ kind: 'committed', head })
    expect(patch).toContain('+one\n')
  })

  it.each(['f'.repeat(40), '--output=marker', 'main'])(
    'say so when %j is no commit to compare with',
    (before) => {
      const head = init()
      const changes = versions.changes(repo, before)
      expect(changes).toMatchObject({ kind: 'committed', head })
      expect(changes.patch).toMatch(/^# no patch: .+\n$/)
      expect(existsSync(join(repo, 'marker'))).toBe(false)
    },
  )

  it('work in a worktree and with a split index', () => {
    const head = init()
    git(repo, 'worktree', 'add', '-q', '-b', 'side', join(home, 'side'))
    git(join(home, 'side'), 'update-index', '--split-index')
    expect(versions.changes(join(home, 'side'), head).kind).toBe('none')
    writeFileSync(join(home, 'side/a.txt'), 'two\n')
    expect(versions.changes(join(home, 'side'), head)).toMatchObject({ kind: 'uncommitted' })
    expect(versions.changes(repo, head).kind).toBe('none')
  })

  it('are known in a repository with SHA-256 names', () => {
    git(home, 'init', '-q', '--object-format=sha256', repo)
    const head = commit({ 'a.txt': 'one\n' })
    expect(versions.changes(repo, head)).toEqual({ kind: 'none', head, patch: '' })
    expect(versions.changes(repo, null).patch).toContain('+one\n')
  })

  it('do not take a sparse checkout for deletions', () => {
    const head = init({ 'in/a': '', 'out/b': '' })
    git(repo, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in')
    expect(existsSync(join(repo, 'out/b'))).toBe(false)
    expect(versions.changes(repo, head)).toEqual({ kind: 'none', head, patch: '' })
  })

  it('notice changes of the same size right after the commit', () => {
    const head = init()
    const racing = (content: string) => {
      write('a.txt', content)
      return versions.changes(repo, head).kind
    }
    expect([racing('two\n'), racing('one\n'), racing('six\n')]).toEqual([
      'uncommitted',
      'none',
      'uncommitted',
    ])
  })

  it('are cut at 5 MB, and the last line says so', () => {
    const head = init()
    write('a.txt', 'ü line\n'.repeat(1_000_000))
    const { kind, patch } = versions.changes(repo, head)
    expect(kind).toBe('uncommitted')
    expect(Buffer.byteLength(patch)).toBeGreaterThan(4_900_000)
    expect(Buffer.byteLength(patch)).toBeLessThan(5_000_100)
    expect(patch.endsWith('+ü line\n# the patch is longer and was cut at 5 MB\n')).toBe(true)
  })

  it('name untracked files that are too large, and nested repositories', () => {
    const head = init()
    write('huge', 'x'.repeat(6_000_000))
    git(home, 'init', '-q', join(repo, 'nested'))
    const { kind, patch } = versions.changes(repo, head)
    expect(kind).toBe('uncommitted')
    expect(patch).toMatch(/^# untracked, .*"huge"\n# untracked, .*"nested\/"\n$/)
  })

  it('look beside .git, wherever core.worktree points', () => {
    const head = init()
    writeFileSync(join(home, 'secret'), 'secret\n')
    git(repo, 'config', 'core.worktree', home)
    expect(versions.changes(repo, head)).toEqual({ kind: 'none', head, patch: '' })
  })
})
