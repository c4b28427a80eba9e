import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, truncateSync, utimesSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Observation } from '../../core/values/index.ts'
import { openFiles } from './open-files.ts'
import { sha256, workspace } from './workspace.fixture.ts'

describe('a symbolic link', () => {
  it('inside the root is followed, whether to a file, a directory or another link', () => {
    const { write, link, reader } = workspace()
    write('root/docs/a.md', 'a')
    link('root/file.md', 'docs/a.md')
    link('root/chain.md', 'file.md')
    link('root/dir', 'docs')
    for (const path of ['file.md', 'chain.md', 'dir/a.md']) {
      expect(reader.read(path)).toMatchObject({ state: 'found', path, text: 'a' })
    }
  })

  it('T6 out of the root is refused without a word about its target', () => {
    const { write, link, at, reader } = workspace()
    write('target/secret.md')
    write('root-evil/secret.md')
    link('root/file.md', '../target/secret.md')
    link('root/absolute.md', at('target/secret.md'))
    link('root/chain.md', 'file.md')
    link('root/dir', '../target')
    link('root/sibling', '../root-evil')
    link('root/zero', '/dev/zero')
    link('root/up', '..')
    const paths = [
      'file.md',
      'absolute.md',
      'chain.md',
      'dir/secret.md',
      'sibling/secret.md',
      'zero',
      'up/target/secret.md',
    ]
    for (const path of paths) {
      const detail = `"${path}" is a link that leads out of its root; it was not followed.`
      expect(reader.read(path)).toMatchObject({ state: 'unavailable', reason: 'outside-root', path, detail })
    }
  })

  it('out of the root answers the same for what is missing there', () => {
    const { write, link, reader } = workspace()
    write('target/secret.md')
    link('root/dir', '../target')
    expect(reader.read('dir/missing.md')).toMatchObject({ state: 'unavailable', reason: 'outside-root' })
  })

  it('that dangles or loops is unreadable, not absent', () => {
    const { link, reader } = workspace()
    link('root/dangling.md', 'nowhere.md')
    link('root/dir', 'nowhere')
    link('root/a', 'b')
    link('root/b', 'a')
    expect(reader.read('dangling.md')).toMatchObject({
      reason: 'unreadable',
      detail: expect.stringContaining('ENOENT'),
    })
    expect(reader.read('dir/x.md')).toMatchObject({
      reason: 'unreadable',
      detail: expect.stringContaining('"dir"'),
    })
    expect(reader.read('a')).toMatchObject({ reason: 'unreadable', detail: expect.stringContaining('ELOOP') })
  })

  it('may be the root itself', () => {
    const { write, link, at } = workspace()
    write('root/a.md', 'a')
    link('alias', 'root')
    const reader = openFiles({ root: at('alias'), exclude: [], hash: sha256 })
    expect(reader.read('a.md')).toMatchObject({ text: 'a' })
    expect(reader.list('*.md')).toEqual(['a.md'])
  })

  // Other systems have no call that returns the path of an open file, so a swap at the right moments can still succeed.
  it.runIf(process.platform === 'linux')(
    'T6 swapped in and out for two seconds while reading never lets the outside through',
    async () => {
      const { write, at, link, reader } = workspace()
      write('root/dir/a.md', 'inside')
      write('target/a.md', 'SECRET')
      link('swap', '../target')
      const racer = spawn(process.execPath, [
        '-e',
        `const { renameSync: move } = require('node:fs'); const [dir, link, spare] = process.argv.slice(1)
       console.log('ready')
       for (;;) { move(dir, spare); move(link, dir); move(dir, link); move(spare, dir) }`,
        ...[at('root/dir'), at('swap'), at('spare')],
      ])
      onTestFinished(() => void racer.kill('SIGKILL'))
      await new Promise((resolve) => racer.stdout.once('data', resolve))
      const seen = readFor(2000, () => reader.read('dir/a.md'))
      racer.kill('SIGKILL')
      await new Promise((resolve) => racer.once('exit', resolve))
      expect(seen.leaks).toBe(0)
      expect(seen.found).toBeGreaterThan(0)
    },
  )

  it.runIf(process.platform === 'linux')(
    'T6 M-54 swapped for a file and back never lets a name of the deny-list through, also where sources may lie outside',
    async () => {
      const { write, at, link, reader } = workspace(['.env'])
      write('root/a.md', 'inside')
      write('root/.env', 'SECRET')
      link('root/swap', '.env')
      const racer = spawn(process.execPath, [
        '-e',
        `const { renameSync: move } = require('node:fs'); const [file, link, spare] = process.argv.slice(1)
       console.log('ready')
       for (;;) { move(file, spare); move(link, file); move(file, link); move(spare, file) }`,
        ...[at('root/a.md'), at('root/swap'), at('root/spare')],
      ])
      onTestFinished(() => void racer.kill('SIGKILL'))
      await new Promise((resolve) => racer.stdout.once('data', resolve))
      const outside = { external: true, sensitive: false, trusted: true }
      const seen = readFor(1000, () => reader.read('a.md'))
      const allowed = readFor(1000, () => reader.read('../root/a.md', outside))
      racer.kill('SIGKILL')
      await new Promise((resolve) => racer.once('exit', resolve))
      expect([seen.leaks, allowed.leaks]).toEqual([0, 0])
      expect([seen.found > 0, allowed.found > 0]).toEqual([true, true])
    },
  )
})

