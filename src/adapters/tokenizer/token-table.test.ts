import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTokenTable } from '../../../scripts/build-token-table.ts'
import { findRank, openTokenTable } from './token-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'foreword-table-'))
const tableFile = join(folder, 'o200k.bin')

beforeAll(() => buildTokenTable(tableFile))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the token table', () => {
  it('is the same bytes whenever and wherever it is built', () => {
    // If this fails on a new Node, its Unicode is newer: add the new letters to LATER in the build script.
    const digest = createHash('sha256').update(readFileSync(tableFile)).digest('hex')
    expect(digest).toBe('db5bcaf00048944a40c6aac01e2fceee9e3570b1791da134b0f0cf7a5e985d4d')
  })

  it('finds every token under its rank', () => {
    const table = openTokenTable(tableFile)
    const misplaced = ranks.filter((token, rank) => {
      const bytes = Buffer.from(token as string)
      return findRank(table, bytes, 0, bytes.length) !== rank
    })
    expect(ranks).toHaveLength(199_998)
    expect(misplaced).toEqual([])
  })

  it('does not find an unknown token', () => {
    const table = openTokenTable(tableFile)
    for (const text of ['', 'qzqzqz', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(260)]) {
      expect(findRank(table, Buffer.from(text), 0, text.length)).toBe(-1)
    }
  })

  it('finds a token in the middle of a longer text', () => {
    const table = openTokenTable(tableFile)
    const bytes = Buffer.from('say hello there')
    expect(findRank(table, bytes, 4, 9)).toBe(ranks.indexOf('hello'))
  })

  it('refuses a file that is something else, or was cut short', () => {
    const other = join(folder, 'other.bin')
    writeFileSync(other, 'x'.repeat(100))
    expect(() => openTokenTable(other)).toThrow(`not a token table: ${other}`)
    writeFileSync(other, readFileSync(tableFile).subarray(0, -1))
    expect(() => openTokenTable(other)).toThrow(`not a token table: ${other}`)
  })
})
