import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commitTime, makeWorld, type World } from './world.fixture.ts'

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

describe('committedAt', () => {
  it('is the committer time in UTC of the last commit that touched the file', () => {
    init({ 'a.txt': 'one', 'deep/b.txt': 'b' })
    expect(versions.committedAt(repo, 'a.txt')).toBe(commitTime)
    expect(versions.committedAt(join(repo, 'deep'), 'b.txt')).toBe(commitTime)
    expect(versions.committedAt(join(repo, 'deep'), '../a.txt')).toBe(commitTime)
    expect(versions.committedAt(repo, join(repo, 'deep/b.txt'))).toBe(commitTime)
  })

  it('is known for a file that was touched but not changed, and in a worktree', () => {
    init()
    utimesSync(join(repo, 'a.txt'), 1, 1)
    expect(versions.committedAt(repo, 'a.txt')).toBe(commitTime)
    git(repo, 'worktree', 'add', '-q', '-b', 'side', join(home, 'side'))
    expect(versions.committedAt(join(home, 'side'), 'a.txt')).toBe(commitTime)
  })

  it('is null for what is modified, staged, untracked, ignored, deleted, a directory or outside', () => {
    init({ modified: '1', staged: '1', deleted: '1', reverted: '1', 'dir/x': '', '.gitignore': 'ignored' })
    write('modified', '2')
    write('staged', '2')
    write('reverted', '2')
    git(repo, 'add', 'staged', 'reverted')
    write('reverted', '1')
    write('untracked', '')
    write('ignored', '')
    rmSync(join(repo, 'deleted'))
    writeFileSync(join(home, 'outside'), '')
    const paths = [
      'modified',
      'staged',
      'deleted',
      'reverted',
      'untracked',
      'ignored',
      'dir',
      '.',
      '../outside',
      '',
    ]
    expect(paths.map((path) => versions.committedAt(repo, path))).toEqual(paths.map(() => null))
    expect(versions.committedAt(repo, 'dir/x')).not.toBeNull()
  })

  it('is null where a shallow clone has forgotten the commit', () => {
    init()
    commit({ 'b.txt': 'b' })
    git(home, 'clone', '-q', '--depth=1', `file://${repo}`, join(home, 'shallow'))
    expect(versions.committedAt(join(home, 'shallow'), 'a.txt')).toBeNull()
  })
})