/** Counts the reads within a time, and the reads that returned a forbidden file. */
function readFor(milliseconds: number, read: () => Observation): { found: number; leaks: number } {
  const counts = { found: 0, leaks: 0 }
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    const seen = read()
    if (seen.state === 'found') counts.found++
    if (JSON.stringify(seen).includes('SECRET')) counts.leaks++
  }
  return counts
}

describe('a path that is not a regular file', () => {
  it('T8 is refused at once: directory, pipe and socket', async () => {
    const { root, at, reader } = workspace()
    mkdirSync(at('root/docs'))
    execFileSync('mkfifo', [at('root/pipe.md')])
    const server = createServer().listen(`${root}/socket.md`)
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    for (const path of ['docs', 'pipe.md', 'socket.md', '.']) {
      expect(reader.read(path), path).toMatchObject({ state: 'unavailable', reason: 'not-a-file' })
    }
    expect(reader.list('*.md')).toEqual(['pipe.md', 'socket.md'])
  })
})

describe('a file that the system refuses to open', () => {
  it('is unreadable with the name of the error', () => {
    const { reader } = workspace()
    const seen = reader.read(`${'n'.repeat(300)}.md`)
    expect(seen).toMatchObject({
      reason: 'unreadable',
      detail: expect.stringContaining('(ENAMETOOLONG: its name'),
    })
  })

  // The superuser can read everything.
  it.skipIf(process.getuid?.() === 0)('is unreadable where permission is missing', () => {
    const { write, at, reader } = workspace()
    write('root/a.md')
    chmodSync(at('root/a.md'), 0)
    expect(reader.read('a.md')).toMatchObject({
      reason: 'unreadable',
      detail: expect.stringContaining('EACCES'),
    })
  })

  it('T9 is too large above 256 MB, without being read', () => {
    const { write, at, reader } = workspace()
    write('root/huge.md', '')
    truncateSync(at('root/huge.md'), 3 * 1024 ** 3)
    const detail = '"huge.md" has 3221225472 bytes; the most that is read is 268435456.'
    expect(reader.read('huge.md')).toMatchObject({ reason: 'too-large', detail })
  })

  it('is absent when the root does not exist', () => {
    const { at } = workspace()
    const reader = openFiles({ root: at('nowhere'), exclude: [], hash: sha256 })
    expect(reader.read('a.md')).toMatchObject({
      state: 'absent',
      detail: 'The root of "a.md" does not exist.',
    })
    expect(reader.list('**')).toEqual([])
  })

  it('never includes a time that no date can hold', () => {
    const { write, at, reader } = workspace()
    write('root/old.md')
    write('root/far.md')
    utimesSync(at('root/old.md'), 86_400, 86_400)
    utimesSync(at('root/far.md'), 8.7e12, 8.7e12)
    expect(reader.read('old.md')).toMatchObject({ modifiedAt: '1970-01-02T00:00:00.000Z' })
    expect(reader.read('far.md')).toMatchObject({ state: 'found', modifiedAt: expect.stringMatching(/Z$/) })
  })
})
