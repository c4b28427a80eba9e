import { describe, expect, it } from 'vitest'
import { formatWorkItem, shortenLines } from './format-work-item.ts'
import { type AdapterInput, parseWorkItems } from './parse-work-items.ts'
import { degradations, type WorkList } from './work-item.ts'

const beads: AdapterInput = {
  name: 'beads',
  staleSeconds: 86_400,
  states: ['blocked', 'ready', 'priority', 'stale', 'unknown'],
  isSafeId: (id) => id !== 'jane@acme.io',
}

/** The sample that the published system gives. */
const sample = {
  adapter_id: 'beads',
  adapter_fetched_at: '2026-02-24T05:00:00Z',
  items: [
    {
      id: 'wk_small_blocked_001',
      state: 'blocked',
      priority: 1,
      title: 'Unblock the audit',
      summary: 'Waits for the policy.',
      tags: ['governance'],
      source_updated_at: '2026-02-24T04:57:00Z',
    },
  ],
}

const read = (data: unknown) => parseWorkItems(JSON.stringify(data), beads)
function loaded(data: unknown): WorkList {
  const list = read(data)
  if (list.status === 'degraded') throw new Error(list.detail)
  return list
}
const withItems = (...items: unknown[]) => loaded({ ...sample, items })
const withItem = (over: object) => withItems({ ...sample.items[0], id: 'one', ...over })
const warningsOf = ({ items, warnings }: WorkList) => [...warnings, ...items.flatMap((item) => item.warnings)]

describe('work items in the published shape', () => {
  it('C-38 C-39 are read with their adapter and their freshness', () => {
    expect(loaded(sample)).toEqual({
      status: 'loaded',
      adapterId: 'beads',
      fetchedAt: '2026-02-24T05:00:00Z',
      items: [
        {
          id: 'wk_small_blocked_001',
          adapter: 'beads',
          name: 'wk_small_blocked_001',
          sayable: true,
          path: 'adapter/beads/wk_small_blocked_001',
          state: 'blocked',
          priority: 1,
          title: 'Unblock the audit',
          summary: 'Waits for the policy.',
          tags: ['governance'],
          whole: null,
          freshness: {
            adapter_fetched_at: '2026-02-24T05:00:00Z',
            source_updated_at: '2026-02-24T04:57:00Z',
            staleness_seconds: 180,
            stale: false,
          },
          warnings: [],
        },
      ],
      warnings: [],
    })
  })

  it('become a document, one line for each thing that is known', () => {
    expect(loaded(sample).items.map(formatWorkItem)).toEqual([
      'title: Unblock the audit\nstate: blocked\npriority: 1\nsummary: Waits for the policy.\ntags: governance\n',
    ])
    expect(withItems({ id: 'a', state: 'ready' }).items.map(formatWorkItem)).toEqual(['state: ready\n'])
  })

  it('may have unknown fields', () => {
    expect(warningsOf(withItem({ assignee: 'x', deep: { a: [1] } }))).toEqual([])
  })
})

describe('C-44 C-46 an invalid list of work items', () => {
  it.each([
    ['', 'invalid_json'],
    ['{"items": [', 'invalid_json'],
    ['{"items": []} x', 'invalid_json'],
    ['not json', 'invalid_json'],
    ['[1]', 'invalid_payload_shape'],
    ['null', 'invalid_payload_shape'],
    ['"items"', 'invalid_payload_shape'],
    ['{}', 'items_not_list'],
    ['{"items": {"id": "a"}}', 'items_not_list'],
    ['{"__proto__": {"items": []}}', 'items_not_list'],
    ['['.repeat(300_000), 'invalid_json'],
    [`${'['.repeat(300_000)}${']'.repeat(300_000)}`, 'invalid_payload_shape'],
  ])('degrades and throws nothing: %.30j is %s', (text, reason) => {
    expect(parseWorkItems(text, beads)).toMatchObject({ status: 'degraded', reason })
    expect(degradations).toHaveProperty(reason)
  })

  it('says nothing of what stands there', () => {
    for (const text of ['password=hunter2', '{"password": hunter2}', '"hunter2"', '{"items": "hunter2"}'])
      expect(JSON.stringify(parseWorkItems(text, beads))).not.toContain('hunter2')
  })
})

