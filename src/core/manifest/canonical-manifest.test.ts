import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCanonicalManifest } from './canonical-manifest.ts'

const textOf = (data: unknown) => formatCanonicalManifest([{ name: 'm.yaml', data }])

describe('the canonical text of a manifest', () => {
  it('M-48 does not depend on the order of keys, where the order means nothing', () => {
    const manifest = { name: 'a', vars: { x: '1', y: '2' }, ceiling: 3 }
    const other = { ceiling: 3, vars: { y: '2', x: '1' }, name: 'a' }
    expect(textOf(manifest)).toBe(textOf(other))
  })

  it('M-48 differs where the order of sections or intents does, because packets follow it', () => {
    expect(textOf({ sections: { a: 1, b: 2 } })).not.toBe(textOf({ sections: { b: 2, a: 1 } }))
    expect(textOf({ intents: { a: [], b: [] } })).not.toBe(textOf({ intents: { b: [], a: [] } }))
  })

  it('M-48 leaves out what a build writes, at the top and nowhere else', () => {
    const built = { name: 'a', generated_at: '2026-01-01', source_commit: 'abc' }
    expect(textOf(built)).toBe(textOf({ name: 'a' }))
    expect(textOf({ vars: { source_commit: 'a' } })).not.toBe(textOf({ vars: { source_commit: 'b' } }))
  })

  it('has the names of files, and of what ships with the program no more than the name', () => {
    const own = { name: 'm.yaml', data: { ceiling: 1 } }
    expect(formatCanonicalManifest([own, { name: 'preset:base', data: null }])).toBe(
      '"m.yaml"\n{\n  "ceiling": 1\n}\n"preset:base"\n',
    )
    expect(formatCanonicalManifest([own])).not.toBe(formatCanonicalManifest([{ ...own, name: 'n.yaml' }]))
  })

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, { a: 'null' }],
    [{ a: null }, {}],
    [{ a: [] }, { a: {} }],
    [{ a: Number.POSITIVE_INFINITY }, { a: Number.NaN }],
    [{ a: Number.NaN }, { a: null }],
    [{ a: ['x', 'y'] }, { a: ['y', 'x'] }],
    [{ a: ['x,y'] }, { a: ['x', 'y'] }],
    [{ a: { b: 1 } }, { a: 1, b: 1 }],
    [JSON.parse('{"__proto__": {"a": 1}}'), {}],
    [{ a: new Set(['x']) }, { a: new Set(['y']) }],
    [{ a: new Date(1) }, { a: new Date(2) }],
    [{ a: new Uint8Array([1]) }, { a: new Uint8Array([2]) }],
  ])('tells %j from %j', (first, other) => {
    expect(textOf(first)).not.toBe(textOf(other))
  })

  it('is the same exactly for what is the same', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, shuffled(member)]),
      )
    }
    const data = fc.dictionary(fc.stringMatching(/^[a-c]{1,2}$/), fc.jsonValue({ maxDepth: 3 }), {
      maxKeys: 5,
    })
    fc.assert(
      fc.property(data, data, (first, other) => {
        expect(textOf(shuffled(first))).toBe(textOf(first))
        expect(textOf(first) === textOf(other)).toBe(isSame(first, other))
      }),
    )
  })
})

/** `-0` is written like `0`, in YAML as here. */
function isSame(first: unknown, other: unknown): boolean {
  return isDeepStrictEqual(withoutMinus(first), withoutMinus(other))
}

function withoutMinus(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
