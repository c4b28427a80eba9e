import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGitCommand } from './git-command.ts'
import { openGit } from './open-git.ts'
import { findRepository, listHeadFiles } from './repository.ts'
import { makeWorld, type World } from './world.fixture.ts'

let home: World['home']
let repo: World['repo']
let env: World['env']
let versions: World['versions']
let withoutGit: World['withoutGit']
let git: World['git']
let commit: World['commit']
let init: World['init']
let remove: World['remove']
beforeEach(() => {
  ;({ home, repo, env, versions, withoutGit, git, commit, init, remove } = makeWorld())
})
afterEach(() => remove())

describe('head', () => {
  it('reads a branch, below the top too, without starting git', () => {
    const head = init({ 'deep/a.txt': '' })
    expect(withoutGit.head(repo)).toBe(head)
    expect(withoutGit.head(join(repo, 'deep'))).toBe(head)
    symlinkSync(join(repo, 'deep'), join(home, 'link'))
    expect(withoutGit.head(join(home, 'link'))).toBe(head)
  })

  it('reads packed refs, a branch with slashes, and a detached HEAD without starting git', () => {
    const first = init()
    git(repo, 'checkout', '-qb', 'feature/x')
    const second = commit({ 'a.txt': 'two\n' })
    git(repo, 'pack-refs', '--all')
    expect(existsSync(join(repo, '.git/refs/heads/feature/x'))).toBe(false)
    expect(withoutGit.head(repo)).toBe(second)
    git(repo, 'checkout', '-q', first)
    expect(withoutGit.head(repo)).toBe(first)
  })

  it('reads the HEAD of a worktree, not that of the repository it belongs to', () => {
    const first = init()
    git(repo, 'worktree', 'add', '-q', '-b', 'side', join(home, 'side'))
    const second = commit({ 'a.txt': 'two\n' })
    expect(withoutGit.head(join(home, 'side'))).toBe(first)
    expect(withoutGit.head(repo)).toBe(second)
  })

  it('asks git where the files do not answer', () => {
    const head = init()
    git(repo, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
    git(repo, 'symbolic-ref', 'HEAD', 'refs/heads/alias')
    expect([withoutGit.head(repo), versions.head(repo)]).toEqual([null, head])
  })

  it('ignores the variables a git hook inherits', () => {
    const head = init()
    git(home, 'init', '-q', join(home, 'other'))
    const hooked = openGit({ ...env, GIT_DIR: join(home, 'other/.git'), GIT_INDEX_FILE: '/nowhere' })
    expect(hooked.head(repo)).toBe(head)
    expect(hooked.watch(repo).finish().kind).toBe('none')
  })

  it('cannot be led out of the repository or into a FIFO by a hostile HEAD', () => {
    init()
    writeFileSync(join(home, 'secret'), 'a'.repeat(40))
    writeFileSync(join(repo, '.git/HEAD'), 'ref: refs/heads/../../../../secret\n')
    expect(versions.head(repo)).toBeNull()
    rmSync(join(repo, '.git/HEAD'))
    execFileSync('mkfifo', [join(repo, '.git/HEAD')])
    expect(versions.head(repo)).toBeNull()
  })
})

describe('the places that say what HEAD is', () => {
  const places = () => listHeadFiles(findRepository(openGitCommand(env), repo))
  const seen = () =>
    places()?.map((place) => {
      const stat = statSync(place, { throwIfNoEntry: false, bigint: true })
      return stat === undefined ? 'absent' : `${stat.ino} ${stat.ctimeNs}`
    })

  it.each<[string, () => void]>([
    ['a commit', () => commit({ 'a.txt': 'two\n' })],
    ['another branch', () => git(repo, 'checkout', '-qb', 'other')],
    ['a detached HEAD', () => git(repo, 'checkout', '-q', '--detach')],
    ['packed refs', () => git(repo, 'pack-refs', '--all')],
    ['a commit behind packed refs', () => git(repo, 'commit', '-q', '--allow-empty', '-m', 'x')],
  ])('change with %s', (_, act) => {
    init()
    const before = seen()
    act()
    expect(seen()).not.toEqual(before)
  })

  it('are none outside of a repository, and are not known where a branch stands for another', () => {
    expect(listHeadFiles(null)).toEqual([])
    init()
    git(repo, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
    git(repo, 'symbolic-ref', 'HEAD', 'refs/heads/alias')
    expect(places()).toBeNull()
  })

  it('are known before the first commit', () => {
    mkdirSync(repo, { recursive: true })
    git(repo, 'init', '-q')
    const before = seen()
    expect(before?.length).toBeGreaterThan(1)
    commit({ 'a.txt': 'one\n' })
    expect(seen()).not.toEqual(before)
  })
})
