import { describe, expect, it } from 'vitest'
import { changeManifest, findProblems, makeManifest } from './manifest.fixture.ts'

const order = { register: 'r.json', list: 'l', path: 'p', newest: 'd' }
const fallback = (over: object) => ({
  tiers: { task: {} },
  fallback: { needs: ['task'], steps: { more: { times: 2 } }, ...over },
})
const soul = (rule: object) => ({ sections: { soul: rule } })

describe('the rule of a manifest for whole documents', () => {
  it.each([
    [
      'two tiers cannot both have the rest',
      { tiers: { a: { documents: 'rest' }, b: { documents: 'rest' } } },
      'tiers.b.documents',
      'the tier "a" already takes the rest',
    ],
    ['a tier that is needed has to be there', fallback({ needs: ['taks'] }), 'fallback.needs.0', '"task"'],
    ['the default has to be a step', fallback({ default: 'mor' }), 'fallback.default', '"more"'],
    [
      'no step is called none',
      fallback({ steps: { none: { times: 2 } } }),
      'fallback.steps.none',
      '"none" is reserved: it means no fallback',
    ],
    ['most needs each', soul({ most: 3 }), 'sections.soul.most', 'only with "each: true"'],
    ['an order needs each', soul({ order }), 'sections.soul.order', 'only with "each: true"'],
    ['facts need JSON', soul({ facts: { a: 'a' } }), 'sections.soul.facts', 'needs a JSON document'],
  ])('C-16 C-17 %s', (_, over, path, message) => {
    const problems = findProblems(changeManifest(over))
    expect(problems.map((problem) => problem.path.join('.'))).toEqual([path])
    expect(problems[0]!.message).toContain(message)
    expect(problems[0]!.fix).toBeTruthy()
  })

  it.each([
    ['none is a default', fallback({ default: 'none' })],
    ['one tier has the rest', { tiers: { a: { documents: 'rest' }, b: { documents: 1 } } }],
    ['all that goes with each', soul({ each: true, most: 3, order })],
    ['facts of JSON', soul({ expect: 'json', facts: { a: 'a' } })],
  ])('is well where %s', (_, over) => {
    expect(findProblems(changeManifest(over))).toEqual([])
  })

  it('is nothing where it says nothing', () => {
    const { sections, bundle, fallback: none, levels } = makeManifest({})
    expect([sections.soul?.each, sections.soul?.labels, bundle, none]).toEqual([
      false,
      {},
      undefined,
      undefined,
    ])
    expect(levels.standard?.documents).toBeUndefined()
  })
})
