import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSalience } from './salience.ts'
import { makeWorld, type World } from './world.fixture.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

const salience = (directory = world.repo) => openSalience(world.env, directory)
const say = (message: string) => world.git(world.repo, 'commit', '-q', '--allow-empty', '-m', message)

describe('the latest work', () => {
  it('M-68 is told by commit messages, the newest first and whole', () => {
    world.init()
    say('SHOP-1 Add it\n\nWith a body.\n')
    say('SHOP-2 Ümlaut')
    expect(
      salience()
        .commitMessages(10)
        .map((part) => part.trim()),
    ).toEqual(['SHOP-2 Ümlaut', 'SHOP-1 Add it\n\nWith a body.', 'change'])
    expect(salience().commitMessages(1)).toHaveLength(1)
  })

  it('M-69 is told by files that are not as committed, and those of the last commit', () => {
    world.init({ 'old.txt': '1', 'a b.txt': '1', 'gone.txt': '1', '.gitignore': 'ignored\n' })
    world.commit({ 'last.txt': '1', 'deep/ö.txt': '1' })
    world.write('a b.txt', '2')
    world.write('new/file.txt', '1')
    world.write('ignored', '1')
    rmSync(join(world.repo, 'gone.txt'))
    expect(salience().changedFiles(10)).toEqual([
      'a b.txt',
      'deep/ö.txt',
      'gone.txt',
      'last.txt',
      'new/file.txt',
    ])
    expect(salience().changedFiles(2)).toEqual(['a b.txt', 'deep/ö.txt'])
  })

  it('is told of a directory below, by paths from there and without what lies beside it', () => {
    world.init({ 'apps/shop/a.txt': '1', 'apps/shop-2/b.txt': '1', 'c.txt': '1' })
    expect(salience(join(world.repo, 'apps/shop')).changedFiles(10)).toEqual(['a.txt'])
  })

  it('is told of a merge by what it brought', () => {
    world.init()
    world.git(world.repo, 'checkout', '-q', '-b', 'side')
    world.commit({ 'side.txt': '1' })
    world.git(world.repo, 'checkout', '-q', 'main')
    world.commit({ 'main.txt': '1' })
    world.git(world.repo, 'merge', '-q', '--no-ff', '-m', 'merged', 'side')
    expect(salience().changedFiles(10)).toEqual(['side.txt'])
  })

  it('is nothing without a repository, without a commit, without git, and where there is no such directory', () => {
    mkdirSync(world.repo)
    const nothing = (signals: ReturnType<typeof salience>) => [
      signals.commitMessages(5),
      signals.changedFiles(5),
    ]
    expect(nothing(salience())).toEqual([[], []])
    expect(nothing(salience(join(world.home, 'nowhere')))).toEqual([[], []])
    world.git(world.home, 'init', '-q', world.repo)
    expect(nothing(salience())).toEqual([[], []])
    world.commit({ a: '1' })
    expect(nothing(openSalience({ PATH: '' }, world.repo))).toEqual([[], []])
  })

  it('is bounded, whatever a message contains', () => {
    world.init()
    const file = join(world.home, 'message')
    writeFileSync(file, `SHOP-9 ${'x'.repeat(3_000_000)}`)
    world.git(world.repo, 'commit', '-q', '--allow-empty', '-F', file)
    say('SHOP-10 small')
    expect(
      salience()
        .commitMessages(5)
        .map((part) => part.trim()),
    ).toEqual(['SHOP-10 small'])
  })

  it('T1 starts no git that lies in the repository, whatever PATH says', () => {
    world.init()
    const canary = join(world.home, 'canary')
    const place = join(world.repo, 'node_modules/.bin')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'git'), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 })
    symlinkSync(place, join(world.home, 'link'))
    const PATH = [place, join(world.home, 'link'), '.', world.env.PATH].join(':')
    expect(openSalience({ ...world.env, PATH }, world.repo).commitMessages(5)).toHaveLength(1)
    expect(existsSync(canary)).toBe(false)
  })

  it('T1 starts nothing that the repository configures', () => {
    world.init({ '.gitattributes': '* diff=x filter=x\n', 'a.txt': 'one\n' })
    const canary = join(world.home, 'canary')
    const program = join(world.home, 'evil')
    writeFileSync(program, `#!/bin/sh\ntouch ${canary}\ncat\n`, { mode: 0o755 })
    const settings = {
      'core.fsmonitor': program,
      'core.pager': program,
      'core.hooksPath': world.home,
      'diff.external': program,
      'diff.x.textconv': program,
      'diff.x.command': program,
      'filter.x.clean': program,
      'filter.x.smudge': program,
      'filter.x.required': 'true',
      'gpg.program': program,
      'log.showSignature': 'true',
    }
    for (const [key, value] of Object.entries(settings)) world.git(world.repo, 'config', key, value)
    world.write('a.txt', 'two\n')
    expect(salience().changedFiles(5)).toContain('a.txt')
    expect(salience().commitMessages(5)).toHaveLength(1)
    expect(existsSync(canary)).toBe(false)
  })
})
