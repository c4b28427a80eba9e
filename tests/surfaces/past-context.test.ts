import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest, own } from './past-asking.ts'
import { at, World } from './program.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

type Section = {
  section: string
  state: string
  why: string | null
  size: number | null
  sources: { uri: string; state: string; digest: string | null; sent: string | null }[]
}
type Shown = { tiers: { tier: string; budget: number | null; actual: number; sections: Section[] }[] }

const sectionsOf = ({ tiers }: Shown) => tiers.flatMap((tier) => tier.sections)
const states = (shown: Shown) =>
  Object.fromEntries(sectionsOf(shown).map(({ section, state }) => [section, state]))
const section = (shown: Shown, id: string) => sectionsOf(shown).find((section) => section.section === id)!

describe('context', () => {
  it('M-44 M-X17 is one line: per tier the sources that were resolved, and their tokens', () => {
    const engine = new Asking({ ...own, 'NOTES.md': 'word '.repeat(1000) }, 'line', world)
    engine.inject('standard')
    expect(engine.run('context').out).toBe(
      'Identity: 3 sources (18 tokens) | Workflow: 1 source (1.3k tokens)\n',
    )
    const { tiers, injection, measure } = engine.ask('context')
    expect(tiers).toEqual([
      { tier: 'identity', sources: 3, tokens: 18 },
      { tier: 'workflow', sources: 1, tokens: 1250 },
    ])
    expect([injection.seq, measure]).toEqual([1, 'chars/4'])
    engine.read('context')
  })

  it.each([
    [3996, '999 tokens'],
    [4000, '1k tokens'],
    [4200, '1.1k tokens'],
  ])('M-44 writes the tokens of %d characters as %s', (characters, words) => {
    const engine = new Asking({ ...own, 'NOTES.md': `${'x'.repeat(characters)}\n` }, `k-${characters}`, world)
    engine.inject('standard')
    expect(engine.run('context').out).toContain(`| Workflow: 1 source (${words})\n`)
  })

  it('says in one sentence that nothing was injected yet, or that there were no sources', () => {
    const engine = new Asking(own, 'nothing', world)
    expect(engine.read('context')).toMatch(/^No injections into nothing yet\. /)
    expect(engine.ask('context')).toMatchObject({ injection: null, measure: null, tiers: [], waiting: 0 })
    engine.write({
      '.foreword/manifest.yaml': manifest({
        sections: "  gone: { sources: ['file:GONE.md'], missing: skip }\n",
        rest: '',
      }),
    })
    const { id } = engine.inject('standard')
    expect(engine.read('context')).toBe(`${id} had no sources.\n`)
  })
})

