import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrigin } from './origin.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'origin-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Reads the origin of a repository with this configuration. */
function readOriginFrom(text: string): string | null {
  writeFileSync(join(home, 'config'), text)
  return readOrigin(home)
}

const quoted = (url: string) => `"${url.replace(/["\\]/g, '\\$&')}"`
const nameOf = (url: string) => readOriginFrom(`[remote "origin"]\n\turl = ${quoted(url)}\n`)

describe('the name of a repository', () => {
  it.each([
    'https://github.com/acme/shop',
    'https://github.com/acme/shop.git',
    'https://github.com/acme/shop.git/',
    'https://github.com:443/acme//shop',
    'https://me:secret@github.com/acme/shop',
    'https://me:p@ss@github.com/acme/shop.git',
    'https://token@GitHub.com/acme/shop?token=secret#x',
    'HTTPS://github.com/acme/shop',
    'ssh://git@github.com/acme/shop.git',
    'ssh://git@github.com:22/acme/shop.git',
    'git+ssh://git@github.com/acme/shop',
    'git://github.com/acme/shop.git',
    'git@github.com:acme/shop.git',
    'git@github.com:/acme/shop',
    'github.com:acme/shop.git',
  ])('is the same by every way to it: %s', (url) => {
    expect(nameOf(url)).toBe('github.com/acme/shop')
  })

  it.each([
    ['ssh://git@[::1]:2222/a/b.git', '[::1]/a/b'],
    ['git@[::1]:a/b.git', '[::1]/a/b'],
    ['https://git.example.org/~me/Shop', 'git.example.org/~me/Shop'],
    ['host:~me/shop', 'host/~me/shop'],
  ])('keeps what tells it from others: %s', (url, name) => {
    expect(nameOf(url)).toBe(name)
  })

  it.each([
    '',
    '/srv/git/shop.git',
    '../shop.git',
    './a:b',
    'file:///srv/git/shop.git',
    'C:\\git\\shop',
    'C:/git/shop',
    'ext::sh -c true',
    'https://github.com',
    'https://github.com/',
    'https://github.com/.git',
    'https:///acme/shop',
    'git@github.com:',
    'https://github.com/a\u0000b',
    `https://github.com/${'x'.repeat(1000)}`,
  ])('is none for %j', (url) => {
    expect(nameOf(url)).toBeNull()
  })

  it('never shows a password, whatever is in it', () => {
    const part = fc.stringMatching(/^[a-z0-9@:#?%[\].-]{0,12}$/)
    fc.assert(
      fc.property(part, part, (user, password) => {
        const name = nameOf(`https://${user}:SECRET${password}@github.com/acme/shop`)
        expect(name ?? '').not.toContain('secret')
        expect(name ?? '').not.toContain('SECRET')
      }),
    )
  })

  // This tests the time, by the limit for any test.
  it.each(['a', ':', '@', '/', '[', 'https://a@', '[remote "', '\\"'])(
    'is looked for once through a file that is full of %s',
    (text) => {
      expect(nameOf(text.repeat(100_000 / text.length))).toBeNull()
      expect(readOriginFrom(text.repeat(900_000 / text.length))).toBeNull()
    },
  )
})

describe('the origin in a file of git', () => {
  it.each([
    ['[remote "origin"]\n\turl = https://h/a\n\tfetch = +x\n', 'h/a'],
    ['[core]\n\turl = https://no/no\n[REMOTE "origin"]\r\n  URL=https://h/a\r\n', 'h/a'],
    ['[remote "Origin"]\nurl = https://no/no\n[remote "origin"]\nurl = https://h/a\n', 'h/a'],
    ['[remote "origin"] url = "https://h/a;b" ; why\n', 'h/a;b'],
    ['[remote "origin"]\nurl = https://h/a # why\nurl = https://no/no\n', 'h/a'],
    ['[remote "origin"]\npushurl = https://no/no\n[remote "x"]\nurl = https://no/no\n', null],
    ['# [remote "origin"]\n# url = https://no/no\n', null],
    ['', null],
  ])('is read as git reads it: %j', (text, name) => {
    expect(readOriginFrom(text)).toBe(name)
  })

  it('is found in a file that git wrote', () => {
    const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
    const git = (...args: string[]) => execFileSync('git', args, { cwd: home, env, stdio: 'ignore' })
    git('init', '-q')
    git('remote', 'add', 'fork', 'https://github.com/me/shop')
    git('remote', 'add', 'origin', 'ssh://git@git.example.org:7999/acme/shop;v2.git')
    expect(readOrigin(join(home, '.git'))).toBe('git.example.org/acme/shop;v2')
  })

  it('is none where the file is missing, a directory, a FIFO or far too large', () => {
    const file = join(home, 'config')
    expect(readOrigin(home)).toBeNull()
    mkdirSync(file)
    expect(readOrigin(home)).toBeNull()
    rmSync(file, { recursive: true })
    execFileSync('mkfifo', [file])
    expect(readOrigin(home)).toBeNull()
    rmSync(file)
    writeFileSync(file, '[remote "origin"]\nurl = https://h/a\n')
    truncateSync(file, 3_000_000_000)
    expect(readOrigin(home)).toBeNull()
  })
})