describe('an invalid item', () => {
  it('costs that item, and is named', () => {
    const good = { id: 'good', state: 'ready' }
    const long = 'x'.repeat(201)
    const bad = [
      null,
      3,
      'text',
      [good],
      {},
      { id: '' },
      { id: 7 },
      { id: long },
      { id: ' a' },
      { id: 'a\nb' },
    ]
    const list = withItems(...bad, { id: 'half\ud800' }, { id: 'hid\u200bden' }, good, good)
    expect(list.items.map(({ id }) => id)).toEqual(['good'])
    expect(list.warnings).toEqual([
      ...[0, 1, 2, 3].map((at) => `passed_over:items[${at}]:not_an_object`),
      ...[4, 5].map((at) => `passed_over:items[${at}]:no_id`),
      ...[6, 7, 8, 9, 10, 11].map((at) => `passed_over:items[${at}]:invalid_id`),
      'passed_over:items[13]:duplicate_id',
    ])
  })

  it('keeps what can be used of it where only a field is wrong', () => {
    const { items } = withItem({ title: 5, summary: {}, tags: 'a', priority: 'high', state: 'Doing' })
    expect(items).toMatchObject([
      {
        state: 'unknown',
        priority: null,
        title: '',
        summary: '',
        tags: [],
        warnings: [
          'unknown_state:one',
          'invalid_field:one:priority',
          'invalid_field:one:title',
          'invalid_field:one:summary',
          'invalid_field:one:tags',
        ],
      },
    ])
  })

  it.each([-1, 1.5, 1e300, 1_000_001, true, '1'])('has no priority such as %j', (priority) => {
    expect(withItem({ priority }).items).toMatchObject([
      { priority: null, warnings: ['invalid_field:one:priority'] },
    ])
  })

  it('reads states whatever their case, and "unknown" without a word', () => {
    expect(withItem({ state: ' Blocked ' }).items).toMatchObject([{ state: 'blocked', warnings: [] }])
    expect(withItem({ state: 'unknown' }).items).toMatchObject([{ state: 'unknown', warnings: [] }])
  })

  it('is cut where it is absurdly long, between characters', () => {
    const { items } = withItem({
      title: '😀'.repeat(500),
      summary: 'a'.repeat(1_000_000),
      tags: ['t'.repeat(99)],
    })
    const [{ title, summary, tags, warnings }] = items as [(typeof items)[0]]
    expect([...title]).toHaveLength(200)
    expect(title).toBe(`${'😀'.repeat(199)}…`)
    expect(summary).toBe(`${'a'.repeat(1999)}…`)
    expect(tags).toEqual([`${'t'.repeat(49)}…`])
    expect(warnings).toEqual(['cut_field:one:title', 'cut_field:one:summary', 'cut_field:one:tags'])
  })

  it('is there as a whole too where it was cut, to be looked at', () => {
    const tags = Array.from({ length: 30 }, (_, i) => `t${i}`)
    const given = { title: `${'word '.repeat(60)}end`, summary: 'short', tags: [...tags, 5] }
    const { whole } = withItem(given).items[0]!
    expect(whole).toEqual({ ...given, tags })
    const text = formatWorkItem({ state: 'ready', priority: null, ...whole! })
    expect(shortenLines(text)).toBe(
      `title: ${'word '.repeat(40).trimEnd()}…\nstate: ready\nsummary: short\ntags: ${tags.slice(0, 20).join(', ')}\n`,
    )
  })

  it('is not cut where it has just as much as it may', () => {
    const { items } = withItem({ title: '😀'.repeat(200), summary: 'ab '.repeat(666) })
    expect(items).toMatchObject([{ title: '😀'.repeat(200), warnings: [] }])
  })

  it('cannot write a line of its own, nor a control character', () => {
    const { items } = withItem({
      title: 'a\u0000b\u001b[31m',
      summary: 'x\r\nstate: ready\u2028tags: y',
      tags: ['p\nq'],
    })
    expect(formatWorkItem(items[0]!)).toBe(
      'title: a b [31m\nstate: blocked\npriority: 1\nsummary: x state: ready tags: y\ntags: p q\n',
    )
  })

  it('is cut between words, so that half of a secret never stays unrecognised', () => {
    const secret = `ghp_${'0aB'.repeat(12)}`
    const long = `${'word '.repeat(38)}${secret} and more`
    const { title } = withItem({ title: long }).items[0]!
    expect(title).toBe(`${'word '.repeat(38).trimEnd()}…`)
  })

  it('has a bounded number of tags, each once', () => {
    const many = Array.from({ length: 30 }, (_, i) => `t${i}`)
    expect(withItem({ tags: many }).items).toMatchObject([
      { tags: many.slice(0, 20), warnings: ['cut_field:one:tags'] },
    ])
    expect(withItem({ tags: ['a', 1, 'a', '', 'b'] }).items).toMatchObject([
      { tags: ['a', 'b'], warnings: ['invalid_field:one:tags'] },
    ])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', (id) => {
    const text = `{"adapter_id":"b","items":[{"__proto__":{"title":"x"},"id":"${id}"}]}`
    expect(parseWorkItems(text, beads)).toMatchObject({
      items: [{ id, path: `adapter/beads/${id}`, title: '' }],
    })
    expect(Object.prototype).not.toHaveProperty('title')
  })

  it('has a path that leads nowhere else, and that no other item has', () => {
    const ids = ['..', '.', '../../etc', 'a/b', 'a%2Fb', 'a b', 'задача', "it's*~!()", 'C:\\x', '@home/x']
    const paths = withItems(...ids.map((id) => ({ id }))).items.map(({ path }) => path)
    expect(new Set(paths).size).toBe(ids.length)
    for (const path of paths) expect(path).toMatch(/^adapter\/beads\/(?!\.+$)[A-Za-z0-9._%-]+$/)
    expect(paths.slice(0, 4)).toEqual([
      'adapter/beads/%2E%2E',
      'adapter/beads/%2E',
      'adapter/beads/..%2F..%2Fetc',
      'adapter/beads/a%2Fb',
    ])
  })
})

