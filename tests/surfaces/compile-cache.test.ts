// The directory in which Node keeps compiled code, and what bin/foreword.cjs does about it.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Hooks, startup } from './hook-calls.ts'

let hooks: Hooks
let directory: string
beforeEach(() => {
  hooks = new Hooks()
  directory = join(hooks.world.cache, 'compile-cache')
})
afterEach(() => hooks.world.remove())

const hook = (env: Record<string, string> = {}) =>
  hooks.call('session-start', { input: startup, env, asProcess: true })

/** The files of the cache; none if Node does not use the directory. */
function cacheFiles(): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((file) => statSync(file).isFile())
}

/** One bit of every file is different. */
function flipBit(file: string, round: number): void {
  const bytes = readFileSync(file)
  const at = Math.floor((bytes.length * ((round * 37 + 11) % 100)) / 100)
  bytes[at] = bytes[at]! ^ (1 << (round % 8))
  writeFileSync(file, bytes)
}

describe('the compile cache', () => {
  it('is readable by its owner only', () => {
    expect(hook()).toMatchObject({ code: 0, err: '' })
    expect((statSync(directory).mode & 0o777).toString(8)).toBe('700')
    expect(cacheFiles().length).toBeGreaterThan(0)
  })

  it('is not written where nothing is to be cached', () => {
    expect(hook({ FOREWORD_CACHE_DIR: '' }).code).toBe(0)
    const { code } = hooks.world.program(['explain', hooks.root, '--no-cache'])
    expect(code).toBe(0)
    expect(existsSync(directory)).toBe(false)
  })

  it('is not used at a relative path, which could lie in a repository', () => {
    hooks.world.program(['explain', '.'], { cwd: hooks.root, env: { FOREWORD_CACHE_DIR: 'cache' } })
    expect(existsSync(join(hooks.root, 'cache/compile-cache'))).toBe(false)
  })

  it('breaks no hook where one bit of each file is flipped, or half of each is missing', () => {
    hook()
    for (let round = 0; round < 12; round++) {
      const files = cacheFiles()
      expect(files.length).toBeGreaterThan(0)
      for (const file of files) flipBit(file, round)
      expect(hook()).toMatchObject({ code: 0, err: '' })
    }
    for (const file of cacheFiles()) writeFileSync(file, readFileSync(file).subarray(0, 200))
    expect(hook()).toMatchObject({ code: 0, err: '' })
  })

  it.each<[string, () => void]>([
    ['others may write to', () => chmodSync(directory, 0o777)],
    ['others may read', () => chmodSync(directory, 0o755)],
  ])('is not used in a directory that %s', (_, change) => {
    mkdirSync(directory, { recursive: true })
    change()
    expect(hook()).toMatchObject({ code: 0, err: '' })
    expect(cacheFiles()).toEqual([])
  })

  it('is not used in a directory of another user', ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can give a directory to another user')
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    chownSync(directory, 12_345, 12_345)
    expect(hook()).toMatchObject({ code: 0, err: '' })
    expect(cacheFiles()).toEqual([])
  })

  it('is not used through a link', () => {
    const elsewhere = join(hooks.world.dir, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    mkdirSync(hooks.world.cache, { recursive: true })
    symlinkSync(elsewhere, directory)
    expect(hook()).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(elsewhere)).toEqual([])
  })
})
