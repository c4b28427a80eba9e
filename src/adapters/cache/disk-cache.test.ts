import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskCache } from './disk-cache.ts'

let home: string
let directory: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cache-'))
  directory = join(home, 'deep', 'cache')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const key = 'sha256:0a1b'
const open = (at: string | null, build = 'one') => openDiskCache({ directory: at, build })
const onlyFile = () => join(directory, readdirSync(directory)[0]!)

describe('the cache', () => {
  it('gives back what was kept, also to another process', () => {
    const value = { plan: { a: [1, null, 'ü'] }, task: null }
    open(directory).set('plan', key, value)
    expect(open(directory).get('plan', key)).toEqual(value)
    expect(open(directory).get('plan', 'sha256:other')).toBeUndefined()
  })

  it('gives back any JSON value under its own key', () => {
    const cache = open(directory)
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        cache.set('plan', key, value)
        expect(cache.get('plan', key)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 30 },
    )
  })

  it('keeps the newest value', () => {
    const cache = open(directory)
    for (const value of [1, 2, 3]) cache.set('plan', key, value)
    expect(cache.get('plan', key)).toBe(3)
    expect(readdirSync(directory)).toHaveLength(1)
  })

  it('is private to its owner', () => {
    open(directory).set('plan', key, 1)
    const modes = [directory, onlyFile()].map((path) => (statSync(path).mode & 0o777).toString(8))
    expect(modes).toEqual(['700', '600'])
  })

  it('stays in its directory, whatever the key is', () => {
    const cache = open(directory)
    for (const odd of ['../../x', '/etc/x', 'a\0b', '..', '']) {
      cache.set('plan', odd, odd)
      expect(cache.get('plan', odd)).toBe(odd)
    }
    expect(readdirSync(home)).toEqual(['deep'])
    expect(readdirSync(join(home, 'deep'))).toEqual(['cache'])
  })

  it('does not take one key for another that is written alike', () => {
    const cache = open(directory)
    cache.set('plan', 'a:b', 1)
    expect(cache.get('plan', 'a/b')).toBeUndefined()
  })

  it('has entries of one build and one kind only', () => {
    open(directory).set('plan', key, 1)
    expect(open(directory, 'two').get('plan', key)).toBeUndefined()
    expect(open(directory).get('packet', key)).toBeUndefined()
    open(directory, 'two').set('plan', key, 2)
    expect([open(directory).get('plan', key), open(directory, 'two').get('plan', key)]).toEqual([1, 2])
  })

  it('keeps nothing without a directory', () => {
    const cache = open(null)
    cache.set('plan', key, 1)
    expect(cache.get('plan', key)).toBeUndefined()
  })
})

describe('a miss', () => {
  it.each([
    '',
    'null',
    '3',
    '[]',
    '{}',
    '"text"',
    '{"key":',
    '\0\0\0',
    '{"build":"one","key":"sha256:ffff","value":1}',
    '{"build":"two","key":"sha256:0a1b","value":1}',
  ])('is what a file holding %j is', (content) => {
    const cache = open(directory)
    cache.set('plan', key, { fine: true })
    writeFileSync(onlyFile(), content)
    expect(cache.get('plan', key)).toBeUndefined()
    cache.set('plan', key, 'again')
    expect(cache.get('plan', key)).toBe('again')
  })

  it('is a file cut off anywhere', () => {
    const cache = open(directory)
    cache.set('plan', key, { a: 'value', b: [1, 2] })
    const whole = readFileSync(onlyFile())
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(onlyFile(), whole.subarray(0, length))
      expect(cache.get('plan', key)).toBeUndefined()
    }
  })

  it('is a directory where the file should be, and one where no directory can be', () => {
    const cache = open(directory)
    cache.set('plan', key, 1)
    const file = onlyFile()
    rmSync(file)
    mkdirSync(file)
    cache.set('plan', key, 2)
    expect(cache.get('plan', key)).toBeUndefined()

    writeFileSync(join(home, 'file'), '')
    for (const impossible of [join(home, 'file'), join(home, 'file', 'below'), '/proc/nowhere', 'a\0b']) {
      const blocked = open(impossible)
      blocked.set('plan', key, 1)
      expect(blocked.get('plan', key)).toBeUndefined()
    }
  })

  it('is a value that JSON cannot hold', () => {
    const cache = open(directory)
    const circle: Record<string, unknown> = {}
    circle.self = circle
    for (const value of [circle, 1n]) cache.set('plan', key, value)
    expect(cache.get('plan', key)).toBeUndefined()
  })
})

describe('the limit', () => {
  function fill(count: number): void {
    mkdirSync(directory, { recursive: true })
    for (let i = 0; i < count; i++) {
      const file = join(directory, `old-${i}.json`)
      writeFileSync(file, '{}')
      utimesSync(file, 1000 + i, 1000 + i)
    }
  }

  it('at 512 entries forgets the oldest half and keeps the entry that was just written', () => {
    fill(512)
    open(directory).set('plan', key, 'new')
    const left = readdirSync(directory)
    expect(left).toHaveLength(256)
    expect(open(directory).get('plan', key)).toBe('new')
    expect([existsSync(join(directory, 'old-0.json')), existsSync(join(directory, 'old-511.json'))]).toEqual([
      false,
      true,
    ])
  })

  it('forgets nothing before it is reached', () => {
    fill(511)
    open(directory).set('plan', key, 'new')
    expect(readdirSync(directory)).toHaveLength(512)
  })
})
