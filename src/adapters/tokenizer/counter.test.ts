import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTokenTable } from '../../../scripts/build-token-table.ts'
import type { Cache } from '../../ports/index.ts'
import { type CountUnit, makeTokenCounter } from './counter.ts'

const folder = mkdtempSync(join(tmpdir(), 'foreword-counter-'))
const tableFile = join(folder, 'o200k.bin')
const nowhere = join(folder, 'none.bin')
const hash = (content: string | Uint8Array): string => `digest of ${content}`
const long = 'a text that is long enough to be worth remembering '.repeat(3)

beforeAll(() => buildTokenTable(tableFile))
afterAll(() => rmSync(folder, { recursive: true }))

function remembering(...known: [string, number][]): Cache & { readonly counts: Map<string, unknown> } {
  const counts = new Map<string, unknown>(known)
  return { counts, get: (_, key) => counts.get(key), set: (_, key, count) => counts.set(key, count) }
}

describe('the plain units', () => {
  const cases: [CountUnit, string, number][] = [
    ['chars', '', 0],
    ['chars', 'naïve', 5],
    ['chars', '👩‍🚀', 3],
    ['chars', '\ud83d', 1],
    ['chars', '\ude00\ud83d\ud83d\ude00', 3],
    ['chars/4', '', 0],
    ['chars/4', 'four', 1],
    ['chars/4', 'fives', 2],
    ['chars/4', '😀😀😀😀', 1],
    ['lines', '', 0],
    ['lines', 'one', 1],
    ['lines', 'one\n', 1],
    ['lines', 'one\ntwo', 2],
    ['lines', '\n', 1],
    ['lines', 'one\n\n', 2],
  ]
  it.each(cases)('counts %s of %j as %i', (unit, text, count) => {
    expect(makeTokenCounter(unit, { tableFile: nowhere, hash }).count(text)).toBe(count)
  })

  it.each<CountUnit>(['o200k', 'chars/4', 'chars', 'lines'])('names the counter of %s after it', (unit) => {
    expect(makeTokenCounter(unit, { tableFile: nowhere, hash }).id).toBe(unit)
  })
})

describe('the o200k counter', () => {
  it('does not open the table before the first text', () => {
    const counter = makeTokenCounter('o200k', { tableFile: nowhere, hash })
    expect(counter.count('')).toBe(0)
    expect(() => counter.count('a')).toThrow(/ENOENT/)
  })

  it('does not open the table for a text whose count is remembered', () => {
    const memo = remembering([hash(long), 42])
    expect(makeTokenCounter('o200k', { tableFile: nowhere, hash, cache: memo }).count(long)).toBe(42)
  })

  it('remembers what it had to count', () => {
    const memo = remembering()
    const count = makeTokenCounter('o200k', { tableFile, hash, cache: memo }).count(long)
    expect(count).toBe(makeTokenCounter('o200k', { tableFile, hash }).count(long))
    expect([...memo.counts]).toEqual([[hash(long), count]])
  })

  it('takes a remembered zero at its word', () => {
    expect(
      makeTokenCounter('o200k', { tableFile: nowhere, hash, cache: remembering([hash(long), 0]) }).count(
        long,
      ),
    ).toBe(0)
  })

  it('remembers nothing of 64 characters or fewer', () => {
    const memo = remembering([hash('x'.repeat(64)), 999])
    const counter = makeTokenCounter('o200k', { tableFile, hash, cache: memo })
    expect(counter.count('x'.repeat(64))).toBe(8)
    counter.count('y'.repeat(65))
    expect([...memo.counts.keys()]).toEqual([hash('x'.repeat(64)), hash('y'.repeat(65))])
  })
})
