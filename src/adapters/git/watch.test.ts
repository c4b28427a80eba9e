import { appendFileSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
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

const at = (path: string) => join(repo, path)

describe('a file that was changed before the watch', () => {
  let head: string
  beforeEach(() => {
    head = init({ 'a.txt': 'one\n', 'staged.txt': 'one\n', 'gone.txt': 'gone\n', '.gitignore': 'ignored\n' })
    write('a.txt', 'one\nmine\n')
    write('staged.txt', 'two\n')
    git(repo, 'add', 'staged.txt')
    write('staged.txt', 'three\n')
    rmSync(at('gone.txt'))
    write('untracked.txt', 'untracked\n')
    write('ignored', 'ignored\n')
  })

  it('does not count as changed if it stays as it was', () => {
    const watch = versions.watch(repo)
    expect(watch.head).toBe(head)
    expect(watch.finish()).toEqual({ kind: 'none', head, patch: '' })
  })

  it.each([
    ['looked at by git', () => git(repo, 'status')],
    ['staged', () => git(repo, 'add', '-A')],
    ['unstaged', () => git(repo, 'reset', '-q')],
    ['touched', () => utimesSync(at('a.txt'), 1, 1)],
    ['written again', () => write('untracked.txt', 'untracked\n')],
    ['joined by ignored files', () => write('ignored', 'changed\n')],
  ])('does not count as changed if it is only %s', (_, act) => {
    expect(during(act)).toEqual({ kind: 'none', head, patch: '' })
  })

  it('counts for nothing when it is changed further', () => {
    const { kind, patch } = during(() => {
      appendFileSync(at('a.txt'), 'theirs\n')
      appendFileSync(at('untracked.txt'), 'more\n')
    })
    expect(kind).toBe('uncommitted')
    expect(patch).toContain(' one\n mine\n+theirs\n')
    expect(patch).toContain(' untracked\n+more\n')
    expect(patch).not.toMatch(/^\+mine|staged\.txt|gone\.txt/m)
  })

  it('is seen when it is taken back', () => {
    const { kind, patch } = during(() => git(repo, 'checkout', '-q', 'HEAD', '--', 'a.txt', 'gone.txt'))
    expect(kind).toBe('uncommitted')
    expect(patch).toContain(' one\n-mine\n')
    expect(patch).toContain('--- /dev/null\n+++ b/gone.txt')
  })

  it('is seen when an untracked file is deleted', () => {
    const { kind, patch } = during(() => rmSync(at('untracked.txt')))
    expect(kind).toBe('uncommitted')
    expect(patch).toContain('--- a/untracked.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-untracked\n')
  })

  it('is committed with an empty patch when nothing else was', () => {
    const changes = during(() => {
      git(repo, 'add', '-A')
      git(repo, 'commit', '-qm', 'theirs')
    })
    expect(changes).toEqual({ kind: 'committed', head: git(repo, 'rev-parse', 'HEAD'), patch: '' })
    expect(changes.head).not.toBe(head)
  })

  it('is committed with an empty patch through a filter too, which the snapshot does not know', () => {
    git(repo, 'config', 'filter.upper.clean', 'tr a-z A-Z')
    commit({ '.gitattributes': '*.up filter=upper\n', 'a.up': 'a\n', 'b.up': 'b\n' })
    write('a.up', 'mine\n')
    utimesSync(at('b.up'), 1, 1)
    expect(during(() => commit({}))).toMatchObject({ kind: 'committed', patch: '' })
    expect(git(repo, 'show', 'HEAD:a.up')).toBe('MINE')
  })

  it('does not count as deleted when it becomes ignored', () => {
    const { kind, patch } = during(() => appendFileSync(at('.gitignore'), 'untracked.txt\n'))
    expect(kind).toBe('uncommitted')
    expect(patch).toContain('+untracked.txt\n')
    expect(patch).not.toContain('/dev/null')
  })

  it('may be a conflict', () => {
    git(repo, 'reset', '-q', '--hard')
    git(repo, 'checkout', '-qb', 'side')
    commit({ 'a.txt': 'side\n' })
    git(repo, 'checkout', '-q', 'main')
    commit({ 'a.txt': 'main\n' })
    expect(() => git(repo, 'merge', 'side')).toThrow()
    expect(during(() => {})).toMatchObject({ kind: 'none', patch: '' })
    const { kind, patch } = during(() => write('a.txt', 'both\n'))
    expect([kind, patch]).toEqual(['uncommitted', expect.stringContaining('-<<<<<<< HEAD\n')])
  })
})

describe('a file that is too large or cannot be read', () => {
  beforeEach(() => {
    init()
    write('huge', 'x'.repeat(6_000_000))
    write('z.txt', 'small\n')
    git(home, 'init', '-q', at('nested'))
  })

  it.each([
    ['nothing', () => {}],
    ['ignoring it', () => appendFileSync(at('.git/info/exclude'), 'huge\n')],
    ['staging it', () => git(repo, 'add', 'huge')],
  ])('does not count as changed after %s', (_, act) => {
    expect(during(act)).toMatchObject({ kind: 'none', patch: '' })
  })

  it('is committed without a word about it', () => {
    const act = () => {
      git(repo, 'add', 'huge', 'z.txt')
      git(repo, 'commit', '-qm', 'theirs')
    }
    expect(during(act)).toMatchObject({ kind: 'committed', patch: '' })
  })

  it.each([
    ['it is written', 'huge', () => appendFileSync(at('huge'), 'y')],
    ['it becomes small', 'huge', () => write('huge', 'x')],
    ['a file comes into a nested repository', 'nested/', () => write('nested/file', '')],
    ['another one comes', 'z', () => write('z', 'x'.repeat(6_000_000))],
  ])('is named when %s', (_, name, act) => {
    const { kind, patch } = during(act)
    expect(kind).toBe('uncommitted')
    expect(patch).toBe(`# untracked, too large or not readable as a file: "${name}"\n`)
  })

  it('is named when a nested repository gets a commit', () => {
    const act = () => git(at('nested'), 'commit', '-q', '--allow-empty', '-m', 'first')
    expect(during(act)).toMatchObject({ kind: 'uncommitted', patch: expect.stringContaining('"nested/"') })
  })

  it('is named when it is deleted', () => {
    const { kind, patch } = during(() => rmSync(at('huge')))
    expect(kind).toBe('uncommitted')
    expect(patch).toMatch(/^# gone, .*: "huge"\n$/)
  })

  it('does not push out what was small enough before', () => {
    const { patch } = during(() => write('a-first', 'x\n'.repeat(2_499_999)))
    expect(patch).toContain('+++ b/a-first\n')
    expect(patch).not.toContain('z.txt')
  })
})

describe('a repository that comes or goes during the watch', () => {
  it('is committed by its first commit, and what was there before is not in the patch', () => {
    git(home, 'init', '-q', repo)
    write('mine.txt', 'mine\n')
    const watch = versions.watch(repo)
    expect(watch.head).toBeNull()
    const head = commit({ 'theirs.txt': 'theirs\n' })
    const { patch, ...rest } = watch.finish()
    expect(rest).toEqual({ kind: 'committed', head })
    expect(patch).toContain('+theirs\n')
    expect(patch).not.toContain('mine')
  })

  it('is uncommitted before its first commit', () => {
    git(home, 'init', '-q', repo)
    const { patch, ...rest } = during(() => write('a.txt', 'one\n'))
    expect([rest, patch]).toEqual([{ kind: 'uncommitted', head: null }, expect.stringContaining('+one\n')])
  })

  it('counts as committed if it was created, without a patch, because its earlier content is unknown', () => {
    mkdirSync(repo)
    write('mine.txt', 'mine\n')
    const changes = during(() => init())
    expect(changes).toMatchObject({ kind: 'committed', head: git(repo, 'rev-parse', 'HEAD') })
    expect(changes.patch).toMatch(/^# no patch: .+\n$/)
  })

  it('is unknown when it was created and has no commit', () => {
    mkdirSync(repo)
    const changes = during(() => git(home, 'init', '-q', repo))
    expect(changes).toEqual({ kind: 'unknown', head: null, patch: '' })
  })

  it.each([
    ['.git is removed', () => rmSync(at('.git'), { recursive: true })],
    ['all is removed', () => rmSync(repo, { recursive: true })],
    ['its HEAD is removed', () => rmSync(at('.git/HEAD'))],
  ])('is unknown when %s, also inside of another repository', (_, act) => {
    git(home, 'init', '-q')
    git(home, 'commit', '-q', '--allow-empty', '-m', 'around')
    init()
    expect(during(act)).toEqual({ kind: 'unknown', head: null, patch: '' })
  })

  it('is committed when it was made anew', () => {
    init({ 'a.txt': 'one\n', 'b.txt': 'b\n' })
    const changes = during(() => {
      rmSync(at('.git'), { recursive: true })
      git(home, 'init', '-q', repo)
      commit({ 'a.txt': 'two\n' })
    })
    expect(changes).toMatchObject({ kind: 'committed', head: git(repo, 'rev-parse', 'HEAD') })
    expect(changes.patch).toMatch(/^# no patch: .+\n$/)
  })

  it('is uncommitted when HEAD has lost its commit', () => {
    init()
    const changes = during(() => git(repo, 'checkout', '-q', '--orphan', 'fresh'))
    expect(changes).toEqual({ kind: 'uncommitted', head: null, patch: '' })
  })

  it('is unknown when its index is damaged', () => {
    const head = init()
    expect(during(() => write('.git/index', 'damaged'))).toEqual({ kind: 'unknown', head, patch: '' })
  })
})

describe('the snapshot', () => {
  let before: string | undefined
  beforeEach(() => {
    before = process.env.TMPDIR
    process.env.TMPDIR = join(home, 'tmp')
    mkdirSync(process.env.TMPDIR)
  })
  afterEach(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })

  it('is kept until the end and removed then, and a second end knows nothing', () => {
    const head = init()
    const watch = versions.watch(repo)
    expect(readdirSync(join(home, 'tmp'))).toHaveLength(1)
    expect(watch.finish().kind).toBe('none')
    expect(readdirSync(join(home, 'tmp'))).toEqual([])
    expect(watch.finish()).toEqual({ kind: 'unknown', head, patch: '' })
  })

  it('that was removed makes the changes unknown', () => {
    const head = init()
    const changes = during(() => rmSync(join(home, 'tmp'), { recursive: true }))
    expect(changes).toEqual({ kind: 'unknown', head, patch: '' })
  })

  it('that was emptied makes the changes unknown', () => {
    const head = init()
    const empty = () => {
      const [shadow = ''] = readdirSync(join(home, 'tmp'))
      rmSync(join(home, 'tmp', shadow), { recursive: true })
      mkdirSync(join(home, 'tmp', shadow))
    }
    expect(during(empty)).toEqual({ kind: 'unknown', head, patch: '' })
  })

  it('does not count as a change in a temporary directory inside of the working tree', () => {
    const head = init()
    process.env.TMPDIR = at('tmp')
    mkdirSync(at('tmp'))
    expect(during(() => {})).toEqual({ kind: 'none', head, patch: '' })
    expect(readdirSync(at('tmp'))).toEqual([])
  })

  it('is not left behind where it cannot be taken', () => {
    const head = init()
    write('.git/index', 'damaged')
    expect(during(() => {})).toEqual({ kind: 'unknown', head, patch: '' })
    expect(readdirSync(join(home, 'tmp'))).toEqual([])
  })
})