describe('context show', () => {
  const sections = `  soul: { tier: identity, sources: ['file:SOUL.md'] }
  rules: { tier: identity, sources: ['file:rules/*.md'], select: all }
  notes: { tier: workflow, sources: ['file:NOTES.md', 'file:README.md'], cap: 1500 }
  extra: { tier: workflow, sources: ['file:EXTRA.md'], when: { flag: more }, missing: skip }
  gone: { sources: ['file:GONE.md'], missing: skip }
  env: { sources: ['file:.env'], missing: skip }
`
  let engine: Asking
  beforeAll(() => {
    engine = new Asking(
      {
        ...own,
        '.foreword/manifest.yaml': manifest({
          sections,
          rest: 'precedence:\n  - { section: notes, by: drop }\n',
        }),
        '.env': 'A=1\n',
        'EXTRA.md': 'On demand\n',
      },
      'states',
      world,
    )
  })

  it('T2 M-45 says that a hook sends nothing of a manifest that is not trusted, and what helps', () => {
    const shown = engine.ask('context show')
    expect(states(shown)).toMatchObject({ soul: 'refused', rules: 'refused', gone: 'absent' })
    expect(shown.refused).toContain('send agents nothing from this manifest')
    expect(section(shown, 'soul').sources).toMatchObject([{ uri: 'file:SOUL.md', state: 'refused' }])
    const page = engine.read('context show')
    expect(page).toMatch(/\nNothing is sent now\. The manifest is not trusted yet\./)
    expect(page).toMatch(/\n {2}! soul +\d+ +SOUL\.md +refused\n/)
    expect(page.replace(/\s+/g, ' ')).toContain('Run "foreword trust".')
    expect(world.foreword(['trust', engine.repo, '--yes']).code).toBe(0)
    expect(engine.ask('context show').refused).toBeNull()
  })

  it('M-45 M-75 M-88 shows the manifest with the state of each source before anything was sent', () => {
    const shown = engine.ask('context show')
    expect(states(shown)).toEqual({
      soul: 'ready',
      rules: 'ready',
      notes: 'ready',
      extra: 'inactive',
      gone: 'absent',
      env: 'unavailable',
    })
    expect(shown).toMatchObject({
      level: 'standard',
      budget: 4000,
      last: null,
      trail: [],
      manifest: { name: 'own', changed: null },
    })
    expect(section(shown, 'notes').sources.map(({ uri, state }) => [uri, state])).toEqual([
      ['file:NOTES.md', 'ready'],
      ['file:README.md', 'inactive'],
    ])
    const page = engine.read('context show')
    expect(page).toMatch(/\n {2}○ soul +\d+ +SOUL\.md +ready\n/)
    expect(page).toMatch(/\n {2}! env +- +\.env +unavailable\n {6}"\.env" is excluded/)
    expect(page).toMatch(/\n {2}○ gone +- +GONE\.md +absent\n/)
    expect(page).toMatch(/\n {2}○ extra +- +EXTRA\.md +inactive\n {6}only for flag more\n/)
    expect(page).toContain('No injections into states yet')
  })

  it('M-45 shows what was sent as injected, and below it the last injections', () => {
    const { id } = engine.inject('standard')
    const shown = engine.ask('context show')
    expect(states(shown)).toMatchObject({ soul: 'injected', rules: 'injected', notes: 'injected' })
    expect(shown.last).toMatchObject({ injection_id: id, seq: 1 })
    expect(shown.trail.map((row: { injection_id: string }) => row.injection_id)).toEqual([id])
    expect(shown.manifest.changed).toBe(false)
    const page = engine.read('context show')
    expect(page).toMatch(/\n {2}✓ soul +\d+ +SOUL\.md +injected\n/)
    expect(page).toMatch(new RegExp(`\\nLast injections\\nseq .*\\n +1 .* ${id} `))
  })

  it('adds up its tiers to the tokens of its sections', () => {
    const { tiers } = engine.ask('context show')
    expect(tiers.map(({ tier, budget }: Shown['tiers'][number]) => [tier, budget])).toEqual([
      ['identity', 2000],
      ['workflow', null],
      ['context', null],
    ])
    for (const { actual, sections: some } of tiers)
      expect(actual).toBe(some.reduce((sum: number, section: Section) => sum + (section.size ?? 0), 0))
  })

  it('M-88 shows what has changed since as stale, file by file', () => {
    engine.write({ 'rules/b.md': 'Rule B: another one\n' })
    const rules = section(engine.ask('context show'), 'rules')
    expect(rules.state).toBe('stale')
    expect(rules.sources.map(({ uri, state }) => [uri, state])).toEqual([
      ['file:rules/a.md', 'injected'],
      ['file:rules/b.md', 'stale'],
    ])
    const [same, changed] = rules.sources
    expect([same!.digest === same!.sent, changed!.digest === changed!.sent]).toEqual([true, false])
    expect(engine.read('context show')).toMatch(/\n {2}! +rules\/b\.md +stale\n/)
  })

  it('M-45 shows what there is no room for as over budget', () => {
    const small = engine.ask('context show', 'small')
    expect(states(small)).toMatchObject({ soul: 'injected' })
    engine.write({ 'NOTES.md': 'A note of some length\n'.repeat(20) })
    const full = engine.ask('context show', 'small')
    expect(section(full, 'notes')).toMatchObject({ state: 'over budget', size: null, why: 'over budget' })
    expect(engine.read('context show', 'small')).toMatch(/\n {2}! notes +-\/1500 +NOTES\.md +over budget\n/)
  })

  it('takes flags into account', () => {
    expect(states(engine.ask('context show', '--flag=more'))).toMatchObject({ extra: 'ready' })
  })

  it('says that the manifest has changed', () => {
    engine.write({ '.foreword/manifest.yaml': `${manifest({ sections, rest: '' })}# another one\n` })
    expect(engine.ask('context show').manifest.changed).toBe(true)
    expect(engine.read('context show')).toMatch(
      /^Manifest own [0-9a-f]{12}, changed since the last injection\n/,
    )
  })

  it('shows a source that went away as absent', () => {
    rmSync(join(engine.repo, 'SOUL.md'))
    expect(states(engine.ask('context show'))).toMatchObject({ soul: 'absent' })
  })

  it('M-46 --verbose has the whole trail with times and digests', () => {
    const shown = engine.ask('context show', '--verbose')
    const page = engine.read('context show', '--verbose')
    const [row] = shown.trail
    expect(page).toContain(row.at.slice(0, 16).replace('T', ' '))
    expect(page).toContain(`entry ${row.digest.slice(7, 19)}, session ${row.session_id}`)
    const [, changed] = section(shown, 'rules').sources
    expect(page).toContain(`now ${changed!.digest!.slice(7, 19)}, sent ${changed!.sent!.slice(7, 19)}`)
    expect(page).toMatch(/README\.md +inactive/)
  })

  it('M-46 has ten injections, and fifty with --verbose', () => {
    const long = new Asking(own, 'long', world)
    const line = `for i in 1 2 3 4 5 6 7 8 9 10 11; do foreword assemble '${long.repo}' standard '${world.dir}/many' ${at} || exit 1; done`
    expect(world.shell(line).code).toBe(0)
    expect(long.ask('context show').trail).toHaveLength(10)
    expect(long.ask('context show', '--verbose').trail).toHaveLength(11)
  })

  it('shows the sections of a packet that would be refused', () => {
    const strict = new Asking(own, 'strict', world)
    strict.write({
      '.foreword/manifest.yaml': manifest({
        sections:
          "  soul: { sources: ['file:SOUL.md'] }\n  gone: { sources: ['file:GONE.md'], missing: fail }\n",
        rest: '',
      }),
    })
    expect(world.foreword(['trust', strict.repo, '--yes']).code).toBe(0)
    const shown = strict.ask('context show')
    expect(states(shown)).toEqual({ soul: 'refused', gone: 'absent' })
    expect(shown.refused).toContain('GONE')
  })

  it('refuses a manifest with a fault, and a level that there is not', () => {
    expect(engine.refused(2, 'context show', 'no-such-level')).toContain('no-such-level')
    engine.write({ '.foreword/manifest.yaml': 'foreword: 1\nsections: 3\n' })
    expect(engine.refused(3, 'context show')).toContain('.foreword/manifest.yaml:')
    expect(engine.run('context').code).toBe(0)
  })
})
