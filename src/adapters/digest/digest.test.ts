import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash, ids } from './index.ts'
import { mostBytes, sha256 } from './sha256.ts'

const oracle = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the digest', () => {
  it('is SHA-256 for every length around the block borders', () => {
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255)
      expect(sha256(bytes)).toBe(oracle(bytes))
    }
  })

  it('is SHA-256 for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        expect(sha256(bytes)).toBe(oracle(bytes))
      }),
    )
  })

  it('is SHA-256 for as many bytes as it takes', () => {
    for (const length of [mostBytes - 1, mostBytes]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) & 255)
      expect(sha256(bytes)).toBe(oracle(bytes))
    }
  })

  it('is the same for a text and for its bytes, small and large', () => {
    for (const text of [
      '',
      'abc',
      '漢字 👩‍👩‍👧‍👦',
      'x'.repeat(6144),
      '漢'.repeat(40_000),
      'y'.repeat(100_000),
    ]) {
      expect(hash(text)).toBe(`sha256:${oracle(Buffer.from(text))}`)
      expect(hash(Buffer.from(text))).toBe(hash(text))
    }
  })
})

describe('chance', () => {
  it('Z-105 gives letters and digits of the asked length, never the same', () => {
    const seen = new Set(Array.from({ length: 2000 }, () => ids.random(6)))
    expect(seen.size).toBeGreaterThan(1995)
    for (const id of seen) expect(id).toMatch(/^[a-z0-9]{6}$/)
    expect(ids.random(40)).toMatch(/^[a-z0-9]{40}$/)
  })
})
