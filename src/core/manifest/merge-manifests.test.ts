import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainObject } from '../values/index.ts'
import { mergeManifests } from './merge-manifests.ts'

const key = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString')
const { tree } = fc.letrec<{ tree: Record<string, unknown> }>((tie) => ({
  tree: fc.dictionary(
    key,
    fc.oneof({ maxDepth: 3 }, fc.integer(), fc.constant('x'), fc.array(fc.nat(3)), tie('tree')),
  ),
}))

describe('mergeManifests', () => {
  it.each([
    ['overrides a value', { a: 1, b: 2 }, { a: 3 }, { a: 3, b: 2 }],
    ['adds a key', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ['merges maps key by key', { a: { x: 1, y: 2 } }, { a: { y: 3 } }, { a: { x: 1, y: 3 } }],
    ['removes by null', { a: 1, b: { x: 1, y: 2 } }, { a: null, b: { x: null } }, { b: { y: 2 } }],
    ['forgives removing what is not there', { a: 1 }, { z: null }, { a: 1 }],
    ['replaces lists whole', { a: [1, 2, 3] }, { a: [4] }, { a: [4] }],
    ['replaces a map by a value', { a: { x: 1 } }, { a: 'raw' }, { a: 'raw' }],
    ['replaces a value by a map', { a: 'raw' }, { a: { x: 1 } }, { a: { x: 1 } }],
  ])('%s', (_, base, over, merged) => {
    expect(mergeManifests(base, over)).toEqual(merged)
  })

  it('keeps the order of the base and puts new keys behind', () => {
    const merged = mergeManifests({ soul: 1, journal: { a: 1 } }, { roadmap: 2, journal: { b: 2 }, soul: 3 })
    expect(Object.keys(merged)).toEqual(['soul', 'journal', 'roadmap'])
  })

  it('has the empty manifest as its identity', () => {
    fc.assert(
      fc.property(tree, (manifest) => {
        expect(mergeManifests(manifest, {})).toEqual(manifest)
        expect(mergeManifests({}, manifest)).toEqual(manifest)
        expect(mergeManifests(manifest, manifest)).toEqual(manifest)
      }),
    )
  })

  it('lets the right side win wherever it says something', () => {
    const wins = (over: unknown, merged: unknown): void => {
      if (!isPlainObject(over)) return void expect(merged).toEqual(over)
      for (const [name, value] of Object.entries(over)) wins(value, (merged as Record<string, unknown>)[name])
    }
    fc.assert(fc.property(tree, tree, (base, over) => wins(over, mergeManifests(base, over))))
  })

  it('changes neither side', () => {
    fc.assert(
      fc.property(tree, tree, (base, over) => {
        const before = JSON.stringify([base, over])
        mergeManifests(base, over)
        expect(JSON.stringify([base, over])).toBe(before)
      }),
    )
  })

  it('keeps a key named __proto__ as a key, so that the check can refuse it', () => {
    const hostile = JSON.parse(
      '{ "__proto__": { "polluted": true }, "a": { "__proto__": { "deep": true } } }',
    )
    const merged = mergeManifests({ a: { x: 1 } }, hostile)
    expect(Object.keys(merged)).toEqual(['a', '__proto__'])
    expect(merged.polluted).toBeUndefined()
    expect((merged.a as Record<string, unknown>).deep).toBeUndefined()
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
