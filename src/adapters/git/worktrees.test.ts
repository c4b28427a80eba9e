import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { openGit } from './open-git.ts'
import { makeWorld, type World } from './world.fixture.ts'

let world: World
let repo: string
let worktrees: World['versions']['worktrees']
let git: World['git']
beforeEach(() => {
  world = makeWorld()
  ;({ repo, git } = world)
  worktrees = world.versions.worktrees
})
afterEach(() => world.remove())

const home = () => join(world.home, 'empty/.local/state/foreword/workspaces')
const findLoss = (run: string) =>
  worktrees.findLoss(repo, worktrees.list(repo).find((worktree) => worktree.run === run)!)

describe('a worktree of a run', () => {
  it('stands outside of the repository at its commit, clean, private, on a branch of its own', () => {
    const head = world.init({ 'a.txt': 'one\n', 'deep/b.sh': 'b' })
    world.write('a.txt', 'dirty\n')
    const made = worktrees.add(join(repo, 'deep'), 'run-1')
    const path = join(home(), 'run-1', 'repo')
    expect(made).toEqual({ path, branch: 'foreword/run-1', directory: join(path, 'deep') })
    expect(world.versions.head(path)).toBe(head)
    expect(git(path, 'status', '--porcelain')).toBe('')
    expect(git(path, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('foreword/run-1')
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one\n')
    expect((statSync(join(home(), 'run-1')).mode & 0o777).toString(8)).toBe('700')
    expect(git(repo, 'worktree', 'list')).toContain(path)
  })

  it('has the identity of the repository', () => {
    world.init()
    git(repo, 'config', 'user.name', 'Ada')
    const { path } = worktrees.add(repo, 'one')
    expect(git(path, 'config', 'user.name')).toBe('Ada')
  })

  it('is made from another worktree and from a detached HEAD that no branch has', () => {
    world.init()
    const side = join(world.home, 'side')
    git(repo, 'worktree', 'add', '-q', '--detach', side)
    writeFileSync(join(side, 'a.txt'), 'side\n')
    git(side, 'commit', '-qam', 'side')
    const { path } = worktrees.add(side, 'one')
    expect(world.versions.head(path)).toBe(git(side, 'rev-parse', 'HEAD'))
    // Worktrees that foreword did not create are not listed.
    expect(worktrees.list(repo).map((worktree) => worktree.path)).toEqual([path])
  })

  it.each([
    ['objects are missing', 'repo', () => rmSync(join(repo, '.git/objects'), { recursive: true })],
    ['a branch has the first part of its name', 'repo', () => git(repo, 'branch', 'foreword')],
    ['the project is not in the last commit', 'repo/new', () => mkdirSync(join(repo, 'new'))],
  ])('is refused where %s, and leaves nothing', (_, directory, harm) => {
    world.init()
    harm()
    expect(() => worktrees.add(join(world.home, directory), 'one')).toThrow(Refusal)
    expect(existsSync(join(home(), 'one'))).toBe(false)
    if (!existsSync(join(repo, '.git/objects'))) return
    expect(git(repo, 'worktree', 'list').split('\n')).toHaveLength(1)
    expect(git(repo, 'branch', '--list', 'foreword/*')).toBe('')
  })

  it('is refused to a user without a home', () => {
    world.init()
    const { worktrees: homeless } = openGit({ ...world.env, HOME: 'relative' })
    expect(() => homeless.add(repo, 'one')).toThrow('XDG_STATE_HOME')
    expect(homeless.list(repo)).toEqual([])
  })

  it('is busy until it is released, or the process is gone that works there', () => {
    world.init()
    const busy = () => worktrees.list(repo).map((worktree) => worktree.busy)
    const { path } = worktrees.add(repo, 'one')
    expect(busy()).toEqual([true])
    expect(git(repo, 'worktree', 'list')).toContain('locked')
    worktrees.release({ path })
    expect(busy()).toEqual([false])
    // No process has this id.
    git(repo, 'worktree', 'lock', '--reason', 'an agent of foreword works here, for process 4194305', path)
    expect(busy()).toEqual([false])
    git(repo, 'worktree', 'unlock', path)
    git(repo, 'worktree', 'lock', path)
    expect(busy()).toEqual([true])
  })
})

describe('the loss with a worktree', () => {
  beforeEach(() => {
    world.init({ 'a.txt': 'one\n', '.gitignore': 'built\n' })
  })

  it('is nothing where nothing was done, and where it is gone already', () => {
    const { path } = worktrees.add(repo, 'one')
    writeFileSync(join(path, 'built'), 'ignored')
    const nothing = { uncommitted: false, unheld: false, unmerged: false }
    expect(findLoss('one')).toEqual(nothing)
    rmSync(path, { recursive: true })
    expect(findLoss('one')).toEqual(nothing)
    expect(worktrees.remove(repo, worktrees.list(repo)[0]!, 'deleted')).toBe(true)
    expect(worktrees.list(repo)).toEqual([])
  })

  it('is a file that is new, a commit of its branch until that is merged, and a commit without a branch', () => {
    const { path } = worktrees.add(repo, 'one')
    writeFileSync(join(path, 'new.txt'), 'new\n')
    expect(findLoss('one')).toEqual({ uncommitted: true, unheld: false, unmerged: false })
    git(path, 'add', '-A')
    git(path, 'commit', '-qm', 'work')
    expect(findLoss('one')).toEqual({ uncommitted: false, unheld: false, unmerged: true })
    git(repo, 'merge', '-q', 'foreword/one')
    expect(findLoss('one')).toEqual({ uncommitted: false, unheld: false, unmerged: false })
    git(path, 'checkout', '-q', '--detach')
    git(path, 'commit', '-q', '--allow-empty', '-m', 'nowhere')
    expect(worktrees.list(repo)[0]!.checkedOut).toBeNull()
    expect(findLoss('one')).toEqual({ uncommitted: false, unheld: true, unmerged: false })
  })

  it('goes when it is removed, with the branch or without it', () => {
    for (const run of ['one', 'two']) {
      const made = worktrees.add(repo, run)
      writeFileSync(join(made.path, 'new.txt'), 'new\n')
      expect(worktrees.remove(repo, made, run === 'one' ? 'deleted' : 'kept')).toBe(true)
    }
    expect(readdirSync(home())).toEqual([])
    expect(git(repo, 'branch', '--format=%(refname:short)')).toBe('foreword/two\nmain')
  })

  it.each([
    ['without a repository', () => undefined],
    ['with one of its own', (path: string) => git(path, 'init', '-q')],
  ])('goes when it is removed, also where an agent has left it %s', (_, leave) => {
    const made = worktrees.add(repo, 'one')
    rmSync(join(made.path, '.git'))
    leave(made.path)
    expect(findLoss('one').uncommitted).toBe(true)
    expect(worktrees.remove(repo, made, 'deleted')).toBe(true)
    expect(readdirSync(home())).toEqual([])
    expect(git(repo, 'worktree', 'list').split('\n')).toHaveLength(1)
    expect(git(repo, 'branch', '--format=%(refname:short)')).toBe('main')
  })
})
