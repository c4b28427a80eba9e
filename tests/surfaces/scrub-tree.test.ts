import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentOf, expectHarmless, keepsToTheScreen } from './past-asking.ts'
import { World } from './program.ts'
import { awsKey, githubToken } from './scrub-samples.ts'

const github = githubToken(1)
const aws = awsKey(2)

let world: World
let tree: string
beforeEach(() => {
  world = new World()
  tree = join(world.dir, 'tree')
  mkdirSync(tree)
})
afterEach(() => world.remove())

const write = (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) world.write(join(tree, path), text)
}
const scrub = (...args: string[]) => world.foreword(['scrub', ...args], { cwd: tree })
const git = (...args: string[]) => world.git(tree, ...args)

describe('scrub of a directory', () => {
  it('lists what it finds and prints no text', () => {
    write({ 'a.md': `One ${github}\n`, 'src/b.ts': `\nkey('${aws}')\n`, 'src/c.ts': 'nothing\n' })
    const { code, out, err } = scrub('.')
    expect(code).toBe(1)
    expect(out).toBe('a.md:1:5: github-personal-token\nsrc/b.ts:2:6: aws-access-key\n')
    expect(err).toBe('2 findings in 2 files (3 files).\n')
    expect(scrub('src/b.ts', '.', './a.md').err).toBe(err)
  })

  it('ends with 0 when there is nothing', () => {
    write({ 'a.md': 'nothing\n' })
    expect(scrub('.')).toEqual({ code: 0, out: '', err: 'No findings (1 file).\n' })
  })

  it('takes a secret of one file for one in all of them, wherever it comes first', () => {
    const password = github.slice(4, 30)
    write({ 'a.md': `We said ${password} aloud\n`, 'z.md': `password = "${password}"\n` })
    expect(
      scrub('.')
        .out.split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['a.md', 'z.md', ''])
  })

  it('says what it skipped, in words and as data', () => {
    write({ 'a.md': github, 'large.txt': 'x'.repeat(20_000), 'node_modules/x.js': aws })
    writeFileSync(join(tree, 'image.png'), Buffer.from([137, 80, 0, 1]))
    symlinkSync('/etc/passwd', join(tree, 'passwd'))
    execFileSync('mkfifo', [join(tree, 'pipe')])
    const { err } = scrub('.', '--max-size=10kB')
    expect(err).toBe('1 finding in 1 file (1 file, 4 skipped: 1 too large, 1 link, 1 special, 1 binary).\n')
    const { skipped, files } = documentOf('scrub', scrub('.', '--max-size=10kB', '--json').out)
    expect(files).toBe(1)
    expect(skipped).toEqual([
      { file: 'large.txt', reason: 'too large' },
      { file: 'passwd', reason: 'link' },
      { file: 'pipe', reason: 'special' },
      { file: 'image.png', reason: 'binary' },
    ])
  })

  it('looks through a file that is named, even where it skips it in the directory', () => {
    writeFileSync(join(tree, 'dump'), Buffer.from(`\0 ${github} \0`))
    write({ 'large.txt': `${'x '.repeat(10_000)}${aws}\n` })
    expect(scrub('.', '--max-size=10kB').out).toBe('')
    const { out } = scrub('.', 'dump', 'large.txt', '--max-size=10kB')
    expect(out).toBe('dump:1:3: github-personal-token\nlarge.txt:1:20001: aws-access-key\n')
  })

  it('finds secrets in texts that are not UTF-8', () => {
    writeFileSync(join(tree, 'latin.txt'), Buffer.from(`caf\u00e9 ${github}\n`, 'latin1'))
    const wide = Buffer.from(`set ${aws}\r\n`, 'utf16le')
    writeFileSync(join(tree, 'wide.ps1'), Buffer.concat([Buffer.from([0xff, 0xfe]), wide]))
    expect(scrub('.').out).toBe('latin.txt:1:6: github-personal-token\nwide.ps1:1:5: aws-access-key\n')
  })

  it('goes on after what it cannot read, and ends with 3', () => {
    write({ 'a.md': github })
    const { code, out, err } = scrub('gone', '.', 'gone.md')
    expect([code, out]).toEqual([3, 'a.md:1:1: github-personal-token\n'])
    expect(err).toBe(
      'Cannot read gone: ENOENT.\nCannot read gone.md: ENOENT.\n1 finding in 1 file (1 file, 2 not readable).\n',
    )
    const { unreadable, findings } = documentOf('scrub', scrub('gone', '.', '--json').out)
    expect([unreadable, findings.length]).toEqual([[{ file: 'gone', reason: 'ENOENT' }], 1])
  })

  it('lets no name of a file do anything to the terminal', () => {
    write({ 'a\u001b[31m\u202e\n.md': github })
    const { out, err } = scrub('.', '--check')
    expectHarmless(out + err)
    expect(out).toBe('a?[31m??.md:1:1: github-personal-token\n')
    for (const form of ['--json', '--sarif', '--diff']) expectHarmless(scrub('.', form).err)
    expectHarmless(scrub('.', '--json').out + scrub('.', '--sarif').out)
  })

  it('is quiet when its reader has gone', () => {
    write({ 'many.txt': `${github} .\n`.repeat(20_000) })
    const { code, out, err } = world.shell('foreword scrub tree | head -1')
    expect([code, out]).toEqual([0, 'tree/many.txt:1:1: github-personal-token\n'])
    expect(err).toBe('20000 findings in 1 file (1 file).\n')
  })

  it('keeps to the screen', () => {
    write({ 'a.md': github })
    const { out, err } = scrub('.')
    keepsToTheScreen(out + err)
  })

  it('looks through thousands of files', () => {
    for (let i = 0; i < 3000; i++)
      write({ [`d${i % 50}/f${i}.txt`]: i % 1000 === 7 ? `${github}\n` : 'nothing\n' })
    const { out, err } = scrub('.')
    expect(out).toBe(
      ['d7/f1007.txt', 'd7/f2007.txt', 'd7/f7.txt']
        .map((file) => `${file}:1:1: github-personal-token\n`)
        .join(''),
    )
    expect(err).toBe('3 findings in 3 files (3000 files).\n')
  })
})

