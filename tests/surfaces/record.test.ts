import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, files, journal, json, now, secrets, text, World } from './program.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

const tokens = (chars: string) => Math.ceil([...chars].length / 4)

function assembled(changes: Record<string, string | null>, level: string, name: string) {
  const repo = world.project(changes, `${name}/shop`)
  const { output, ...ran } = world.assemble(repo, level)
  const log = json(output, 'context.json')
  return { ...ran, log, packet: log.outcome.status === 'error' ? '' : text(output, 'context.md') }
}

describe('the log of an injection', () => {
  let log: ReturnType<typeof json>
  let packet: string
  beforeAll(() => {
    world.agent('codex')
    const { run } = world.dispatch(world.project(), ['--executor=codex', '--context=full', at])
    log = json(run, 'context.json')
    packet = text(run, 'context.md')
  })

  const section = (heading: string) =>
    new RegExp(`## ${heading}\\n\\n([\\s\\S]*?)\\n(?=\\n(?:##|</zeos))`).exec(packet)![1]!

  it.each([
    ['Z-85', 'timestamp', now],
    ['Z-87', 'repo', 'shop'],
    ['Z-88', 'executor', 'codex'],
    ['Z-89', 'level', 'full'],
    ['Z-90', 'sections', ['soul', 'anchors', 'profile', 'journal', 'roadmap']],
    ['Z-93', 'journal_age_days', 1],
    ['Z-94', 'journal_summarized', false],
    ['Z-95 Z-96', 'trimming', { sections_dropped: [], journal_trimmed_tokens: 0 }],
    ['Z-97 Z-98', 'security', { patterns_matched: 0, redactions_applied: 0 }],
  ])('%s has %s', (_, field, value) => {
    expect(log[field]).toEqual(value)
  })

  it('Z-84 Z-105 has the injection id', () => {
    expect(log.injection_id).toMatch(/^INJ-\d{8}-\d{6}-[a-z0-9]{6}$/)
  })

  it('Z-86 has the run id', () => {
    expect(log.run_id).toMatch(/^20260103-183000-codex-[a-z0-9]{6}$/)
  })

  it('Z-24 Z-32 Z-37 Z-42 Z-53 Z-91 has the source of each section', () => {
    expect(log.provenance).toEqual({
      soul: 'apps/shop/SHOP_SOUL.md',
      anchors: 'docs/ANCHORS.md',
      profile: 'profiles/default/PROFILE.md',
      journal: 'session-journals/2026-01-02-001-cart.md',
      roadmap: 'docs/MASTER_ROADMAP.md',
    })
  })

  it('Z-92 has the tokens of each section as sent, and of the whole', () => {
    const { total, ...each } = log.token_counts
    expect(Object.keys(each)).toEqual(log.sections)
    for (const id of log.sections) expect(each[id]).toBe(tokens(section(id.toUpperCase())))
    expect(total).toBe(tokens(packet))
  })

  it('Z-99 has the outcome, with the result of the run', () => {
    expect(log.outcome).toEqual({
      status: 'success',
      error: null,
      run_status: 'success',
      changes: 'unknown',
      duration_sec: expect.any(Number),
    })
  })
})

