import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { changeManifest, smallestManifest } from './manifest.fixture.ts'
import { buildManifestJsonSchema, manifestSchema } from './schema.ts'

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  pattern?: string
  minimum?: number
  minItems?: number
  minLength?: number
  maxLength?: number
  description?: string
}
const presets = join(import.meta.dirname, '../../../presets')
const schema = buildManifestJsonSchema() as Schema

/** The part of JSON Schema that our schema uses; an unknown keyword fails below. */
function accepts(at: Schema, value: unknown): boolean {
  if (at.anyOf !== undefined) return at.anyOf.some((option) => accepts(option, value))
  if (at.const !== undefined && value !== at.const) return false
  if (at.enum !== undefined && !at.enum.includes(value)) return false
  switch (at.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= (at.minLength ?? 0) &&
        value.length <= (at.maxLength ?? Number.POSITIVE_INFINITY) &&
        new RegExp(at.pattern ?? '').test(value)
      )
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= (at.minimum ?? Number.NEGATIVE_INFINITY)
    case 'number':
    case 'boolean':
      return typeof value === at.type
    case 'array':
      return (
        Array.isArray(value) &&
        value.length >= (at.minItems ?? 0) &&
        value.every((item) => accepts(at.items!, item))
      )
    case 'object':
      return acceptsObject(at, value)
    default:
      return true
  }
}

function acceptsObject(at: Schema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if ((at.required ?? []).some((name) => !(name in value))) return false
  return Object.entries(value).every(([name, inner]) => {
    if (at.propertyNames !== undefined && !accepts(at.propertyNames, name)) return false
    const next = at.properties?.[name] ?? at.additionalProperties ?? true
    return typeof next === 'boolean' ? next : accepts(next, inner)
  })
}

function* below(at: Schema, path: string): Generator<[string, Schema]> {
  yield [path, at]
  for (const [name, inner] of Object.entries(at.properties ?? {})) yield* below(inner, `${path}.${name}`)
  for (const [i, inner] of (at.anyOf ?? []).entries()) yield* below(inner, `${path}|${i}`)
  if (at.items !== undefined) yield* below(at.items, `${path}[]`)
  if (typeof at.additionalProperties === 'object') yield* below(at.additionalProperties, `${path}.*`)
}