describe('scrub of a repository', () => {
  beforeEach(() => git('init', '-q', '-b', 'main'))
  const names = (...args: string[]) =>
    scrub(...args)
      .out.split('\n')
      .filter(Boolean)
      .map((line) => line.split(':')[0])

  it('looks through what is tracked and what is new, and not through what is ignored', () => {
    write({ '.gitignore': 'dist/\n.env\n', 'tracked.md': github, 'dist/out.js': github, '.env': github })
    git('add', '-A')
    git('commit', '-qm', 'first')
    write({ 'new.md': github, 'src/new.md': github })
    expect(names('.')).toEqual(['new.md', 'src/new.md', 'tracked.md'])
    expect(names('src')).toEqual(['src/new.md'])
  })

  it('looks through what is ignored when it is named', () => {
    write({ '.gitignore': 'dist/\n.env\n', 'dist/out.js': github, '.env': github })
    expect(names('dist', '.env', '--check')).toEqual(['dist/out.js', '.env'])
  })

  it('passes over what is deleted, and meets a conflict once', () => {
    write({ 'a.md': 'base\n', 'gone.md': 'x\n' })
    git('add', '-A')
    git('commit', '-qm', 'base')
    git('checkout', '-qb', 'other')
    write({ 'a.md': `${github} other\n` })
    git('commit', '-qam', 'other')
    git('checkout', '-q', 'main')
    write({ 'a.md': `${aws} main\n` })
    git('commit', '-qam', 'main')
    expect(() => git('merge', '-q', 'other')).toThrow()
    rmSync(join(tree, 'gone.md'))
    const { err, out } = scrub('.')
    expect(out).toBe('a.md:2:1: aws-access-key\na.md:4:1: github-personal-token\n')
    expect(err).toBe('2 findings in 1 file (1 file).\n')
  })

  it('goes into repositories inside of it', () => {
    const inner = join(tree, 'inner')
    write({ 'inner/a.md': github, 'inner/.gitignore': 'no.md\n', 'inner/no.md': github })
    world.git(inner, 'init', '-q', '-b', 'main')
    expect(names('.')).toEqual(['inner/a.md'])
    world.git(inner, 'add', '-A')
    world.git(inner, 'commit', '-qm', 'first')
    git('-c', 'advice.addEmbeddedRepo=false', 'add', '-A')
    expect(names('.')).toEqual(['inner/a.md'])
  })

  it('starts no program that the repository configures, and stays where it is', () => {
    write({ 'a.md': github })
    const evil = join(world.dir, 'evil')
    const marker = join(world.dir, 'marker')
    writeFileSync(evil, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 })
    git('add', '-A')
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
      'filter.x.clean',
      'filter.x.process',
    ])
      git('config', key, evil)
    git('config', 'core.hooksPath', world.dir)
    git('config', 'core.worktree', '/etc')
    write({ '.gitattributes': '* filter=x\n' })
    expect(scrub('.')).toEqual({
      code: 1,
      out: 'a.md:1:1: github-personal-token\n',
      err: '1 finding in 1 file (2 files).\n',
    })
    expect(existsSync(marker)).toBe(false)
  })

  it('walks by itself where git cannot, and says so', () => {
    write({ 'a.md': github, '.gitignore': 'b.md\n', 'b.md': github, '.git/index': 'broken' })
    const { out, err } = scrub('.')
    expect(out.split('\n').map((line) => line.split(':')[0])).toEqual(['a.md', 'b.md', ''])
    expect(err).toMatch(/^foreword: warning: git could not list \. \(.*\); ignored files are searched/)
  })
})
