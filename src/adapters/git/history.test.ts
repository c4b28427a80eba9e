import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommitHistory } from '../../ports/index.ts'
import { openGitCommand } from './git-command.ts'
import { openHistory } from './history.ts'
import { commitTime, makeWorld, type World } from './world.fixture.ts'

let world: World
let history: CommitHistory
beforeEach(() => {
  world = makeWorld()
  history = openHistory(openGitCommand(world.env))
})
afterEach(() => world.remove())

describe('the content of a path at a commit', () => {
  it('is what was committed, byte for byte, whatever came later', () => {
    const text = '\ufeffone\r\ntwo 漢字\n'
    const first = world.init({ 'a.txt': text, 'deep/b.txt': 'b' })
    const second = world.commit({ 'a.txt': 'other\n' })
    world.write('a.txt', 'uncommitted\n')
    expect(history.at(world.repo, first, 'a.txt')).toBe(text)
    expect(history.at(world.repo, second, 'a.txt')).toBe('other\n')
    expect(history.at(join(world.repo, 'deep'), second, 'b.txt')).toBe('b')
    expect(history.has(world.repo, first)).toBe(true)
  })

  it('is found under names that look like something else', () => {
    const names = ['-L', ':(top)x', ':x', 'a b', '*', 'ü.md', '--', 'tab\tname']
    const commit = world.init(Object.fromEntries(names.map((name) => [name, `this is ${name}\n`])))
    for (const name of names) {
      expect(history.at(world.repo, commit, name)).toBe(`this is ${name}\n`)
      expect(history.blame(world.repo, commit, { path: name, line: 1 })?.id).toBe(commit)
    }
  })

  it('is null for a path that is missing, not a file, not text, or outside', () => {
    const commit = world.init({ 'dir/x': 'x', binary: 'a' })
    writeFileSync(join(world.repo, 'binary'), Buffer.from([0xff, 0xfe, 0x00]))
    symlinkSync('dir/x', join(world.repo, 'link'))
    const second = world.commit({})
    for (const path of ['missing', 'dir', 'link', 'binary', '../repo/../x', '', '@docs/a.md']) {
      expect(history.at(world.repo, second, path), path).toBeNull()
    }
    expect(history.at(world.repo, commit, 'link')).toBeNull()
    expect(history.at(world.home, commit, 'a.txt')).toBeNull()
    expect(history.at(join(world.home, 'nowhere'), commit, 'a.txt')).toBeNull()
  })

  it('asks for nothing but the full name of a commit', () => {
    world.init()
    for (const commit of ['HEAD', 'main', '--all', '', 'a'.repeat(40), '-'.repeat(40)]) {
      expect(history.has(world.repo, commit), commit).toBe(false)
      expect(history.at(world.repo, commit, 'a.txt')).toBeNull()
      expect(history.blame(world.repo, commit, { path: 'a.txt', line: 1 })).toBeNull()
    }
  })
})

describe('who brought a line in', () => {
  it('is the commit that wrote it, also for a line that has moved', () => {
    const first = world.init({ 'a.txt': 'one\ntwo\n' })
    const second = world.commit({ 'a.txt': 'zero\none\ntwo\n' })
    const at = (line: number) => history.blame(world.repo, second, { path: 'a.txt', line })
    expect([1, 2, 3].map((line) => at(line)?.id)).toEqual([second, first, first])
    expect(at(1)).toEqual({ id: second, date: commitTime, author: 'A', summary: 'change' })
    expect([0, -1, 4, 1.5, Number.NaN].map(at)).toEqual([null, null, null, null, null])
  })

  it('is unknown where a shallow clone was cut', () => {
    world.init()
    const second = world.commit({ 'b.txt': 'b\n' })
    const shallow = join(world.home, 'shallow')
    world.git(world.home, 'clone', '-q', '--depth=1', `file://${world.repo}`, shallow)
    expect(history.at(shallow, second, 'a.txt')).toBe('one\n')
    expect(history.blame(shallow, second, { path: 'a.txt', line: 1 })).toBeNull()
  })

  it('runs no program that the repository names, and looks past no commit for it', () => {
    const trap = join(world.home, 'trap')
    const sprung = join(world.home, 'sprung')
    mkdirSync(world.repo, { recursive: true })
    writeFileSync(trap, `#!/bin/sh\ntouch '${sprung}'\ncat "$1"\n`)
    chmodSync(trap, 0o755)
    const first = world.init({ 'a.txt': 'one\n', '.gitattributes': '* diff=trap\n' })
    const second = world.commit({ 'a.txt': 'one!\n' })
    world.write('ignored', `${second}\n`)
    for (const key of ['diff.trap.textconv', 'diff.external', 'diff.trap.command']) {
      world.git(world.repo, 'config', key, trap)
    }
    world.git(world.repo, 'config', 'blame.ignoreRevsFile', 'ignored')
    expect(history.blame(world.repo, second, { path: 'a.txt', line: 1 })?.id).toBe(second)
    expect(history.at(world.repo, first, 'a.txt')).toBe('one\n')
    expect(existsSync(sprung)).toBe(false)
  })

  it('is null without git', () => {
    const commit = world.init()
    const without = openHistory(openGitCommand({ ...world.env, PATH: join(world.home, 'empty') }))
    expect(without.blame(world.repo, commit, { path: 'a.txt', line: 1 })).toBeNull()
    expect([without.has(world.repo, commit), without.at(world.repo, commit, 'a.txt')]).toEqual([false, null])
  })
})