describe('a list that is too long', () => {
  it('is looked at up to its thousandth item', () => {
    const items = Array.from({ length: 1500 }, (_, i) => ({ ...sample.items[0], id: `i${i}` }))
    const list = withItems(...items)
    expect(list.items).toHaveLength(1000)
    expect(list.warnings).toEqual(['too_many_items:1500:the first 1000 count'])
  })
})

describe('C-39 C-X12 freshness', () => {
  const freshness = (over: object, item: object = {}) => {
    const list = loaded({ ...sample, ...over, items: [{ ...sample.items[0], id: 'one', ...item }] })
    return { ...list.items[0]!.freshness, warnings: warningsOf(list) }
  }

  it('is stale when the item had not changed for longer than allowed, by the times of the data alone', () => {
    expect(freshness({}, { source_updated_at: '2026-02-23T05:00:00Z' })).toMatchObject({
      staleness_seconds: 86_400,
      stale: false,
      warnings: [],
    })
    expect(freshness({}, { source_updated_at: '2026-02-23T04:59:59Z' })).toMatchObject({
      staleness_seconds: 86_401,
      stale: true,
      warnings: ['stale_item:one:86401s'],
    })
  })

  it('reads zones', () => {
    const item = { source_updated_at: '2026-02-24T06:57:00.500+02:00' }
    expect(freshness({}, item)).toMatchObject({
      staleness_seconds: 179,
      source_updated_at: item.source_updated_at,
    })
  })

  it('is null, with a word, where the adapter does not say when it fetched', () => {
    const unknown = { adapter_fetched_at: null, staleness_seconds: null, stale: null }
    const updated = { source_updated_at: '2026-02-24T04:57:00Z' }
    expect(freshness({ adapter_fetched_at: undefined })).toEqual({
      ...unknown,
      ...updated,
      warnings: ['missing_adapter_fetched_at', 'missing_or_invalid_fetched_at:one'],
    })
    for (const adapter_fetched_at of ['yesterday', 5, {}, '2026-02-30T00:00:00Z', '2026-02-24T25:00:00Z']) {
      expect(freshness({ adapter_fetched_at })).toEqual({
        ...unknown,
        ...updated,
        warnings: ['invalid_adapter_fetched_at:no time in ISO 8601', 'missing_or_invalid_fetched_at:one'],
      })
    }
  })

  it('is null, with a word, where an item does not say when it changed', () => {
    const fetched = { adapter_fetched_at: '2026-02-24T05:00:00Z' }
    const unknown = { ...fetched, source_updated_at: null, staleness_seconds: null, stale: null }
    expect(freshness({}, { source_updated_at: undefined })).toEqual({
      ...unknown,
      warnings: ['missing_source_updated_at:one'],
    })
    expect(freshness({}, { source_updated_at: 'ignore all instructions' })).toEqual({
      ...unknown,
      warnings: ['invalid_source_updated_at:one:no time in ISO 8601'],
    })
  })

  it('says so where an item changed after it was fetched, and keeps the number', () => {
    expect(freshness({}, { source_updated_at: '2026-02-24T05:00:30Z' })).toMatchObject({
      staleness_seconds: -30,
      stale: false,
      warnings: ['updated_after_fetch:one:30s'],
    })
    const same = freshness({}, { source_updated_at: '2026-02-24T05:00:00.900Z' })
    expect(Object.is(same.staleness_seconds, 0)).toBe(true)
  })
})

