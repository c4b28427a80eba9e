import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { makeDirectories, refuseLinkedDirectory } from './directory.ts'
import { getErrorCode } from './error-code.ts'
import { hideFromGit } from './hide-from-git.ts'
import { readSmallFile } from './read-small-file.ts'
import { makeTemporaryName, replaceFile, writeNewFile } from './write.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'disk-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const door = JSON.stringify(join(import.meta.dirname, 'index.ts'))
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const failing = (code: string) => expect.objectContaining({ code })

describe('directories', () => {
  it('are made private, and named when they were not there', () => {
    const [a, b] = [join(home, 'a'), join(home, 'a', 'b')]
    expect(makeDirectories(b)).toEqual([a, b])
    expect(makeDirectories(b)).toEqual([])
    expect([mode(a), mode(b)]).toEqual(['700', '700'])
  })

  it('are not made where nothing can be, and that does not take for ever', () => {
    writeFileSync(join(home, 'file'), '')
    symlinkSync(join(home, 'nothing'), join(home, 'dangling'))
    expect(() => makeDirectories('/proc/nothing/here')).toThrow(failing('ENOENT'))
    expect(() => makeDirectories(join(home, 'file', 'x'))).toThrow(failing('ENOTDIR'))
    expect(() => makeDirectories(join(home, 'dangling', 'x'))).toThrow(failing('ENOENT'))
  })

  it('are made by as many as come at once', async () => {
    const program = `const { makeDirectories } = await import(${door})
      for (let i = 0; i < 200; i++) makeDirectories(process.argv[1] + '/' + i + '/a/b/c')`
    const ended = Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, home], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      return (await once(child, 'close'))[0]
    })
    expect(await Promise.all(ended)).toEqual([0, 0, 0, 0])
  })

  it('are refused when they are links or files', () => {
    symlinkSync(home, join(home, 'link'))
    writeFileSync(join(home, 'file'), '')
    refuseLinkedDirectory(home)
    for (const name of ['link', 'file'])
      expect(() => refuseLinkedDirectory(join(home, name))).toThrow(failing('ENOTDIR'))
    expect(() => refuseLinkedDirectory(join(home, 'nothing'))).toThrow(failing('ENOENT'))
  })

  it('are hidden from git, unless the user has decided otherwise', () => {
    hideFromGit(home)
    hideFromGit(home)
    expect([readdirSync(home), readFileSync(join(home, '.gitignore'), 'utf8')]).toEqual([
      ['.gitignore'],
      '*\n',
    ])
    rmSync(join(home, '.gitignore'))
    symlinkSync(join(home, 'elsewhere'), join(home, '.gitignore'))
    hideFromGit(home)
    expect(existsSync(join(home, 'elsewhere'))).toBe(false)
  })
})

describe('a file', () => {
  it('is new, or not written', () => {
    const file = join(home, 'file')
    writeNewFile(file, 'körper\n')
    expect([readFileSync(file, 'utf8'), mode(file)]).toEqual(['körper\n', '600'])
    expect(() => writeNewFile(file, 'other')).toThrow(failing('EEXIST'))
    symlinkSync(join(home, 'elsewhere'), join(home, 'link'))
    expect(() => writeNewFile(join(home, 'link'), 'other')).toThrow(failing('EEXIST'))
    expect(readdirSync(home).sort()).toEqual(['file', 'link'])
  })

  it('is replaced whole, and nothing is left where it cannot be', () => {
    const file = join(home, 'file')
    for (const text of ['one', 'two']) replaceFile(file, text)
    expect(readFileSync(file, 'utf8')).toBe('two')
    mkdirSync(join(home, 'directory'))
    expect(() => replaceFile(join(home, 'directory'), 'x')).toThrow(failing('EISDIR'))
    expect(readdirSync(home).sort()).toEqual(['directory', 'file'])
  })

  const mounts = spawnSync('unshare', ['-rm', 'true']).status === 0
  it.skipIf(!mounts)('leaves no half of it on a full disk (skipped where no tmpfs may be mounted)', () => {
    const program = `const { writeNewFile } = await import(${door})
      const { readdirSync } = await import('node:fs')
      try { writeNewFile(process.argv[1] + '/file', 'x'.repeat(2_000_000)) }
      catch (error) { process.stdout.write(error.code + ' ' + readdirSync(process.argv[1])) }`
    const script = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" --input-type=module -e "$3" "$1"'
    const args = ['-rm', 'sh', '-c', script, 'sh', home, process.execPath, program]
    expect(spawnSync('unshare', args, { encoding: 'utf8' })).toMatchObject({ stdout: 'ENOSPC ', stderr: '' })
  })

  it('is read when it is small, and nothing else is waited for', () => {
    const file = join(home, 'file')
    writeFileSync(file, 'abc')
    expect([readSmallFile(file, 3), readSmallFile(file, 2), readSmallFile(home, 9)]).toEqual([
      'abc',
      null,
      null,
    ])
    truncateSync(file, 3_000_000_000)
    execFileSync('mkfifo', [join(home, 'fifo')])
    for (const name of ['file', 'fifo', 'nothing']) expect(readSmallFile(join(home, name), 100)).toBeNull()
  })
})

it('has names that are as good as never the same', () => {
  expect(makeTemporaryName('a')).toMatch(/^\.tmp-a-[0-9a-f]{16}$/)
  expect(new Set(Array.from({ length: 100 }, () => makeTemporaryName('a'))).size).toBe(100)
})

it('takes only errors of the system for errors of the system', () => {
  expect(getErrorCode(new Refusal('usage', 'x'))).toBeUndefined()
  expect(getErrorCode(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' }))).toBe('ENOENT')
})
