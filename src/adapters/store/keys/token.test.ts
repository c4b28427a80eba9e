import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/values/index.ts'
import { openToken } from './token.ts'

let home: string
let directory: string
const file = () => join(directory, 'token')
const text = () => readFileSync(file(), 'utf8').trim()
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'token-'))
  directory = join(home, 'deep', 'serve')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function refusal(): Refusal {
  try {
    openToken(directory)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('T21 a token', () => {
  it('has 256 bits, lies in a file for its owner only, and stays the same', () => {
    const token = openToken(directory)
    expect(token.file).toBe(file())
    expect(Buffer.from(text(), 'base64url')).toHaveLength(32)
    expect([mode(directory), mode(file())]).toEqual(['700', '600'])
    const first = text()
    expect(openToken(directory).matches(first)).toBe(true)
    expect(text()).toBe(first)
  })

  it('is matched by itself and by nothing else', () => {
    const { matches } = openToken(directory)
    expect(matches(text())).toBe(true)
    for (const other of [
      '',
      text().slice(1),
      `${text()}x`,
      `${text()}\n`,
      text().toLowerCase(),
      'x'.repeat(43),
    ])
      expect(matches(other)).toBe(false)
  })

  it('is another one after it was renewed', () => {
    const old = openToken(directory)
    const before = text()
    const renewed = openToken(directory, { renew: true })
    expect(text()).not.toBe(before)
    expect([renewed.matches(text()), renewed.matches(before), old.matches(text())]).toEqual([
      true,
      false,
      false,
    ])
    expect(mode(file())).toBe('600')
  })

  it('is not told by the object that knows it', () => {
    const token = openToken(directory)
    expect(JSON.stringify(token)).toBe(JSON.stringify({ file: file() }))
  })

  it.each([0o640, 0o604, 0o644, 0o660])('is refused with mode %o', (bits) => {
    openToken(directory)
    chmodSync(file(), bits)
    expect(refusal()).toMatchObject({ code: 'not-readable', fix: `Run: chmod 600 ${file()}` })
  })

  it.each([0o750, 0o705, 0o777])('is refused in a directory with mode %o', (bits) => {
    openToken(directory)
    chmodSync(directory, bits)
    expect(refusal()).toMatchObject({ code: 'not-readable', fix: `Run: chmod 700 ${directory}` })
  })

  const spoilt: Readonly<Record<string, () => void>> = {
    'an empty file': () => writeFileSync(file(), '', { mode: 0o600 }),
    'a short one': () => writeFileSync(file(), 'abc\n', { mode: 0o600 }),
    'a directory': () => mkdirSync(file()),
    'a link to a token': () => {
      const other = openToken(join(home, 'other'))
      symlinkSync(other.file, file())
    },
    'a link to nothing': () => symlinkSync(join(home, 'nothing'), file()),
  }
  it.each(Object.keys(spoilt))('is refused where there is %s', (what) => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    spoilt[what]!()
    expect(refusal()).toMatchObject({ code: 'not-readable' })
  })

  it('is refused where its directory is a link', () => {
    openToken(join(home, 'other'))
    mkdirSync(join(home, 'deep'))
    symlinkSync(join(home, 'other'), directory)
    expect(refusal().message).toContain('is a link or a file')
  })

  it.runIf(process.geteuid?.() === 0)('is refused where it, or its directory, is of another user', () => {
    openToken(directory)
    chownSync(file(), 65_534, 65_534)
    expect(refusal().message).toContain('belongs to another user')
    rmSync(file())
    chownSync(directory, 65_534, 65_534)
    expect(refusal().message).toContain('belongs to another user')
  })

  it('is refused where none can be kept', () => {
    writeFileSync(join(home, 'deep'), '')
    expect(refusal().code).toBe('not-writable')
  })
})