describe('the JSON Schema for editors', () => {
  it.each(globSync(join(presets, '*/manifest.yaml')))('accepts the shipped preset %s', (file) => {
    const data: unknown = parse(readFileSync(file, 'utf8'))
    expect(accepts(schema, data)).toBe(true)
    expect(manifestSchema.safeParse(data).success).toBe(true)
  })

  it.each([
    [true, {}],
    [true, { about: 'x', exclude: ['a'], extends: 'preset:x' }],
    [true, { sections: { soul: { shape: { fields: [{ label: 'X', from: ['x'] }] }, cap: { full: 3 } } } }],
    [
      true,
      { sections: { soul: { sources: [{ uri: 'file:x', stub: { max_chars: 3 } }], when: { level: 'a' } } } },
    ],
    [true, { render: { attributes: { a: 'b' } }, record: { a: [1, { b: '$c' }] } }],
    [true, { levels: { full: { budget: 1, documents: 3, excerpt: 100 } } }],
    [true, { tiers: { a: { documents: 3, required: true }, b: { documents: 'rest' } } }],
    [true, { tiers: { a: { documents: { share: 0.5, most: 2 } } } }],
    [
      true,
      {
        fallback: { needs: ['a'], steps: { more: { times: 2 }, all: { unlimited: true } }, default: 'more' },
      },
    ],
    [true, { sections: { soul: { each: true, most: 3, labels: { by: '{path}' }, over_cap: 'prefix' } } }],
    [
      true,
      { sections: { soul: { expect: 'json', facts: { a: 'b.c', n: { count: 'l', where: { s: 'x' } } } } } },
    ],
    [
      true,
      {
        bundle: { template: { a: '$task', b: { $each: '$documents', $as: '$path' } }, floor: { excerpt: 9 } },
      },
    ],
    [false, { levels: { full: { budget: 1, documents: 0 } } }],
    [false, { levels: { full: { budget: 1, excerpt: 1.5 } } }],
    [false, { tiers: { a: { documents: 'all' } } }],
    [false, { tiers: { a: { documents: 0 } } }],
    [false, { tiers: { a: { documents: { share: 0.5 } } } }],
    [false, { tiers: { a: { documents: { share: 0.5, most: 1, least: 1 } } } }],
    [false, { fallback: { needs: [], steps: {} } }],
    [false, { fallback: { needs: ['a'] } }],
    [false, { fallback: { needs: ['a'], steps: { all: { unlimited: false } } } }],
    [false, { fallback: { needs: ['a'], steps: { more: { times: 2, unlimited: true } } } }],
    [false, { sections: { soul: { expect: 'yaml' } } }],
    [false, { sections: { soul: { most: 0 } } }],
    [false, { sections: { soul: { facts: { a: '' } } } }],
    [false, { sections: { soul: { order: { register: 'r.json', list: 'l', path: 'p' } } } }],
    [false, { sections: { soul: { labels: { a: 1 } } } }],
    [false, { bundle: {} }],
    [false, { bundle: { template: [] } }],
    [false, { bundle: { template: {}, warnings: { a: 1 } } }],
    [false, { bundle: { template: {}, floor: { documents: 0 } } }],
    [false, { foreword: 2 }],
    [false, { foreword: null }],
    [false, { name: 'A' }],
    [false, { quux: 1 }],
    [false, { ceiling: -1 }],
    [false, { ceiling: 1.5 }],
    [false, { ceiling: '5' }],
    [false, { measure: 'tokens' }],
    [false, { levels: { full: { budget: 1, more: 2 } } }],
    [false, { levels: [] }],
    [false, { sections: { Soul: smallestManifest.sections.soul } }],
    [false, { sections: { soul: { sources: [] } } }],
    [false, { sections: { soul: { sources: [5] } } }],
    [false, { sections: { soul: { shape: 'titels' } } }],
    [false, { sections: { soul: { shape: { fields: [] } } } }],
    [false, { sections: { soul: { when: { level: [1] } } } }],
    [false, { precedence: [{ section: 'soul' }] }],
    [false, { precedence: [{ section: 'soul', by: 'HEAD' }] }],
    [false, { render: { tag: '1x' } }],
    [false, { render: { attributes: { 'a b': 'c' } } }],
    [false, { render: { cut_marker: '' } }],
    [false, { redact: { marker: 'a\nb' } }],
    [false, { templates: 't' }],
    [false, { vars: { a: 1 } }],
  ])('says %s to %j, and so does the validation', (good, over) => {
    const data = changeManifest(over)
    expect([accepts(schema, data), manifestSchema.safeParse(data).success]).toEqual([good, good])
  })

  it('uses no keyword that the check above does not know', () => {
    const handled = ['type', 'const', 'enum', 'anyOf', 'items', 'properties', 'required', 'propertyNames']
    const limits = [
      'pattern',
      'minimum',
      'maximum',
      'minItems',
      'minLength',
      'maxLength',
      'additionalProperties',
    ]
    const silent = ['description', 'default', 'title', '$schema']
    const seen = new Set([...below(schema, '')].flatMap(([, at]) => Object.keys(at)))
    expect([...seen].filter((keyword) => ![...handled, ...limits, ...silent].includes(keyword))).toEqual([])
  })

  it('says what a key is for, except where its name does', () => {
    const plain =
      /\.(name|about|levels|default_level|measure|tiers|render|redact|custom_level|tier|fields|steps)$/
    const more = /\.(format|task_tag|marker|exclude|select|shape|decay|section|like|from|when|stub)$/
    const silent = [...below(schema, '')].filter(
      ([path, at]) => /\.\w+$/.test(path) && at.description === undefined,
    )
    expect(silent.map(([path]) => path).filter((path) => !plain.test(path) && !more.test(path))).toEqual([])
    const described = [...below(schema, '')].filter(([, at]) => at.description !== undefined)
    expect(described.length).toBeGreaterThan(40)
  })
})
