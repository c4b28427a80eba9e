import { describe, expect, it } from 'vitest'
import { makeWorkItemComparator, type RankInput, rankWorkItems } from './rank-work-items.ts'
import type { WorkItem } from './work-item.ts'

const plain: WorkItem = {
  id: 'a',
  adapter: 'beads',
  name: 'a',
  sayable: true,
  path: 'adapter/beads/a',
  state: 'ready',
  priority: 1,
  title: '',
  summary: '',
  tags: [],
  whole: null,
  freshness: {
    adapter_fetched_at: '2026-02-24T05:00:00Z',
    source_updated_at: '2026-02-24T05:00:00Z',
    staleness_seconds: 0,
    stale: false,
  },
  warnings: [],
}
const item = (id: string, over: Partial<WorkItem> = {}): WorkItem => ({
  ...plain,
  id,
  name: id,
  path: `adapter/beads/${id}`,
  ...over,
})
const updated = (source_updated_at: string | null, staleness_seconds: number | null) => ({
  freshness: { ...plain.freshness, source_updated_at, staleness_seconds },
})
const order: RankInput = {
  task: null,
  staleSeconds: 86_400,
  weights: { lexical: 0.4, evidence: 0.3, outcome: 0.2, freshness: 0.1 },
  states: ['blocked', 'ready', 'priority', 'stale', 'unknown'],
}
const only = (kind: keyof RankInput['weights']): RankInput => ({
  ...order,
  weights: { lexical: 0, evidence: 0, outcome: 0, freshness: 0, [kind]: 1 },
})
const ids = (items: readonly WorkItem[], by: Partial<RankInput> = {}) =>
  rankWorkItems(items, { ...order, ...by }).map((ranked) => ranked.item.id)

describe('the score of a work item', () => {
  it('has a breakdown, and is their sum by the weights', () => {
    const workItem = item('a', {
      title: 'Fix the cart',
      state: 'blocked',
      priority: 2,
      ...updated('2026-02-23T17:00:00Z', 43_200),
    })
    expect(rankWorkItems([workItem], { ...order, task: 'fix carts soon' })).toEqual([
      {
        item: workItem,
        rank: 1,
        // .4 × .6667 + .3 × .3333 + .2 × 1 + .1 × .5
        score: 0.6167,
        breakdown: { lexical: 0.6667, evidence: 0.3333, outcome: 1, freshness: 0.5 },
      },
    ])
  })

  const scoreOf = (workItem: WorkItem, by: RankInput) => rankWorkItems([workItem], by)[0]!.score

  it.each([
    ['the share of the words of the task', 'Cart and basket', 'the cart', 0.5],
    ['whole words only', 'Rebuild the guide', 'ui', 0],
    ['words of other scripts', 'Исправить корзину', 'исправить', 1],
    ['letters however they are made', 'cafe\u0301', 'CAFÉ', 1],
    ['words of identifiers', 'parseWorkItems fails', 'parse items', 1],
    ['nothing without a task', 'Cart', '', 0],
  ])('is lexical by %s', (_, title, task, score) => {
    expect(scoreOf(item('a', { title }), { ...only('lexical'), task })).toBe(score)
  })

  it('looks at title, summary and tags alike', () => {
    const workItem = item('a', { title: 'one', summary: 'two', tags: ['three'] })
    expect(scoreOf(workItem, { ...only('lexical'), task: 'one two three' })).toBe(1)
  })

  it.each([
    [0, 1],
    [1, 0.5],
    [2, 0.3333],
    [4, 0.2],
    [1_000_000, 0],
    [null, 0],
  ])('has as evidence its priority: %j gives %d', (priority, score) => {
    expect(scoreOf(item('a', { priority }), only('evidence'))).toBe(score)
  })

  it.each([
    ['blocked', 1],
    ['ready', 0.75],
    ['priority', 0.5],
    ['stale', 0.25],
    ['unknown', 0],
    ['elsewhere', 0],
  ])('has as outcome its state: %s gives %d', (state, score) => {
    expect(scoreOf(item('a', { state }), only('outcome'))).toBe(score)
  })

  it('takes the states as the manifest orders them, be it one', () => {
    expect(scoreOf(item('a', { state: 'open' }), { ...only('outcome'), states: ['open'] })).toBe(1)
    expect(scoreOf(item('a', { state: 'done' }), { ...only('outcome'), states: ['open', 'done'] })).toBe(0)
  })

  it.each([
    [0, 1],
    [-30, 1],
    [43_200, 0.5],
    [86_400, 0],
    [1e12, 0],
    [null, 0],
  ])('is fresh by its age: %j seconds give %d', (age, score) => {
    expect(scoreOf(item('a', updated(null, age)), only('freshness'))).toBe(score)
  })

  it('can do with an age of no second at all', () => {
    expect(scoreOf(item('a', updated(null, 1)), { ...only('freshness'), staleSeconds: 0 })).toBe(0)
    expect(scoreOf(item('a', updated(null, 0)), { ...only('freshness'), staleSeconds: 0 })).toBe(1)
  })

  it('stays within one whatever the weights sum up to', () => {
    const weights = { lexical: 1, evidence: 1, outcome: 1, freshness: 1 }
    const best = item('a', { title: 'cart', priority: 0, state: 'blocked' })
    expect(scoreOf(best, { ...order, weights, task: 'cart' })).toBe(1)
  })
})

describe('C-25 ties between work items', () => {
  const flat = { weights: { lexical: 1, evidence: 0, outcome: 0, freshness: 0 } }
  const tied = [
    item('f', { state: 'unknown', priority: 0 }),
    item('e', { state: 'ready', priority: null }),
    item('d', updated('2026-02-24T01:00:00Z', 9)),
    item('c', updated('2026-02-24T03:00:00+01:00', 9)),
    item('b', updated(null, null)),
    item('a', updated(null, null)),
    item('g', { state: 'blocked', priority: 9 }),
  ]

  it('break by state, then priority, then the latest change, then path', () => {
    expect(ids(tied, flat)).toEqual(['g', 'c', 'd', 'a', 'b', 'e', 'f'])
    expect(ids([...tied].reverse(), flat)).toEqual(['g', 'c', 'd', 'a', 'b', 'e', 'f'])
  })

  it('come after the score', () => {
    const said = item('z', { state: 'unknown', priority: null, title: 'cart' })
    expect(ids([...tied, said], { ...flat, task: 'cart' })[0]).toBe('z')
  })
})

describe('C-25 items of several adapters', () => {
  const of = (adapter: string, id: string, over: Partial<WorkItem> = {}) => ({
    ...item(id, { adapter, ...over }),
    score: 0.5,
  })

  it('stand by score and ties, and by the name of the adapter only where nothing else differs', () => {
    const sorted = [
      { ...of('z', 'z'), score: 0.9 },
      of('z', 'y', { state: 'blocked' }),
      of('z', 'x', { priority: 0 }),
      of('z', 'a'),
      of('a', 'b'),
      of('b', 'b'),
    ]
    const names = (items: readonly WorkItem[]) => items.map(({ adapter, id }) => `${adapter}/${id}`)
    expect(names([...sorted].reverse().sort(makeWorkItemComparator(order.states)))).toEqual(names(sorted))
  })
})
