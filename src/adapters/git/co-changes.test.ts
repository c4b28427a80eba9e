import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCoChanges } from './co-changes.ts'
import { makeWorld, type World } from './world.fixture.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

const commits = (directory = world.repo) => {
  const changes = openCoChanges(world.env)
  return changes.commits(directory, changes.head(directory) ?? '')
}

describe('M-82 files that changed together', () => {
  it('are those of each commit, newest first, under any name', () => {
    world.init({ 'a.md': '1', 'ü \n"x".md': '1' })
    world.commit({ 'a.md': '2', 'docs/b.md': '1' })
    expect(commits()).toEqual([
      ['a.md', 'docs/b.md'],
      ['a.md', 'ü \n"x".md'],
    ])
  })

  it('are named from the directory that was asked for', () => {
    world.init({ 'a.md': '1', 'docs/b.md': '1', 'docs/c.md': '1' })
    world.commit({ 'a.md': '2' })
    expect(commits(join(world.repo, 'docs'))).toEqual([['b.md', 'c.md']])
  })

  it('leaves out commits with more than 30 files', () => {
    const files = (many: number) =>
      Object.fromEntries(Array.from({ length: many }, (_, i) => [`${i}.md`, `${many}`]))
    world.init(files(31))
    expect(commits()).toEqual([])
    world.commit(files(30))
    expect(commits()).toHaveLength(1)
  })

  it('takes no file for a commit that is named like one', () => {
    const first = world.init({ 'a.md': '1' })
    world.commit({ [first]: 'x', 'b.md': '1' })
    expect(commits()).toEqual([[first, 'b.md'].sort(), ['a.md']])
  })

  it('leaves out the commit where a shallow clone was cut', () => {
    world.init({ 'a.md': '1', 'b.md': '1' })
    world.commit({ 'a.md': '2' })
    const shallow = join(world.home, 'shallow')
    world.git(world.home, 'clone', '-q', '--depth=1', `file://${world.repo}`, shallow)
    expect(commits(shallow)).toEqual([])
  })

  it('T1 runs no program that the repository names', () => {
    world.init({ 'a.md': '1', '.gitattributes': '* diff=trap\n' })
    world.commit({ 'a.md': '2' })
    const trap = join(world.home, 'trap')
    writeFileSync(trap, `#!/bin/sh\ntouch '${world.home}/sprung'\n`)
    chmodSync(trap, 0o755)
    for (const key of [
      'diff.external',
      'diff.trap.textconv',
      'diff.trap.command',
      'core.fsmonitor',
      'core.pager',
    ]) {
      world.git(world.repo, 'config', key, trap)
    }
    expect(commits()).toHaveLength(2)
    expect(existsSync(join(world.home, 'sprung'))).toBe(false)
  })

  it('are unknown outside of a repository, for an unknown commit, and without git', () => {
    expect(commits(world.home)).toEqual([])
    const head = world.init()
    expect(openCoChanges(world.env).commits(world.repo, '--all')).toEqual([])
    expect(openCoChanges({ ...world.env, PATH: '/nowhere' }).commits(world.repo, head)).toEqual([])
  })
})
