import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hash, ids } from './hash.ts'

describe('the digest', () => {
  it('is SHA-256 of the bytes of a text, small and large', () => {
    expect(hash('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    for (const text of ['', '漢字 👩‍👩‍👧‍👦', 'x'.repeat(6144), '漢'.repeat(40_000), 'y'.repeat(100_000)]) {
      const expected = createHash('sha256').update(Buffer.from(text)).digest('hex')
      expect(hash(text)).toBe(`sha256:${expected}`)
      expect(hash(Buffer.from(text))).toBe(hash(text))
    }
  })
})

describe('random ids', () => {
  it('Z-105 gives letters and digits of the asked length, never the same', () => {
    const seen = new Set(Array.from({ length: 2000 }, () => ids.random(6)))
    expect(seen.size).toBeGreaterThan(1995)
    for (const id of seen) expect(id).toMatch(/^[a-z0-9]{6}$/)
    expect(ids.random(40)).toMatch(/^[a-z0-9]{40}$/)
  })
})
