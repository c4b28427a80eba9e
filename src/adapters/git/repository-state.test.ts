import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRepositoryState } from './repository-state.ts'
import { makeWorld, type World } from './world.fixture.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

const isExcluded = (path: string) => path === '.env'
const observe = (directory = world.repo) => readRepositoryState({ env: world.env, directory, isExcluded })
const say = (message: string) => world.git(world.repo, 'commit', '-q', '--allow-empty', '-m', message)

describe('the state of a repository', () => {
  it('has the branch, the last five commits and nothing else if the tree is clean', () => {
    const first = world.init()
    for (const number of [1, 2, 3, 4, 5]) say(`Subject ${number}\n\nBody\n`)
    const { state } = observe()
    expect(state).toMatchObject({ branch: 'main', commit: world.git(world.repo, 'rev-parse', 'HEAD') })
    expect(state?.commits.map(({ subject }) => subject)).toEqual([
      ...['Subject 5', 'Subject 4', 'Subject 3', 'Subject 2', 'Subject 1'],
    ])
    expect(state?.commits.every(({ hash }) => hash !== first)).toBe(true)
    expect(state?.uncommitted).toEqual([])
  })

  it('names changed, staged, deleted and new files, and no ignored or excluded ones', () => {
    world.init({ 'a.txt': '1', 'b.txt': '1', 'c.txt': '1', '.gitignore': 'out/\n' })
    world.write('a.txt', '2')
    world.write('b.txt', '2')
    world.git(world.repo, 'add', 'b.txt')
    rmSync(join(world.repo, 'c.txt'))
    world.write('new/deep/d.txt', '1')
    world.write('out/x', '1')
    world.write('.env', 'TOKEN=1')
    expect(observe().state?.uncommitted).toEqual(['a.txt', 'b.txt', 'c.txt', 'new/'])
  })

  it('names a file once that was removed from the index and is still there', () => {
    world.init({ 'a.txt': '1' })
    world.git(world.repo, 'rm', '-q', '--cached', 'a.txt')
    expect(observe().state?.uncommitted).toEqual(['a.txt'])
  })

  it('is that of a project below the top of its repository', () => {
    world.init({ 'web/a.txt': '1', 'b.txt': '1' })
    world.write('web/a.txt', '2')
    world.write('b.txt', '2')
    expect(observe(join(world.repo, 'web')).state?.uncommitted).toEqual(['a.txt'])
  })

  it('has no branch if a commit is checked out, and no commit before the first', () => {
    const commit = world.init()
    world.git(world.repo, 'checkout', '-q', '--detach')
    expect(observe().state).toMatchObject({ branch: null, commit })
    const empty = join(world.home, 'new')
    world.git(world.home, 'init', '-q', '-b', 'trunk', empty)
    expect(observe(empty).state).toEqual({ branch: 'trunk', commit: null, uncommitted: [], commits: [] })
  })

  it('is unknown outside of a repository, until one is made at or above the directory', () => {
    const directory = join(world.home, 'plain')
    mkdirSync(directory)
    const { state, places } = observe(directory)
    expect(state).toBeNull()
    expect(places).toContain(join(directory, '.git'))
    expect(places).toContain(join(world.home, '.git'))
  })

  it('names the files that decide it: HEAD, its branch, the index and the uncommitted files', () => {
    world.init()
    world.write('a.txt', '2')
    world.write('new/b.txt', '1')
    const { places } = observe()
    const inGit = (path: string) => join(world.repo, '.git', path)
    expect(places).toEqual(expect.arrayContaining(['HEAD', 'refs/heads/main', 'index'].map(inGit)))
    expect(places).toEqual(expect.arrayContaining(['a.txt', 'new']))
  })

  it('T5 starts nothing that the repository configures, and leaves its index alone', () => {
    world.init({ 'a.txt': '1', '.gitattributes': '* filter=x diff=x\n' })
    const trace = join(world.home, 'started')
    const command = `touch ${trace}`
    for (const key of ['core.fsmonitor', 'filter.x.clean', 'diff.x.command', 'diff.x.textconv', 'core.pager'])
      world.git(world.repo, 'config', key, command)
    world.write('a.txt', '2')
    expect(observe().state).toMatchObject({ uncommitted: ['a.txt'] })
    expect(existsSync(trace)).toBe(false)
  })
})
