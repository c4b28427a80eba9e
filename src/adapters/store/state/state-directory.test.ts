import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getRememberedHeadFile, readRememberedHead, writeRememberedHead } from './remembered-head.ts'
import { makeStateDirectory } from './state-directory.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'state-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('the state directory', () => {
  it('is made private and invisible to git, as often as it is asked for', () => {
    const git = (...args: string[]) => spawnSync('git', args, { cwd: home, encoding: 'utf8' }).stdout
    git('init', '-q')
    const state = join(home, '.foreword', 'state')
    for (let i = 0; i < 2; i++) makeStateDirectory(state)
    writeFileSync(join(state, 'store.db'), '')
    expect([mode(join(home, '.foreword')), mode(state), mode(join(state, '.gitignore'))]).toEqual([
      '700',
      '700',
      '600',
    ])
    expect(git('status', '--porcelain', '--untracked-files=all')).toBe('')
  })

  it('keeps a .gitignore that is there, and does not write through a link of that name', () => {
    const state = join(home, 'state')
    mkdirSync(state)
    symlinkSync(join(home, 'elsewhere'), join(state, '.gitignore'))
    makeStateDirectory(state)
    expect(existsSync(join(home, 'elsewhere'))).toBe(false)
    rmSync(join(state, '.gitignore'))
    writeFileSync(join(state, '.gitignore'), '/store.db\n')
    makeStateDirectory(state)
    expect(readFileSync(join(state, '.gitignore'), 'utf8')).toBe('/store.db\n')
  })

  it('does not hide what else lies in a directory that a person named', () => {
    writeFileSync(join(home, 'thesis.tex'), '')
    makeStateDirectory(home)
    expect(readdirSync(home)).toEqual(['thesis.tex'])
    const spooled = join(home, 'spooled')
    mkdirSync(join(spooled, 'spool'), { recursive: true })
    makeStateDirectory(spooled)
    expect(readdirSync(spooled)).toEqual(['.gitignore', 'spool'])
  })

  it.each(['.foreword', '.foreword/state'])('is not made where %s became a link or a file', (path) => {
    const state = join(home, '.foreword', 'state')
    const outside = join(home, 'outside')
    mkdirSync(join(outside, 'state'), { recursive: true })
    if (path !== '.foreword') mkdirSync(join(home, '.foreword'))
    symlinkSync(outside, join(home, path))
    expect(() => makeStateDirectory(state)).toThrow(expect.objectContaining({ code: 'store-misplaced' }))
    rmSync(join(home, path))
    writeFileSync(join(home, path), '')
    expect(() => makeStateDirectory(state)).toThrow(/ENOTDIR|not a directory/)
    expect(readdirSync(outside)).toEqual(['state'])
    expect(readdirSync(join(outside, 'state'))).toEqual([])
  })

  it('throws what the system says, and does not hang where nothing can be made', () => {
    expect(() => makeStateDirectory('/proc/nothing/here')).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    )
    expect(() => makeStateDirectory(join(home, 'x'.repeat(300)))).toThrow(
      expect.objectContaining({ code: 'ENAMETOOLONG' }),
    )
  })
})

describe('an anchor', () => {
  it('remembers the last head, and replaces it whole', () => {
    const file = getRememberedHeadFile(join(home, 'user'), 'github.com/acme/shop')
    expect(file).toMatch(/\/user\/heads\/[0-9a-f]{16}\.json$/)
    expect(getRememberedHeadFile(join(home, 'user'), 'github.com/acme/cart')).not.toBe(file)
    expect(readRememberedHead(file)).toBeNull()
    for (const seq of [1, 2]) {
      writeRememberedHead(file, { seq, digest: `sha256:${seq}` })
      expect(readRememberedHead(file)).toEqual({ seq, digest: `sha256:${seq}` })
    }
    expect(mode(file)).toBe('600')
    expect(readdirSync(join(home, 'user', 'heads'))).toHaveLength(1)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"seq":"1","digest":"x"}',
    '{"seq":0,"digest":"x"}',
    '{"seq":1}',
    '{"seq":1.5,"digest":"x"}',
  ])('is none when the file says %j', (text) => {
    writeFileSync(join(home, 'a.json'), text)
    expect(readRememberedHead(join(home, 'a.json'))).toBeNull()
  })

  it('is none when the file is a directory, and stays as it was when it cannot be written', () => {
    mkdirSync(join(home, 'a.json'))
    expect(readRememberedHead(join(home, 'a.json'))).toBeNull()
    expect(() => writeRememberedHead(join(home, 'a.json'), { seq: 1, digest: 'x' })).toThrow()
    expect(readdirSync(home)).toEqual(['a.json'])
  })
})
