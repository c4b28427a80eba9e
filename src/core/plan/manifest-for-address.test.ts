import { describe, expect, it } from 'vitest'
import { checkManifest, type ManifestInput } from '../manifest/index.ts'
import { Refusal } from '../values/index.ts'
import { makePlan } from './plan.ts'
import { makeRequest } from './request.ts'

const input = {
  foreword: 1,
  name: 'small',
  scheme: 'atlas',
  levels: { standard: { budget: 900 } },
  default_level: 'standard',
  ceiling: 5000,
  tiers: {
    identity: { budget: 500, delivery: 'push', collections: 'digest' },
    workflow: { budget: 2000, delivery: 'declare' },
    reference: { budget: 4000, delivery: 'pull', staleness_days: 30 },
  },
  collections: {
    adrs: { files: 'adrs/*.md', aliases: ['adr'], digest: ['decision'] },
    rfcs: { files: 'rfcs/*.md', status: { values: { wip: [] } }, active: ['wip'] },
  },
  states: { current: { active: 'rfcs' }, tasks: { tasks: 'rfcs' } },
  sections: {
    adrs: { tier: 'identity', sources: ['foreword://docs/adr'] },
    rfc: { tier: 'workflow', sources: ['atlas://state/current'] },
    loose: { sources: ['file:README.md'] },
  },
  precedence: [{ section: 'rfc', by: 'drop' }],
} satisfies ManifestInput

function manifestOf(over: object = {}) {
  const checked = checkManifest({ ...input, ...over }, { redactionRules: [], schemes: ['file'] })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.manifest
}
const planFor = (address: string, budget: number | null = null, over: object = {}) =>
  makePlan(manifestOf(over), makeRequest({ repo: 'x', address, budget }))

describe('a plan for one address', () => {
  it.each([
    ['M-10 what is only read on demand', 'docs/rfcs/7', 'reference', 4000],
    ['M-07 what is declared', 'state/current', 'workflow', 2000],
    [
      'M-X4 what is pushed as a digest, under whichever name, as what is read on demand',
      'docs/adrs/',
      'identity',
      4000,
    ],
    ['M-35 tasks', 'state/tasks', 'reference', 4000],
  ])('has the tier and the budget of %s', (_, address, tier, budget) => {
    const plan = planFor(address)
    expect(plan.sections).toHaveLength(1)
    expect(plan.sections[0]).toMatchObject({ tier, cap: budget, delivery: 'push', missing: 'fail' })
    expect([plan.level.budget, plan.skipped, plan.render.format]).toEqual([budget, [], 'plain'])
  })

  it('M-86 has the budget that is asked for, also above the ceiling', () => {
    expect(planFor('docs/rfcs/7', 10).sections[0]!.cap).toBe(10)
    const all = planFor('docs/rfcs/7', 100_000_000)
    expect([all.sections[0]!.cap, all.ceiling]).toEqual([100_000_000, 100_000_000])
  })

  it('without tiers goes as far as the ceiling', () => {
    const over = { tiers: {}, sections: { loose: input.sections.loose }, precedence: [] }
    expect(planFor('docs/rfcs/7', null, over).sections[0]).toMatchObject({ tier: null, cap: 5000 })
  })

  it('M-30 M-35 reads documents whole, and tasks as tasks', () => {
    expect(planFor('docs/adrs/').sections[0]!.sources[0]!.shape).toBe('whole')
    expect(planFor('state/tasks').sections[0]!.sources[0]!.shape).toBe('tasks')
    expect(planFor('docs/adrs/').sections[0]!.overCap).toBe('documents')
    expect(planFor('docs/adrs/1').sections[0]!.overCap).toBe('cut')
  })

  it('an id is a name: braces and percent signs in it stand for themselves', () => {
    for (const [typed, id] of [
      ['%7Brepo%7D', '{repo}'],
      ['{repo}', '{repo}'],
      ['100%25', '100%'],
      ['{active}', '{active}'],
    ]) {
      expect(planFor(`docs/rfcs/${typed}`).sections[0]!.sources[0]!.address).toEqual({
        kind: 'docs',
        type: 'rfcs',
        id,
      })
    }
  })

  it('M-38 is refused for an address that is none', () => {
    expect(() => planFor('docs/nothing/')).toThrow(Refusal)
  })
})

describe('a plan for a packet', () => {
  it('M-X4 makes a digest of a collection where the tier says so', () => {
    const plan = makePlan(manifestOf(), makeRequest({ repo: 'x' }))
    const [adrs, rfc] = plan.sections
    expect(adrs).toMatchObject({ overCap: 'documents', sources: [{ shape: { digest: ['decision'] } }] })
    expect(rfc).toMatchObject({
      delivery: 'declare',
      sources: [{ shape: 'raw', address: { kind: 'state' } }],
    })
  })

  it('M-37 fills a placeholder of an address with a name, whatever it holds', () => {
    const sections = { rfc: { sources: ['atlas://docs/rfcs/{repo}', 'atlas://docs/rfcs/{active}'] } }
    const plan = (repo: string) => makePlan(manifestOf({ sections, precedence: [] }), makeRequest({ repo }))
    expect(plan('[a] 100%').sections[0]!.sources.map(({ address }) => address)).toEqual([
      { kind: 'docs', type: 'rfcs', id: '[a] 100%' },
      { kind: 'docs', type: 'rfcs', id: '{active}' },
    ])
    expect(() => plan('..')).toThrow('climbs out of its place')
  })
})
