import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGit } from './open-git.ts'
import { commitTime, makeWorld, type World } from './world.fixture.ts'

let home: World['home']
let repo: World['repo']
let env: World['env']
let world: World
beforeEach(() => {
  world = makeWorld()
  ;({ home, repo, env } = world)
  world.git(home, 'init', '-q', '-b', 'main', repo)
})
afterEach(() => world.remove())

const git = (...args: string[]) => world.git(repo, ...args)

const commitAll = () => world.commit({})
const marker = () => join(home, 'marker')

/** Writes every setting we know that makes git start a program into the repository's configuration. */
function plant(): void {
  const program = join(home, 'evil')
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${marker()}\ncat\n`, { mode: 0o755 })
  const drivers = [
    'diff.x.command',
    'diff.x.textconv',
    'filter.x.clean',
    'filter.x.smudge',
    'filter.y.process',
    'diff.external',
  ]
  const programs = [
    'core.fsmonitor',
    'core.pager',
    'core.editor',
    'core.sshCommand',
    'core.askPass',
    'gpg.program',
  ]
  const others = [
    'core.alternateRefsCommand',
    'credential.helper',
    'uploadpack.packObjectsHook',
    'core.gitProxy',
  ]
  const settings = Object.fromEntries([...drivers, ...programs, ...others].map((key) => [key, program]))
  const more = {
    'core.hooksPath': join(home, 'hooks'),
    'log.showSignature': 'true',
    'filter.x.required': 'true',
  }
  mkdirSync(join(home, 'hooks'))
  for (const hook of [
    'post-checkout',
    'post-index-change',
    'reference-transaction',
    'pre-auto-gc',
    'fsmonitor-watchman',
  ]) {
    for (const place of [join(home, 'hooks'), join(repo, '.git/hooks')]) {
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, hook), `#!/bin/sh\necho ${hook} >> ${marker()}\n`, { mode: 0o755 })
    }
  }
  for (const [key, value] of Object.entries({ ...settings, ...more })) git('config', key, value)
}

describe('T28 a repository with an evil configuration', () => {
  let head: string
  beforeEach(() => {
    writeFileSync(join(repo, '.gitattributes'), '* diff=x filter=x\nb.txt filter=y\n')
    writeFileSync(join(repo, 'a.txt'), 'one\n')
    writeFileSync(join(repo, 'b.txt'), 'b\n')
    head = commitAll()
    plant()
    writeFileSync(join(repo, 'a.txt'), 'two\n')
    writeFileSync(join(repo, 'new.txt'), 'new\n')
    utimesSync(join(repo, 'b.txt'), 1, 1)
    rmSync(marker(), { force: true })
  })

  it('starts its programs when git is asked without care, so the trap is real', () => {
    spawnSync('git', ['diff'], { cwd: repo, env })
    expect(existsSync(marker())).toBe(true)
  })

  it('starts nothing of its own when it is asked for its head', () => {
    expect(openGit(env).head(repo)).toBe(head)
    git('pack-refs', '--all')
    rmSync(marker(), { force: true })
    git('-c', 'core.hooksPath=/dev/null', 'symbolic-ref', 'HEAD', 'refs/heads/none')
    rmSync(marker(), { force: true })
    expect(openGit(env).head(repo)).toBeNull()
    expect(existsSync(marker())).toBe(false)
  })

  it('starts nothing of its own when it is asked for a commit time', () => {
    expect(openGit(env).committedAt(repo, 'b.txt')).toBe(commitTime)
    expect(openGit(env).committedAt(repo, 'a.txt')).toBeNull()
    expect(existsSync(marker())).toBe(false)
  })

  it('starts nothing of its own when it is asked for its changes', () => {
    const { kind, patch } = world.during(() => {
      writeFileSync(join(repo, 'a.txt'), 'three\n')
      writeFileSync(join(repo, 'b.txt'), 'c\n')
      writeFileSync(join(repo, 'newer.txt'), 'newer\n')
    })
    expect(kind).toBe('uncommitted')
    expect(patch).toContain('-two\n+three\n')
    expect(patch).toContain('-b\n+c\n')
    expect(patch).toContain('+newer\n')
    expect(existsSync(marker())).toBe(false)
  })

  it('starts nothing that was planted into the snapshot while it was watched', () => {
    const before = process.env.TMPDIR
    process.env.TMPDIR = join(home, 'tmp')
    mkdirSync(process.env.TMPDIR)
    try {
      const { kind, patch } = world.during(() => {
        const [shadow = ''] = readdirSync(join(home, 'tmp'))
        execFileSync('cp', [join(repo, '.git/config'), join(home, 'tmp', shadow, 'config')])
        execFileSync('cp', ['-r', join(home, 'hooks'), join(home, 'tmp', shadow)])
        writeFileSync(join(repo, 'a.txt'), 'three\n')
      })
      expect([kind, patch]).toEqual(['uncommitted', expect.stringContaining('-two\n+three\n')])
      expect(existsSync(marker())).toBe(false)
      expect(readdirSync(join(home, 'tmp'))).toEqual([])
    } finally {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    }
  })

  it('starts nothing of its own when it gets another worktree, is asked about it, and loses it', () => {
    git('config', 'filter.x=y.smudge', join(home, 'evil'))
    const { worktrees, hasUncommitted } = openGit(env)
    const worktree = worktrees.add(repo, 'one')
    expect(readdirSync(worktree.path).sort()).toEqual(['.git', '.gitattributes', 'a.txt', 'b.txt'])
    writeFileSync(join(worktree.path, 'a.txt'), 'three\n')
    expect([hasUncommitted(repo), hasUncommitted(worktree.path)]).toEqual([true, true])
    const [listed] = worktrees.list(repo)
    expect(worktrees.findLoss(repo, listed!)).toEqual({ uncommitted: true, unheld: false, unmerged: false })
    worktrees.release(worktree)
    expect(worktrees.remove(repo, worktree, 'deleted')).toBe(true)
    expect(existsSync(marker())).toBe(false)
  })
})

