import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeManifest } from '../manifest/manifest.fixture.ts'
import { makePlan } from './plan.ts'
import { makeRequest, type Request } from './request.ts'

const plan = (over: object, given: Partial<Request> = {}) =>
  makePlan(makeManifest(over), makeRequest({ repo: 'My-App', ...given }))

describe('placeholders', () => {
  const patternsOf = (source: string, given: Partial<Request> = {}, vars: object = {}) =>
    plan({ vars, sections: { soul: { sources: [source] } } }, given).sections[0]!.sources.map(
      (source) => source.pattern,
    )

  it.each<[string, Partial<Request>, Record<string, string>, string | null]>([
    ['file:a/{repo}.md', {}, {}, 'a/My-App.md'],
    ['file:{repo:upper}_{repo:lower}.md', {}, {}, 'MY-APP_my-app.md'],
    ['file:{app_id}.md', {}, { app_id: '{repo}' }, 'My-App.md'],
    ['file:{app_id:upper}.md', {}, { app_id: '{repo}' }, 'MY-APP.md'],
    ['file:{a}.md', {}, { a: '{b}', b: '{c}', c: 'deep' }, 'deep.md'],
    ['file:{app_id}.md', { vars: { app_id: 'other' } }, { app_id: '{repo}' }, 'other.md'],
    ['file:{repo}.md', { vars: { repo: 'mine' } }, {}, 'mine.md'],
    ['file:{agent}/{role}.md', { agent: 'claude', role: 'lead' }, {}, 'claude/lead.md'],
    ['file:{level}-{intent}.md', { level: 'full' }, {}, 'full-default.md'],
    ['file:@zeos/{repo}.md', {}, {}, '@zeos/My-App.md'],
    ['file:{a,b}.md', {}, {}, '{a,b}.md'],
    ['file:{}.md', {}, {}, '{}.md'],
    ['file:{agent}.md', {}, {}, null],
    ['file:{nowhere}.md', {}, {}, null],
    ['file:{empty}.md', {}, { empty: '' }, null],
    ['file:{a}.md', {}, { a: 'x{agent}' }, null],
    ['file:{a}.md', {}, { a: '{a}' }, null],
    ['file:{a}.md', {}, { a: '{b}', b: '{a}' }, null],
    ['file:{constructor}/{toString}.md', {}, {}, null],
    ['file:{__proto__}.md', {}, {}, null],
  ])('%s for %j with %j is %j', (source, given, vars, pattern) => {
    expect(patternsOf(source, given, vars)).toEqual(pattern === null ? [] : [pattern])
  })

  it('without a value pass the source over and say so', () => {
    const { sections, diagnostics } = plan({
      sections: { soul: { sources: ['file:{role}.md', 'file:README.md'] } },
    })
    expect(sections[0]!.sources.map((source) => source.pattern)).toEqual(['README.md'])
    expect(diagnostics).toEqual([
      {
        code: 'placeholder-empty',
        severity: 'note',
        section: 'soul',
        detail: 'source file:{role}.md was skipped: a placeholder has no value',
      },
    ])
  })

  it('are not checked in a section that takes no part', () => {
    const rule = { sources: ['file:{role}.md'], when: { role: 'lead' } }
    expect(plan({ sections: { soul: rule } }).diagnostics).toEqual([])
  })

  it('never throw, whatever the variables are', () => {
    const name = fc.constantFrom('a', 'b', 'repo', 'constructor')
    const value = fc
      .array(fc.constantFrom('{a}', '{b}', '{repo:upper}', 'x', '{', '}', '$&'))
      .map((p) => p.join(''))
    fc.assert(
      fc.property(fc.dictionary(name, value), value, (vars, source) => {
        for (const pattern of patternsOf(`file:${source}`, {}, vars))
          expect(pattern).not.toMatch(/\{(a|b|repo:upper)\}/)
      }),
    )
  })
})

