import { chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { makeWorld, type World } from './world.fixture.ts'

let home: World['home']
let repo: World['repo']
let versions: World['versions']
let withoutGit: World['withoutGit']
let git: World['git']
let write: World['write']
let init: World['init']
let during: World['during']
let remove: World['remove']
beforeEach(() => {
  ;({ home, repo, versions, withoutGit, git, write, init, during, remove } = makeWorld())
})
afterEach(() => remove())

const unknown = { kind: 'unknown', head: null, patch: '' }

describe('a directory without history', () => {
  it.each([
    ['no repository', () => mkdirSync(repo)],
    ['no directory', () => {}],
    ['an empty .git', () => mkdirSync(join(repo, '.git'), { recursive: true })],
    ['a .git file that leads nowhere', () => write('.git', 'gitdir: /nowhere\n')],
  ])('says null and unknown, and refuses a worktree: %s', (_, prepare) => {
    prepare()
    expect(versions.head(repo)).toBeNull()
    expect(versions.committedAt(repo, 'a.txt')).toBeNull()
    expect(versions.watch(repo)).toMatchObject({ head: null })
    expect(versions.watch(repo).finish()).toEqual(unknown)
    expect(() => versions.worktrees.add(repo, 'one')).toThrow(Refusal)
    expect(versions.worktrees.list(repo)).toEqual([])
    expect(versions.hasUncommitted(repo)).toBeNull()
    expect(readdirSync(join(home, 'empty'))).toEqual([])
  })

  it('says null before the first commit, and refuses a worktree', () => {
    git(home, 'init', '-q', repo)
    expect(versions.head(repo)).toBeNull()
    expect(versions.committedAt(repo, 'a.txt')).toBeNull()
    expect(versions.watch(repo).finish()).toEqual({ kind: 'none', head: null, patch: '' })
    expect(() => versions.worktrees.add(repo, 'one')).toThrow(Refusal)
  })

  it('says so without a git program', () => {
    const head = init()
    expect(withoutGit.committedAt(repo, 'a.txt')).toBeNull()
    expect(withoutGit.watch(repo).finish()).toEqual({ ...unknown, head })
    expect(() => withoutGit.worktrees.add(repo, 'one')).toThrow(Refusal)
  })

  it('says so in a repository of another owner, until the person trusts it', (test) => {
    if (process.getuid?.() !== 0) return test.skip('only root can give a repository away')
    const head = init()
    for (const path of [repo, join(repo, '.git')]) chownSync(path, 12345, 12345)
    expect(versions.head(repo)).toBeNull()
    expect(versions.watch(repo).finish()).toEqual(unknown)
    expect(versions.committedAt(repo, 'a.txt')).toBeNull()
    writeFileSync(join(home, 'empty/.gitconfig'), `[safe]\ndirectory = ${repo}\n`)
    expect(versions.head(repo)).toBe(head)
  })
})

it('leaves nothing in the temporary directory', () => {
  const before = process.env.TMPDIR
  const head = init()
  mkdirSync(join(home, 'tmp'))
  process.env.TMPDIR = join(home, 'tmp')
  try {
    expect(during(() => write('a.txt', 'two\n')).kind).toBe('uncommitted')
    versions.committedAt(repo, 'a.txt')
    expect(readdirSync(join(home, 'tmp'))).toEqual([])
    process.env.TMPDIR = join(home, 'no-such-place')
    expect(versions.watch(repo).finish()).toEqual({ ...unknown, head })
    expect(versions.committedAt(repo, 'a.txt')).toBeNull()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
})
