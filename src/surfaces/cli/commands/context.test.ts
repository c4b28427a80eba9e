import { describe, expect, it } from 'vitest'
import type { ContextShowResult } from '../../../app/history/index.ts'
import { digest, label, section, widest } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { contextView, formatSpoolNotice } from './context.ts'
import { contextShowView } from './context-show.ts'

describe('context', () => {
  const answer = {
    project: 'shop',
    injection: label,
    measure: 'o200k',
    delivery: null,
    refused: null,
    waiting: 0,
  }

  it('is one line, which keeps to the screen of a person', () => {
    const tiers = [
      { tier: 'identity', sources: 3, tokens: 487 },
      { tier: 'workflow', sources: 2, tokens: 1234 },
      { tier: 'other', sources: 1, tokens: 1 },
    ]
    expect(contextView({ ...answer, tiers }, false)).toBe(
      'Identity: 3 sources (487 tokens) | Workflow: 2 sources (1.2k tokens) | Other: 1 source (1 token)\n',
    )
    expect(contextView({ ...answer, tiers }, true)).toBe(
      'Identity: 3 sources (487 tokens) | Workflow: 2 sources (1.2k tokens) | Other: 1\nsource (1 token)\n',
    )
  })

  it('says what of it arrived, where that is known', () => {
    const tiers = [{ tier: 'identity', sources: 3, tokens: 487 }]
    const sections = [
      { id: 'soul', state: 'delivered' as const },
      { id: 'roadmap', state: 'truncated' as const },
    ]
    const delivery = { at: '2026-11-16T06:20:09.000Z', agent: 'claude', model: null, sections, why: null }
    expect(contextView({ ...answer, tiers, delivery }, false)).toBe(
      'Identity: 3 sources (487 tokens) | delivered 1 of 2 sections (roadmap truncated)\n',
    )
  })

  it('says that the last request got nothing', () => {
    const refused = { injection_id: 'INJ-2', at: '2026-11-16T06:20:09.000Z' }
    const tiers = [{ tier: 'identity', sources: 3, tokens: 487 }]
    expect(contextView({ ...answer, tiers, refused }, false)).toBe(
      'Identity: 3 sources (487 tokens) | refused since then: run "foreword show INJ-2" for the reason\n',
    )
    expect(contextView({ ...answer, injection: null, tiers: [], refused }, false)).toBe(
      'The injection into shop was refused; run "foreword show INJ-2" for the reason.\n',
    )
  })

  it('is one sentence where nothing was injected yet', () => {
    expect(contextView({ ...answer, injection: null, tiers: [] }, false)).toMatchInlineSnapshot(`
      "No injections into shop yet. Use "foreword install", "foreword dispatch" or
      "foreword assemble".
      "
    `)
  })

  it('is one sentence where the packet had no sources', () => {
    expect(contextView({ ...answer, tiers: [] }, false)).toBe('INJ-20261116-062000-abc123 had no sources.\n')
  })

  it('tells of receipts that wait', () => {
    expect(formatSpoolNotice(1)).toBe(
      'foreword: warning: 1 receipt waits in the spool; run "foreword store repair" to import it.\n',
    )
    expect(formatSpoolNotice(3)).toContain(
      '3 receipts wait in the spool; run "foreword store repair" to import them.',
    )
  })
})

it('M-11 says how a tier reaches the agent, whose each source is, and fits the screen', () => {
  const tier = {
    tier: 'workflow',
    budget: 2000,
    actual: 26,
    delivery: 'declare' as const,
    refresh: ['when scheme://state/current-rfc changes', 'every 10 turns'],
    staleness_days: 30,
    sections: [
      section({
        section: 'current-rfc',
        address: 'scheme://state/active-session',
        sources: [
          {
            uri: 'scheme://state/active-session',
            boundary: 'session' as const,
            state: 'ready' as const,
            detail: null,
            digest: digest('a'),
            sent: null,
          },
        ],
      }),
    ],
  }
  const manifest = {
    name: 'own',
    digest: digest('f'),
    changed: null,
    checksum: digest('c'),
    trust: 'never' as const,
    trusted_at: null,
    generated_at: null,
    source_commit: null,
  }
  const answer: ContextShowResult = {
    project: 'shop',
    manifest,
    refused: null,
    level: 'standard',
    measure: 'o200k',
    budget: 1200,
    total: 26,
    last: null,
    delivery: null,
    tiers: [tier],
    mcp_tools: { count: 4, tokens: 400 },
    trail: [],
  }
  const text = contextShowView(answer, true, plainPaint)
  expect(text).toContain('declared by address; sent again when scheme://state/current-rfc changes')
  expect(text).toContain('session, through scheme://state/active-session')
  expect(widest(text)).toBeLessThanOrEqual(80)
})
