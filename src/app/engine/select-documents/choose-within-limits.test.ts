import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../core/values/index.ts'
import { chooseWithinLimits } from './choose-within-limits.ts'
import { fixed, makeFound, makePool, makeTestPlan } from './select-documents.fixture.ts'

const each = (tier: string, more: object = {}) => ({ sources: [`file:${tier}/*`], tier, each: true, ...more })
const plan = makeTestPlan({
  state: { sources: ['file:state.json'], tier: 'rules' },
  decisions: each('rules', { most: 1 }),
  task: each('task'),
  outside: each('outside'),
})
const limits = (documents: number | null) => ({ documents, excerpt: 100 })
const all = [
  fixed(plan, 'state', 'state.json'),
  makePool(plan, 'decisions', ['d1', 'd2']),
  makePool(plan, 'task', ['t1', 't2', 't3', 't4']),
  makePool(plan, 'outside', ['o1', 'o2', 'o3']),
]
const listPaths = (choice: ReturnType<typeof chooseWithinLimits>) =>
  choice.picked.map(({ candidate }) => candidate.path)

describe('documents are chosen', () => {
  it('C-08 C-27 C-30 section by section, as long as there is room in the part of their tier', () => {
    const choice = chooseWithinLimits(plan, all, limits(6))
    expect(listPaths(choice)).toEqual(['d1', 't1', 't2', 'o1', 'o2'])
    expect(choice.parts).toEqual([
      { tier: 'rules', documents: 2, used: 2, refused: 1, unnamed: 0 },
      { tier: 'task', documents: 2, used: 2, refused: 2, unnamed: 0 },
      { tier: 'outside', documents: 2, used: 2, refused: 1, unnamed: 0 },
    ])
    expect(choice.refused.map(({ path, reason, why }) => [path, reason, why])).toEqual([
      ['d2', 'most', 'decisions takes 1 at the most'],
      ['t3', 'room', 'task has room for 2 of them'],
      ['t4', 'room', 'task has room for 2 of them'],
      ['o3', 'room', 'outside has room for 2 of them'],
    ])
  })

  it('C-28 C-29 C-69 once: a document of governance stays there, whichever source brings the same path later', () => {
    const same = [
      all[0]!,
      makePool(plan, 'decisions', ['shared']),
      makePool(plan, 'task', ['state.json', 'shared', 't1']),
      makePool(plan, 'outside', ['t1', 'shared', 'state.json']),
    ]
    const choice = chooseWithinLimits(plan, same, limits(null))
    expect(choice.picked.map(({ section, candidate }) => [section.id, candidate.path])).toEqual([
      ['decisions', 'shared'],
      ['task', 't1'],
    ])
    expect(choice.refused.map(({ section, path, reason, why }) => [section, path, reason, why])).toEqual([
      ['task', 'state.json', 'twice', 'already there as state'],
      ['task', 'shared', 'twice', 'already there as decisions'],
      ['outside', 't1', 'twice', 'already there as task'],
      ['outside', 'shared', 'twice', 'already there as decisions'],
      ['outside', 'state.json', 'twice', 'already there as state'],
    ])
    expect(choice.parts.map(({ refused }) => refused)).toEqual([0, 0, 0])
  })

  it('C-28 C-31 C-32 the same for governance, whatever else takes part and however much it has', () => {
    const many = Array.from({ length: 50 }, (_, i) => `o${i}`)
    for (const documents of [1, 2, 6, 40, null]) {
      const alone = chooseWithinLimits(plan, all.slice(0, 2), limits(documents))
      const among = chooseWithinLimits(
        plan,
        [...all.slice(0, 3), makePool(plan, 'outside', many)],
        limits(documents),
      )
      expect(listPaths(among).slice(0, 1)).toEqual(listPaths(alone))
      expect(among.parts[0]).toEqual(alone.parts[0])
    }
  })

  it('C-10 C-49 without the empty and the unreadable ones, which are reported', () => {
    const as = (path: string): Observation =>
      path === 't1'
        ? { state: 'unavailable', uri: `file:${path}`, path, reason: 'binary', detail: 'is binary' }
        : path === 't2'
          ? makeFound(path, ' \n\t\n')
          : makeFound(path)
    const choice = chooseWithinLimits(
      plan,
      [makePool(plan, 'task', ['t1', 't2', 't3', 't4'], { as })],
      limits(3),
    )
    expect(listPaths(choice)).toEqual(['t3'])
    expect(choice.refused.map(({ path, reason, why }) => [path, reason, why])).toEqual([
      ['t1', 'unread', 'is binary'],
      ['t2', 'unread', 'the file is empty'],
      ['t4', 'room', 'task has room for 1 of them'],
    ])
    expect(choice.unread.get('task')).toHaveLength(2)
  })

  it('C-34 and only what is taken is read', () => {
    const seen: string[] = []
    const choice = chooseWithinLimits(plan, [makePool(plan, 'task', ['t1', 't2', 't3'], { seen })], limits(4))
    expect([listPaths(choice), seen]).toEqual([
      ['t1', 't2'],
      ['t1', 't2'],
    ])
  })

  it('C-X6 but never the bundle itself, which is not refused either', () => {
    const own = makeTestPlan({ task: each('task') }, { fallback: null }, 't1')
    const choice = chooseWithinLimits(own, [makePool(own, 'task', ['t1', 't2'])], limits(null))
    expect([listPaths(choice), choice.refused]).toEqual([['t2'], []])
  })

  it.each([
    ['every needed tier has a document', all, 6, true, false],
    ['a needed tier has none, for want of room', all, 2, false, true],
    ['a needed tier has none, and there is none', all.slice(0, 2), 6, false, false],
    ['without a limit nothing wants for room', all, null, true, false],
  ])(
    'C-21 C-33 C-49 more room is wanted only where it would help: %s',
    (_, gathered, documents, success, wants) => {
      const choice = chooseWithinLimits(plan, gathered, limits(documents))
      expect([choice.success, choice.wantsRoom]).toEqual([success, wants])
    },
  )
})
