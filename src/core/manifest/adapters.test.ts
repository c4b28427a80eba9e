import { describe, expect, it } from 'vitest'
import { defaultAdapter } from './adapters.ts'
import { changeManifest, findProblems, makeManifest } from './manifest.fixture.ts'

const problemOf = (over: object) =>
  findProblems(changeManifest(over)).map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('adapters of a manifest', () => {
  it('C-15 are none unless it names some', () => {
    expect(makeManifest({}).adapters).toEqual({})
  })

  it('have what was published as their defaults', () => {
    expect(makeManifest({ adapters: { beads: { file: 'work/items.json' }, tickets: {} } }).adapters).toEqual({
      beads: { file: 'work/items.json', read: 'items', stale_seconds: 86_400, max_items: 4 },
      tickets: defaultAdapter,
    })
    expect(makeManifest({}).ranking).toEqual({
      weights: { lexical: 0.4, evidence: 0.3, outcome: 0.2, freshness: 0.1 },
      states: ['blocked', 'ready', 'priority', 'stale', 'unknown'],
    })
  })

  it.each(['/etc/items.json', '../items.json', 'a/../../b', '~/items.json', 'C:/items.json', 'a\\b', 'a\nb'])(
    'have no file outside of the project: %j',
    (file) => {
      expect(problemOf({ adapters: { beads: { file } } })).toEqual([
        'adapters.beads.file: the file would be outside of the project',
      ])
    },
  )

  it('have no name that no plugin can have, unless they have a file', () => {
    expect(problemOf({ adapters: { docs: {} } })).toEqual([
      'adapters.docs: "docs" is reserved, so no plugin can have this name',
    ])
    expect(problemOf({ adapters: { docs: { file: 'items.json' } } })).toEqual([])
  })

  it.each([
    ['timeout_seconds', 61],
    ['timeout_seconds', 0],
    ['max_bytes', 0],
    ['max_bytes', 5_000_000],
    ['max_items', 0],
    ['max_items', 101],
    ['max_items', 1.5],
    ['stale_seconds', -1],
    ['read', ''],
  ])('have bounds: %s is not %d', (key, value) => {
    expect(findProblems(changeManifest({ adapters: { beads: { [key]: value } } }))).toMatchObject([
      { path: ['adapters', 'beads', key] },
    ])
  })

  it('are told of a key that there is not, with the nearest', () => {
    expect(problemOf({ adapters: { beads: { stale_second: 1 } } })[0]).toContain(
      'did you mean "stale_seconds"?',
    )
  })
})

describe('the ranking of a manifest', () => {
  it('needs one weight that counts', () => {
    const weights = { lexical: 0, evidence: 0, outcome: 0.0004, freshness: 0 }
    expect(problemOf({ ranking: { weights } })).toEqual([
      'ranking.weights: all weights are 0, so no work item can be ranked',
    ])
    expect(problemOf({ ranking: { weights: { ...weights, outcome: 0.001 } } })).toEqual([])
  })

  it('has weights from 0 to 1, each with a default', () => {
    expect(findProblems(changeManifest({ ranking: { weights: { lexical: 1.1 } } }))).toHaveLength(1)
    expect(makeManifest({ ranking: { weights: { lexical: 0.55 } } }).ranking.weights).toEqual({
      lexical: 0.55,
      evidence: 0.3,
      outcome: 0.2,
      freshness: 0.1,
    })
  })

  it('names each state once', () => {
    expect(problemOf({ ranking: { states: ['open', 'done', 'open'] } })).toEqual([
      'ranking.states.2: "open" is listed twice',
    ])
  })
})
