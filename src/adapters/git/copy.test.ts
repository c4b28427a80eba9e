import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { makeWorld, type World } from './world.fixture.ts'

let home: World['home']
let repo: World['repo']
let versions: World['versions']
let git: World['git']
let write: World['write']
let init: World['init']
let remove: World['remove']
beforeEach(() => {
  ;({ home, repo, versions, git, write, init, remove } = makeWorld())
})
afterEach(() => remove())

describe('copy', () => {
  it('stands at the same commit with clean files, branches and no way back', () => {
    const head = init({ 'a.txt': 'one\n', 'deep/b.sh': 'b' })
    git(repo, 'branch', 'other')
    write('a.txt', 'dirty\n')
    const into = join(home, 'new', 'copy')
    versions.copy(join(repo, 'deep'), into)
    expect(versions.head(into)).toBe(head)
    expect(git(into, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(into, 'a.txt'), 'utf8')).toBe('one\n')
    expect(git(into, 'branch', '--format=%(refname:short)')).toBe('main\nother')
    expect(git(into, 'remote')).toBe('')
    rmSync(repo, { recursive: true })
    expect(git(into, 'fsck', '--full')).toBe('')
  })

  it('is made from a worktree and from a detached HEAD that no branch holds', () => {
    init()
    git(repo, 'worktree', 'add', '-q', '--detach', join(home, 'side'))
    writeFileSync(join(home, 'side/a.txt'), 'side\n')
    git(join(home, 'side'), 'commit', '-qam', 'side')
    versions.copy(join(home, 'side'), join(home, 'copy'))
    expect(versions.head(join(home, 'copy'))).toBe(git(join(home, 'side'), 'rev-parse', 'HEAD'))
    expect(readFileSync(join(home, 'copy/a.txt'), 'utf8')).toBe('side\n')
  })

  it('is refused into a place that is not empty or below a file, and leaves nothing', () => {
    init()
    mkdirSync(join(home, 'full'))
    writeFileSync(join(home, 'full/kept'), '')
    for (const into of [join(home, 'full'), join(home, 'full/kept/x')]) {
      expect(() => versions.copy(repo, into)).toThrow(expect.objectContaining({ code: 'not-writable' }))
    }
    expect(readdirSync(join(home, 'full'))).toEqual(['kept'])
  })

  it('is refused when objects are missing, and leaves an empty place', () => {
    init()
    const blob = git(repo, 'rev-parse', 'HEAD:a.txt')
    rmSync(join(repo, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    expect(() => versions.copy(repo, join(home, 'copy'))).toThrow(Refusal)
    expect(readdirSync(join(home, 'copy'))).toEqual([])
  })
})