describe('sources', () => {
  const stub = { max_chars: 100, unless: ['## End'] }
  const soul = {
    sources: [
      'section:anchors',
      { uri: 'file:SOUL.md', stub },
      { uri: 'file:all/*.md', select: 'all', shape: 'titles' },
    ],
    select: 'latest',
  }

  it('inherit select and shape from their section, unless they say otherwise', () => {
    const { sections } = plan({ sections: { soul: { ...soul, sources: soul.sources.slice(1) } } })
    expect(sections[0]!.sources).toMatchObject([
      { scheme: 'file', pattern: 'SOUL.md', select: 'latest', shape: 'raw', stub },
      { scheme: 'file', pattern: 'all/*.md', select: 'all', shape: 'titles', stub: null },
    ])
  })

  it('Z-30 borrowed from another section keep its selection and take the borrower’s shape', () => {
    const anchors = { sources: ['file:ANCHORS.md', { uri: 'section:soul', shape: 'titles' }] }
    const { sections } = plan({ sections: { soul, anchors } })
    const borrower = sections.find((section) => section.id === 'anchors')!
    expect(borrower.sources).toMatchObject([
      { scheme: 'file', pattern: 'ANCHORS.md', select: 'first', shape: 'raw', stub: null },
      { scheme: 'file', pattern: 'SOUL.md', select: 'latest', shape: 'titles', stub },
      { scheme: 'file', pattern: 'all/*.md', select: 'all', shape: 'titles', stub: null },
    ])
  })
})

describe('tiers', () => {
  const tiers = {
    rules: { authority: 'rule', budget: 100 },
    named: { delivery: 'declare', authority: 'signal' },
    shelf: { delivery: 'pull' },
  }
  const sections = Object.fromEntries(
    ['rules', 'named', 'shelf'].map((tier) => [`in-${tier}`, { tier, sources: ['file:x'] }]),
  )

  it('give their sections delivery and authority; what is pulled is left for later', () => {
    const planned = plan({ tiers, sections })
    const shown = planned.sections.map(({ id, tier, delivery, authority }) => ({
      id,
      tier,
      delivery,
      authority,
    }))
    expect(shown).toEqual([
      { id: 'soul', tier: null, delivery: 'push', authority: 'fact' },
      { id: 'in-rules', tier: 'rules', delivery: 'push', authority: 'rule' },
      { id: 'in-named', tier: 'named', delivery: 'declare', authority: 'signal' },
    ])
    expect(planned.skipped).toMatchObject([{ id: 'in-shelf', heading: 'IN-SHELF', why: 'read on demand' }])
  })

  it('keep the first reason: a condition that does not hold comes before delivery', () => {
    const rule = { tier: 'shelf', sources: ['file:x'], when: { role: 'lead' } }
    expect(plan({ tiers, sections: { late: rule } }).skipped[0]).toMatchObject({ why: 'only for role lead' })
  })
})

describe('a plan', () => {
  it('Z-14 keeps sections in the order of the manifest, with heading and note', () => {
    const { sections } = plan({
      sections: { soul: { heading: 'Identity', about: 'Who' }, b: { sources: ['file:b'] } },
    })
    expect(sections.map(({ id, heading, about }) => [id, heading, about])).toEqual([
      ['soul', 'Identity', 'Who'],
      ['b', 'B', null],
    ])
  })

  it('survives being kept as JSON unchanged', () => {
    const full = plan(
      {
        custom_level: { min: 1, max: 99, bands: [{ from: 1, like: 'full' }] },
        tiers: { rules: { budget: 5 } },
        record: { a: ['$level'] },
        sections: {
          soul: { tier: 'rules', cap: 5, when: { role: 'x' }, decay: { steps: [{ upto: 1, use: 'full' }] } },
        },
      },
      { level: '500', role: 'x', ages: { turns: 3 } },
    )
    expect(JSON.parse(JSON.stringify(full))).toStrictEqual(full)
    expect(JSON.parse(JSON.stringify(plan({})))).toStrictEqual(plan({}))
  })

  it('does not change the manifest or the request', () => {
    const manifest = makeManifest({ vars: { a: 'b' } })
    const asked = makeRequest({ repo: 'app' })
    const before = JSON.stringify([manifest, asked])
    makePlan(manifest, asked)
    expect(JSON.stringify([manifest, asked])).toBe(before)
  })
})
