import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identifyRepository } from './identify-repository.ts'

let home: string
let root: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'identity-')))
  root = join(home, 'shop')
  mkdirSync(join(root, 'part'), { recursive: true })
  git('init', '-q')
  writeFileSync(join(root, 'part/a.md'), 'A\n')
  git('add', '-A')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'first')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { stdio: 'pipe' })

describe('the identity of a repository', () => {
  it('is the same in every worktree, for the root and for a part of it', () => {
    const tree = join(home, 'elsewhere', 'tree')
    git('worktree', 'add', '-q', tree)
    for (const part of ['', 'part']) {
      const { place, id, files } = identifyRepository(join(root, part))
      expect(place).toBe(join(root, part))
      expect(files).toEqual([])
      expect(identifyRepository(join(tree, part))).toMatchObject({ place: join(root, part), id })
    }
    expect(identifyRepository(tree).files[0]).toBe(join(tree, '.git'))
  })

  it('is that of a bare repository for its worktrees', () => {
    const bare = join(home, 'shop.git')
    git('clone', '-q', '--bare', root, bare)
    const tree = join(home, 'tree')
    execFileSync('git', ['-C', bare, 'worktree', 'add', '-q', tree], { stdio: 'pipe' })
    expect(identifyRepository(tree).place).toBe(bare)
  })

  it('is its own for a worktree that the repository does not list', () => {
    const tree = join(home, 'tree')
    git('worktree', 'add', '-q', tree)
    renameSync(tree, join(home, 'moved'))
    expect(identifyRepository(join(home, 'moved'))).toMatchObject({ place: join(home, 'moved'), files: [] })
  })

  it('stays when files change, and differs for another repository or directory at the same path', () => {
    const { id } = identifyRepository(root)
    writeFileSync(join(root, 'part/a.md'), 'B\n')
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qam', 'second')
    expect(identifyRepository(root).id).toBe(id)
    renameSync(root, join(home, 'old'))
    execFileSync('git', ['clone', '-q', join(home, 'old'), root], { stdio: 'pipe' })
    expect(identifyRepository(root).id).not.toBe(id)
    const plain = join(home, 'plain')
    mkdirSync(plain)
    const first = identifyRepository(plain)
    renameSync(plain, join(home, 'plain-old'))
    mkdirSync(plain)
    expect(first.place).toBe(plain)
    expect(identifyRepository(plain).id).not.toBe(first.id)
  })
})
