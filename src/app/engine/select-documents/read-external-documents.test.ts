import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash } from '../../../adapters/cache/index.ts'
import { made } from '../../../core/redact/marked.fixture.ts'
import type { FoundSource } from '../../../core/values/index.ts'
import type { ExternalSourceDeps } from './candidates.ts'
import { readExternalDocuments } from './read-external-documents.ts'
import { makeTestPlan } from './select-documents.fixture.ts'

type Items = readonly object[]

/** Adapters with these items, each with its own file. */
function makeDeps(lists: Readonly<Record<string, Items>>, over: object = {}) {
  const work = { tier: 'outside', each: true, sources: ['file:work/*.json'] }
  const planned = makeTestPlan({ work }, over)
  const named = Object.keys(lists).map((name) => ({ name, file: `/${name}.json` }))
  // Manifests of fixtures support only files.
  const sections = planned.sections.map((section) =>
    section.id === 'work'
      ? { ...section, sources: [{ ...section.sources[0]!, scheme: 'adapter' as const, pattern: '*' }] }
      : section,
  )
  const plan = { ...planned, sections, bundle: { ...planned.bundle!, adapters: named } }
  const readWhole = (file: string): FoundSource => {
    const name = file.slice(1, -5)
    const text = JSON.stringify({
      adapter_id: name,
      adapter_fetched_at: '2026-02-24T05:00:00Z',
      items: lists[name],
    })
    return { state: 'found', uri: `file:${file}`, path: file, text, digest: '', bytes: 0, modifiedAt: '' }
  }
  const deps = {
    engine: {
      hash,
      projectRedactionRules: async () => ({ rules: [] }),
      pluginDeps: async () => ({
        configuration: { plugins: new Map(), fault: null },
        plugins: { close: async () => {} },
      }),
    },
    plan,
    reader: { readWhole },
    task: 'Mend the cart',
  }
  const source = plan.sections.find((section) => section.id === 'work')!.sources[0]!
  return { deps: deps as unknown as ExternalSourceDeps, source }
}

async function readDocuments(lists: Readonly<Record<string, Items>>, over: object = {}) {
  const { deps, source } = makeDeps(lists, over)
  return readExternalDocuments(deps, source)
}

const fresh = { source_updated_at: '2026-02-24T04:00:00Z' }
const stale = { source_updated_at: '2020-01-01T00:00:00Z' }