describe('T28 a submodule with an evil configuration', () => {
  it('starts nothing of its own when the repository around it is asked for its changes', () => {
    writeFileSync(join(repo, 'a.txt'), 'one\n')
    commitAll()
    git('clone', '-q', repo, join(home, 'library'))
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(home, 'library'), 'library')
    commitAll()
    writeFileSync(join(home, 'evil'), `#!/bin/sh\necho evil >> ${marker()}\n`, { mode: 0o755 })
    git('-C', 'library', 'config', 'core.fsmonitor', join(home, 'evil'))
    rmSync(marker(), { force: true })
    expect(world.during(() => writeFileSync(join(repo, 'library/a.txt'), 'two\n')).kind).toBe('none')
    expect(world.during(() => writeFileSync(join(repo, 'a.txt'), 'two\n')).kind).toBe('uncommitted')
    expect(openGit(env).committedAt(repo, '.gitmodules')).toBe(commitTime)
    expect(existsSync(marker())).toBe(false)
    git('status')
    expect(existsSync(marker())).toBe(true)
  })
})

describe('T28 hostile names', () => {
  const names = [
    '--upload-pack=x',
    '-',
    'two\nlines',
    '$(touch x)',
    '`x`',
    ':(top)x',
    '*',
    'a b"\'\\',
    'ü',
    ' ',
  ]

  it('are told apart from options, patterns and commands', () => {
    for (const name of names) writeFileSync(join(repo, name), 'one\n')
    commitAll()
    const { versions } = world
    for (const name of names) expect(versions.committedAt(repo, name)).toBe(commitTime)
    writeFileSync(join(repo, names[0]!), 'two\n')
    expect(versions.committedAt(repo, '*')).toBe(commitTime)
    expect(versions.committedAt(repo, names[0]!)).toBeNull()
    const { patch } = world.during(() => {
      for (const name of names) writeFileSync(join(repo, `${name}2`), 'new\n')
      const latin1 = Buffer.concat([Buffer.from(`${repo}/`), Buffer.from([0x66, 0xff])])
      writeFileSync(latin1, 'bytes\n')
    })
    expect(patch.match(/^\+new$/gm)).toHaveLength(names.length)
    expect(patch).toContain('+bytes\n')
    const { path } = versions.worktrees.add(repo, '--upload-pack=x')
    expect(readdirSync(path).sort()).toEqual(['.git', ...names].sort())
  })

  it('in the repository itself do no harm', () => {
    for (const name of ['-x $(touch x)', 'a:b', 'two\nlines']) {
      writeFileSync(join(repo, 'a.txt'), 'one\n')
      const head = git('rev-parse', '--all') || commitAll()
      const moved = join(home, name)
      execFileSync('cp', ['-r', '--', repo, moved])
      expect(openGit(env).head(moved)).toBe(head)
      const { path } = openGit(env).worktrees.add(moved, 'one')
      expect(openGit(env).head(path)).toBe(head)
      expect(openGit(env).worktrees.list(moved)).toMatchObject([{ path, checkedOut: 'foreword/one' }])
      expect(openGit(env).watch(moved).finish()).toEqual({ kind: 'none', head, patch: '' })
    }
  })
})
