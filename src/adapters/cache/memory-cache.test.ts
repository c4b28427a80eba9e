import { describe, expect, it } from 'vitest'
import type { Cache } from '../../ports/index.ts'
import { openMemoryCache } from './memory-cache.ts'

function recording(): Cache & { readonly asked: string[] } {
  const asked: string[] = []
  const entries = new Map<string, unknown>()
  return {
    asked,
    get(kind, key) {
      asked.push(`${kind} ${key}`)
      return entries.get(`${kind} ${key}`)
    },
    set: (kind, key, value) => void entries.set(`${kind} ${key}`, value),
  }
}

describe('the cache in memory', () => {
  it('returns the same object, and tells kinds apart', () => {
    const cache = openMemoryCache()
    const value = { rule: () => true }
    cache.set('rules', 'a', value)
    expect(cache.get('rules', 'a')).toBe(value)
    expect(cache.get('plan', 'a')).toBeUndefined()
  })

  it('asks the cache behind it once, and writes to it too', () => {
    const behind = recording()
    behind.set('plan', 'a', 1)
    const cache = openMemoryCache(behind)
    expect([cache.get('plan', 'a'), cache.get('plan', 'a')]).toEqual([1, 1])
    expect(behind.asked).toEqual(['plan a'])
    cache.set('plan', 'b', 2)
    expect(behind.get('plan', 'b')).toBe(2)
  })

  it('drops the entry that was not used for the longest time when it has 256', () => {
    const cache = openMemoryCache()
    for (let i = 0; i < 256; i++) cache.set('plan', String(i), i)
    cache.get('plan', '0')
    cache.set('plan', 'new', 'new')
    expect([cache.get('plan', '0'), cache.get('plan', '1'), cache.get('plan', '2')]).toEqual([
      0,
      undefined,
      2,
    ])
  })
})