describe('C-40 C-41 C-51 nothing prohibited in any field of an item', () => {
  const values = [
    'jane@acme.io',
    '536-22-8726',
    '4111 1111 1111 1111',
    `ghp_${made('{alnum:36}')}`,
    'https://jane:hunt3r2@db.acme.io/x',
    'password=tr0ub4dor&3x',
  ]
  const value = fc.constantFrom(...values)
  const held = fc
    .tuple(fc.constantFrom('', 'see ', 'SSN ', 'card '), value, fc.constantFrom('', ' now', '.'))
    .map((parts) => parts.join(''))
  const field = fc.oneof(held, held.map(encodeURIComponent), fc.constantFrom('Mend the cart', 'wk'))
  const plain = fc.oneof(held, fc.constantFrom('Mend the cart', 'Blocked.'))
  const item = fc.record(
    {
      id: field,
      title: plain,
      summary: plain,
      tags: fc.array(plain, { maxLength: 3 }),
      state: plain,
      priority: fc.oneof(fc.constantFrom(0, 1), plain),
      source_updated_at: fc.oneof(fc.constant(stale.source_updated_at), plain),
    },
    { requiredKeys: ['id'] },
  )

  it('comes in, plain or encoded, in an entry, a warning, a name or an account', async () => {
    const lists = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(lists, async (items) => {
        const { found, diagnostics, asked } = await readDocuments({ beads: items })
        const all = decodedFully(JSON.stringify([found, diagnostics, asked]))
        for (const value of values) expect(all).not.toContain(value)
      }),
      { numRuns: 150 },
    )
  })

  /** The text as a reader sees it who decodes every encoding. */
  function decodedFully(text: string): string {
    const next = text.replace(/(?:%[0-9a-f]{2})+/gi, (part) => decodeURIComponent(part))
    return next === text ? text : decodedFully(next)
  }

  it('is told of by the place of its item where the id is prohibited', async () => {
    const { diagnostics, asked } = await readDocuments({
      beads: [{ id: 'wk' }, { id: 'jane@acme.io', ...stale }],
    })
    expect(diagnostics.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        'adapter/beads/items[1] was dropped: its id holds what is prohibited',
        expect.stringMatching(/^adapter_warning:stale_item:items\[1\]:/),
      ]),
    )
    expect(asked).toMatchObject([
      {
        detail: 'loaded, without adapter/beads/items[1] (its id holds what is prohibited)',
        refused: [{ path: 'adapter/beads/items[1]', reason: 'prohibited_id' }],
        refused_count: 1,
      },
    ])
  })

  it('is not seen in what is said of an item that is named after such a thing', async () => {
    const { diagnostics } = await readDocuments({
      beads: [{ id: 'reset-password', ...stale, summary: 'jane@acme.io' }],
    })
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      'adapter_warning:unknown_state:reset-password',
      expect.stringMatching(/^adapter_warning:stale_item:reset-password:\d+s$/),
      'replaced in adapter/beads/reset-password: 1 × personal_data',
    ])
  })

  it('is digested: who has a digest could try values until one fits', async () => {
    const { found } = await readDocuments({ beads: [{ id: 'wk', summary: 'SSN 536-22-8726' }] })
    expect(found[0]!.text).toContain('SSN [REDACTED_SSN]')
    expect(found[0]!.digest).toBe(hash(found[0]!.text))
  })

  it('is named twenty times, and then counted', async () => {
    const items = Array.from({ length: 30 }, (_, i) => ({ id: `u${i}`, title: 'TLP:RED', ...fresh }))
    const { diagnostics } = await readDocuments({ beads: items })
    const dropped = diagnostics.filter(({ code }) => code === 'entry-dropped')
    expect(dropped).toHaveLength(21)
    expect(dropped.at(-1)!.detail).toBe('and 10 more')
  })
})

describe('C-25 items of several adapters', () => {
  const weak = { id: 'weak', state: 'stale', title: 'Other', ...stale }
  const strong = { id: 'strong', state: 'blocked', priority: 0, title: 'Mend the cart', ...fresh }

  it('are ranked together, in any order of the adapters', async () => {
    const first = await readDocuments({ a: [weak], b: [strong] })
    expect(first.found.map(({ path, facts }) => [path, facts!.rank])).toEqual([
      ['adapter/b/strong', 1],
      ['adapter/a/weak', 2],
    ])
    const other = await readDocuments({ b: [strong], a: [weak] })
    expect(other.found).toEqual(first.found)
  })

  it('are no more of each than that one may have, and the others are named', async () => {
    const many = (prefix: string) => [0, 1, 2].map((i) => ({ ...strong, id: `${prefix}${i}`, priority: i }))
    const adapters = { a: { max_items: 1 }, b: { max_items: 2 } }
    const { found, asked } = await readDocuments({ a: many('x'), b: many('y') }, { adapters })
    expect(found.map(({ path }) => path)).toEqual(['adapter/a/x0', 'adapter/b/y0', 'adapter/b/y1'])
    expect(asked).toMatchObject([
      { by: 'a', refused: [{ path: 'adapter/a/x1', reason: 'max_items' }, { path: 'adapter/a/x2' }] },
      { by: 'b', detail: 'loaded, without adapter/b/y2 (b may have 2 items, and has better ones)' },
    ])
  })

  it('are of the tier that their section has', async () => {
    expect((await readDocuments({ a: [strong] })).asked).toMatchObject([{ kind: 'adapter', tier: 'outside' }])
  })

  it('are refused where a name is given twice with different files', async () => {
    const { deps, source } = makeDeps({ a: [strong] })
    const { bundle } = deps.plan
    const adapters = [...bundle!.adapters, { name: 'a', file: '/other.json' }]
    const twice = { ...deps, plan: { ...deps.plan, bundle: { ...bundle!, adapters } } }
    await expect(readExternalDocuments(twice, source)).rejects.toThrow(
      'The adapter "a" is named twice, with different files.',
    )
  })
})
