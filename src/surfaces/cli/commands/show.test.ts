import { describe, expect, it } from 'vitest'
import type { ShowResult } from '../../../app/history/index.ts'
import { digest, hostile, widest } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { showView } from './show.ts'

const answer: ShowResult = {
  project: 'shop',
  entry: { seq: 12, at: '2026-11-16T06:20:00.123Z', uid: 'u', prev: digest('a'), digest: digest('b') },
  injection: {
    receipt: 1,
    injection_id: 'INJ-20261116-062000-abc123',
    session_id: 'ses-0123456789ab',
    timestamp: '2026-11-16T06:20:00Z',
    run_id: '20261116-062000-claude-abc123',
    repo: 'shop',
    agent: 'claude',
    role: null,
    engine: '0.1.0',
    manifest: 'own',
    manifest_digest: digest('c'),
    commit: '0123456789abcdef0123456789abcdef01234567',
    status: 'trimmed',
    error: null,
    level: 'standard',
    total: 120,
    packet_digest: digest('d'),
    account: digest('e'),
    text: digest('f'),
  },
  account: {
    like: null,
    measure: 'o200k',
    budget: 1200,
    ceiling: 2000,
    over_budget: false,
    sections: [
      {
        id: 'soul',
        tier: 'identity',
        source: 'apps/shop/SHOP_SOUL.md',
        sources: [{ path: 'apps/shop/SHOP_SOUL.md', digest: digest('a'), bytes: 600 }],
        date: null,
        date_basis: null,
        age_days: 3,
        strategy: 'whole',
        size: 120,
        cap: 400,
        authority: 'project',
        reductions: [],
        redactions: {},
        sent_digest: digest('b'),
      },
    ],
    left_out: [
      {
        id: 'roadmap',
        reason: 'over-budget',
        why: 'over budget',
        source: 'docs/R.md',
        sources: [],
        looked: [],
        size: 900,
      },
    ],
    redaction: { rules: 0, count: 0, by_rule: {} },
    diagnostics: [],
    map: [],
  },
  text: 'kept',
  outcome: {
    run_id: '20261116-062000-claude-abc123',
    status: 'success',
    changes: 'committed',
    seconds: 12,
    exit_code: 0,
    after: null,
  },
  delivery: null,
}

describe('an injection', () => {
  it('is shown with who got it, what it was made of and how the run ended', () => {
    const text = showView(answer, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      "INJ-20261116-062000-abc123, entry 12 of shop

      time      2026-11-16T06:20:00Z
      session   ses-0123456789ab
      status    trimmed
      level     standard
      manifest  own cccccccccccc
      run       20261116-062000-claude-abc123
      agent     claude
      commit    0123456789abcdef0123456789abcdef01234567
      packet    dddddddddddd
      outcome   success, exit code 0, changes: committed, 12 s
      entry     bbbbbbbbbbbb, after aaaaaaaaaaaa

      Level standard: 120 of 1200 (o200k), ceiling 2000

      section  source                  age  size     what happened
      soul     apps/shop/SHOP_SOUL.md  3 d  120/400  whole

      Left out:
        roadmap: over budget (docs/R.md, 900)

      Run "foreword replay INJ-20261116-062000-abc123" to print the packet.
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('is shown with what of it arrived, by the transcript of the agent', () => {
    const sections = [
      { id: 'soul', state: 'delivered' as const, bytes: [40, 640] as const },
      { id: 'rules', state: 'dropped' as const },
    ]
    const at = '2026-11-16T06:21:00.000Z'
    const delivery = { at, agent: 'claude', model: 'claude-opus-5-5', sections, why: null }
    expect(
      showView({ ...answer, delivery }, plainPaint)
        .split('\n')
        .slice(-6),
    ).toEqual([
      '',
      "By the agent's own transcript: delivered 1 of 2 sections (rules dropped);",
      'claude-opus-5-5 answered.',
      '',
      'Run "foreword replay INJ-20261116-062000-abc123" to print the packet.',
      '',
    ])
  })

  it('is shown without what was pruned', () => {
    const text = showView({ ...answer, account: null, text: 'pruned', outcome: null }, plainPaint)
    expect(text.split('\n').slice(-3)).toEqual([
      'Its account was deleted to save space.',
      'The text was deleted to save space. Its digest is kept.',
      '',
    ])
  })

  it('is shown with the reason where it was refused', () => {
    const injection = {
      ...answer.injection,
      status: 'error' as const,
      error: 'There is no SOUL.',
      packet_digest: null,
    }
    const text = showView({ ...answer, injection, text: 'none', outcome: null }, plainPaint)
    expect(text.split('\n').slice(-2)).toEqual(['Refused: There is no SOUL.', ''])
  })

  it('keeps the escape sequences of strangers from the terminal', () => {
    const sections = answer.account!.sections.map((section) => ({ ...section, id: hostile, source: hostile }))
    const injection = { ...answer.injection, injection_id: hostile, manifest: hostile }
    const lost = [{ id: hostile, state: 'dropped' as const }]
    const delivery = { at: hostile, agent: hostile, model: hostile, sections: lost, why: null }
    const account = { ...answer.account!, sections }
    const text = showView({ ...answer, injection, account, delivery }, plainPaint)
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
  })
})
