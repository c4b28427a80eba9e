import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
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
let during: World['during']
let remove: World['remove']
beforeEach(() => {
  ;({ home, repo, versions, git, write, commit, init, during, remove } = makeWorld())
})
afterEach(() => remove())

describe('changes', () => {
  it('are none in a clean tree, whatever is ignored', () => {
    const head = init({ '.gitignore': 'ignored\n' })
    writeFileSync(join(repo, '.git/info/exclude'), 'excluded\n')
    const changes = during(() => {
      write('ignored', '')
      write('excluded', '')
      utimesSync(join(repo, '.gitignore'), 1, 1)
    })
    expect(changes).toEqual({ kind: 'none', head, patch: '' })
  })

  it('are uncommitted in a tree made dirty', () => {
    init({ 'a.txt': 'one\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
    const { kind, patch } = during(() => {
      write('a.txt', 'two\n')
      rmSync(join(repo, 'b.txt'))
      write('c.txt', 'staged\n')
      git(repo, 'add', 'c.txt')
      write('new.txt', 'new\n')
    })
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
  })

  it('leave index and objects of the user alone', () => {
    init({ 'a.txt': 'one\n', 'c.txt': 'c\n' })
    write('a.txt', 'two\n')
    write('c.txt', 'staged\n')
    git(repo, 'add', 'c.txt')
    write('new.txt', 'new\n')
    const state = () => [
      createHash('sha256')
        .update(readFileSync(join(repo, '.git/index')))
        .digest('hex'),
      git(repo, 'count-objects', '-v'),
      git(repo, 'status', '--porcelain'),
      readdirSync(join(repo, '.git')),
    ]
    const before = state()
    const watch = versions.watch(join(repo, '.'))
    expect(state()).toEqual(before)
    write('new.txt', 'newer\n')
    expect(watch.finish().kind).toBe('uncommitted')
    expect(state()).toEqual(before)
  })

  it.each(['untracked', 'staged'])('are uncommitted with one %s file', (how) => {
    const head = init()
    const changes = during(() => {
      write('x', 'x\n')
      if (how === 'staged') git(repo, 'add', 'x')
    })
    expect(changes).toMatchObject({ kind: 'uncommitted', head })
  })

  it('are committed when HEAD moved, and the patch has what came after too', () => {
    init()
    let head = ''
    const changes = during(() => {
      head = commit({ 'a.txt': 'two\n' })
      write('later.txt', 'later\n')
    })
    expect(changes).toMatchObject({ kind: 'committed', head })
    expect(changes.patch).toContain('-one\n+two\n')
    expect(changes.patch).toContain('+later\n')
  })

  it('have in the patch what was ignored and committed with force', () => {
    init({ '.gitignore': 'ignored\n' })
    const changes = during(() => commit({ ignored: 'forced\n' }))
    expect(changes.kind).toBe('committed')
    expect(changes.patch).toContain('+forced\n')
  })

  it('work in a worktree and with a split index', () => {
    const head = init()
    const side = join(home, 'side')
    git(repo, 'worktree', 'add', '-q', '-b', 'side', side)
    git(side, 'update-index', '--split-index')
    writeFileSync(join(side, 'mine.txt'), 'mine\n')
    const [here, there] = [versions.watch(side), versions.watch(repo)]
    writeFileSync(join(side, 'a.txt'), 'two\n')
    const changes = here.finish()
    expect(changes).toMatchObject({ kind: 'uncommitted', head })
    expect(changes.patch).toContain('-one\n+two\n')
    expect(changes.patch).not.toContain('mine')
    expect(there.finish().kind).toBe('none')
    expect(versions.watch(side).finish().kind).toBe('none')
  })

  it('are known in a repository with SHA-256 names', () => {
    git(home, 'init', '-q', '--object-format=sha256', repo)
    expect(during(() => commit({ 'a.txt': 'one\n' })).patch).toContain('+one\n')
    const head = git(repo, 'rev-parse', 'HEAD')
    expect(during(() => {})).toEqual({ kind: 'none', head, patch: '' })
  })

  it('do not take a sparse checkout for deletions', () => {
    const head = init({ 'in/a': '', 'out/b': '' })
    git(repo, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in')
    expect(existsSync(join(repo, 'out/b'))).toBe(false)
    expect(during(() => {})).toEqual({ kind: 'none', head, patch: '' })
    expect(during(() => write('in/a', 'a\n')).patch).toMatch(/^diff --git a\/in\/a b\/in\/a\n(?!.*out)/s)
  })

  it('notice changes of the same size right after the commit', () => {
    init()
    const racing = (content: string) => during(() => write('a.txt', content)).kind
    expect([racing('two\n'), racing('two\n'), racing('six\n')]).toEqual([
      'uncommitted',
      'none',
      'uncommitted',
    ])
  })

  it('are known where a directory became a link', () => {
    init({ 'd/x': 'one\n', 'e/x': 'two\n' })
    const { kind, patch } = during(() => {
      rmSync(join(repo, 'd'), { recursive: true })
      symlinkSync('e', join(repo, 'd'))
    })
    expect(kind).toBe('uncommitted')
    expect(patch).toContain('new file mode 120000')
    expect(patch).toContain('--- a/d/x\n+++ /dev/null')
  })

  it('have the commit of a new submodule, and say nothing of one that was not fetched', () => {
    init()
    git(home, 'clone', '-q', repo, join(home, 'library'))
    const source = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(home, 'library')]
    const added = during(() => git(repo, ...source, 'library'))
    expect(added.patch).toMatch(/^\+Subproject commit [0-9a-f]{40}$/m)
    const absent = during(() => {
      const entry = `160000,${git(repo, 'rev-parse', 'HEAD')},absent`
      git(repo, 'update-index', '--add', '--cacheinfo', entry)
      write('absent/.keep', '')
      rmSync(join(repo, 'absent/.keep'))
    })
    expect(absent).toMatchObject({ kind: 'none', patch: '' })
  })

  it('are cut at 5 MB, and the last line says so', () => {
    init()
    const { kind, patch } = during(() => write('a.txt', 'ü line\n'.repeat(1_000_000)))
    expect(kind).toBe('uncommitted')
    expect(Buffer.byteLength(patch)).toBeGreaterThan(4_900_000)
    expect(Buffer.byteLength(patch)).toBeLessThan(5_000_100)
    expect(patch.endsWith('+ü line\n# the patch is longer and was cut at 5 MB\n')).toBe(true)
  })

  it('name untracked files that are too large, and nested repositories', () => {
    init()
    const { kind, patch } = during(() => {
      write('huge', 'x'.repeat(6_000_000))
      git(home, 'init', '-q', join(repo, 'nested'))
    })
    expect(kind).toBe('uncommitted')
    expect(patch).toMatch(/^# untracked, .*"huge"\n# untracked, .*"nested\/"\n$/)
  })

  it('look beside .git, wherever core.worktree points', () => {
    const head = init()
    git(repo, 'config', 'core.worktree', home)
    expect(during(() => writeFileSync(join(home, 'secret'), 'secret\n'))).toEqual({
      kind: 'none',
      head,
      patch: '',
    })
  })
})