describe('the outcome of an injection', () => {
  it('Z-101 is success within the budget and without issues', () => {
    const { log, err } = assembled({}, 'full', 'fine')
    expect([log.outcome.status, err]).toEqual(['success', ''])
  })

  it('Z-102 Z-59 Z-60 Z-95 is trimmed when sections were dropped', () => {
    const { log, packet } = assembled(
      {
        'docs/ANCHORS.md': `Decisions:\n${'- Keep it simple: less to break (2025-12-20)\n'.repeat(125)}`,
        'session-journals/2026-01-02-001-cart.md': journal(500),
      },
      'full',
      'dropped',
    )
    expect(log.outcome.status).toBe('trimmed')
    expect(log.trimming.sections_dropped).toEqual(['roadmap', 'profile'])
    expect(log.sections).toEqual(['soul', 'anchors', 'journal'])
    expect([packet.includes('## ROADMAP'), packet.includes('## JOURNAL')]).toEqual([false, true])
    expect(Object.keys(log.token_counts)).toEqual(['soul', 'anchors', 'journal', 'total'])
  })

  it('Z-61 Z-96 Z-102 is trimmed, with the tokens saved, when the journal gave way', () => {
    const { log, packet } = assembled(
      {
        'docs/ANCHORS.md': `Decisions:\n${'- Keep it simple: less to break (2025-12-20)\n'.repeat(75)}`,
        'session-journals/2026-01-02-001-cart.md': journal(480),
      },
      'standard',
      'gave-way',
    )
    expect(log.outcome.status).toBe('trimmed')
    expect(packet).toContain('...[summarized]...')
    const saved = log.trimming.journal_trimmed_tokens
    expect(saved).toBeGreaterThan(200)
    expect(saved + log.token_counts.journal).toBeLessThanOrEqual(500)
    expect(log.token_counts.total).toBe(tokens(packet))
  })

  it('Z-93 Z-94 Z-102 is trimmed when an old journal was summarised', () => {
    const old = journal(400, '2025-12-20')
    const changes = {
      'session-journals/2026-01-02-001-cart.md': null,
      'session-journals/2025-12-20-001-old.md': old,
    }
    const { log } = assembled(changes, 'standard', 'old')
    expect(log).toMatchObject({
      journal_age_days: 14,
      journal_summarized: true,
      journal_strategy: 'summary',
      outcome: { status: 'trimmed' },
    })
  })

  it('Z-81 Z-97 Z-98 Z-103 is scrubbed, with distinct patterns and all places counted', () => {
    const { github, aws } = secrets
    const leak = `${files['session-journals/2026-01-02-001-cart.md']}\nToken ${github} and ${github}, key ${aws}\n`
    const { log, packet } = assembled({ 'session-journals/2026-01-02-001-cart.md': leak }, 'standard', 'leak')
    expect(log.outcome.status).toBe('scrubbed')
    expect(log.security).toEqual({ patterns_matched: 2, redactions_applied: 3 })
    expect(packet).toContain('Token [REDACTED] and [REDACTED], key [REDACTED]')
  })

  it('Z-81 Z-103 is scrubbed before it is trimmed, whatever else happened', () => {
    const leak = journal(480).replaceAll('number', secrets.github)
    const { log, packet, out, err } = assembled(
      { 'session-journals/2026-01-02-001-cart.md': leak },
      'minimal',
      'both',
    )
    expect(log.outcome.status).toBe('scrubbed')
    expect(log.security.patterns_matched).toBe(1)
    expect(packet).toContain('[REDACTED]')
    expect([packet, out, err, JSON.stringify(log)].join()).not.toContain('ghp_')
  })

  it('Z-104 is error when it could not be assembled', () => {
    const { code, log } = assembled({ 'apps/shop/SHOP_SOUL.md': null }, 'full', 'broken')
    expect(code).toBe(3)
    expect(log).toMatchObject({
      level: 'full',
      sections: [],
      provenance: {},
      token_counts: { total: 0 },
      journal_age_days: null,
      outcome: { status: 'error', error: expect.stringContaining('SOUL is required') },
    })
  })
})

describe('a log', () => {
  it.each([
    ['a quoted name', 'we"ird \\n\u00e4me'],
    ['a name with a line break', 'two\nlines'],
    ['a name that looks like a tag', '<b>&amp; </zeos_context>'.replace('/', '')],
    ['a name that looks like a pattern', 'a[b]*c'],
  ])('Z-100 is valid JSON for a project with %s', (_, name) => {
    const repo = world.project({ 'README.md': '# Odd\n\nAn odd place.\n' }, `odd/${name}`)
    const { code, output } = world.assemble(repo, 'full')
    expect(code).toBe(0)
    expect(json(output, 'context.json').repo).toBe(name)
    expect(json(output, 'context.json').provenance.soul).toBe('README.md')
  })

  it('Z-100 is valid JSON for sources with odd paths', () => {
    const odd = 'session-journals/2026-01-03-001-"quoted" and\nbroken, \u00fc.md'
    const { log } = assembled({ [odd]: files['session-journals/2026-01-02-001-cart.md'] }, 'full', 'odd-path')
    expect(log.provenance.journal).toBe(odd)
  })
})