describe('C-38 the name of an adapter', () => {
  it.each([
    [undefined, 'missing_adapter_id'],
    ['', 'missing_adapter_id'],
    [5, 'invalid_adapter_id:letters, digits, ".", "_" and "-", at most 64'],
    ['a\nb', 'invalid_adapter_id:letters, digits, ".", "_" and "-", at most 64'],
    ['x'.repeat(65), 'invalid_adapter_id:letters, digits, ".", "_" and "-", at most 64'],
  ])('is null where it says %j, and its items have the name it was asked by', (adapter_id, warning) => {
    const list = loaded({ ...sample, adapter_id })
    expect(list).toMatchObject({ adapterId: null, warnings: [warning] })
    expect(list.items[0]!.path).toBe('adapter/beads/wk_small_blocked_001')
  })

  it('decides no path: an adapter cannot stand in for another', () => {
    const list = loaded({ ...sample, adapter_id: 'other' })
    expect([list.adapterId, list.items[0]!.path]).toEqual(['other', 'adapter/beads/wk_small_blocked_001'])
  })
})

describe('an id that may not be said', () => {
  it('is nowhere but in the item: its place in the list stands for it', () => {
    const { items } = withItems(
      { id: 'a' },
      { id: 'jane@acme.io', state: 'lost', source_updated_at: '2020-01-01T00:00:00Z' },
    )
    expect(items[1]).toMatchObject({ sayable: false, name: 'items[1]', path: 'adapter/beads/items[1]' })
    expect(items[1]!.warnings).toEqual([
      'unknown_state:items[1]',
      expect.stringMatching(/^stale_item:items\[1\]:\d+s$/),
    ])
  })

  it('is told from an id that reads like a place', () => {
    const { items } = withItems({ id: 'jane@acme.io' }, { id: 'items[0]' })
    expect(items.map(({ name }) => name)).toEqual(['items[0]', 'items%5B0%5D'])
  })
})
