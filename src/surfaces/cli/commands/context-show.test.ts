import { describe, expect, it } from 'vitest'
import type { ContextShowResult } from '../../../app/history/index.ts'
import { digest, hostile, label, row, section, widest } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { contextShowView } from './context-show.ts'

const plainTier = { delivery: 'push' as const, refresh: [], staleness_days: null }

describe('context show', () => {
  const source = {
    uri: 'file:docs/ANCHORS.md',
    boundary: 'project' as const,
    state: 'injected' as const,
    detail: null,
    digest: digest('a'),
    sent: digest('a'),
  }
  const answer: ContextShowResult = {
    project: 'shop',
    manifest: {
      name: 'own',
      digest: digest('f'),
      changed: true,
      checksum: digest('c'),
      trust: 'trusted',
      trusted_at: '2026-11-01T10:00:00Z',
      generated_at: null,
      source_commit: null,
    },
    refused: null,
    level: 'standard',
    measure: 'o200k',
    budget: 1200,
    total: 812,
    last: label,
    delivery: null,
    tiers: [
      {
        tier: 'identity',
        ...plainTier,
        budget: 500,
        actual: 487,
        sections: [
          section({
            section: 'soul',
            cap: 400,
            sources: [{ ...source, uri: 'file:apps/shop/SHOP_SOUL.md' }],
          }),
          section({
            section: 'anchors',
            state: 'stale',
            sources: [
              source,
              {
                ...source,
                uri: 'file:docs/MORE.md',
                state: 'stale',
                detail: 'changed since it was sent',
                digest: digest('e'),
              },
            ],
          }),
        ],
      },
      {
        tier: 'workflow',
        ...plainTier,
        budget: null,
        actual: 0,
        sections: [
          section({
            section: 'roadmap',
            state: 'over budget',
            size: null,
            why: 'the budget of the level was used up by sections that come before it in the order of the manifest',
            sources: [
              { ...source, uri: `file:${'deep/'.repeat(20)}ROADMAP.md`, state: 'over budget', sent: null },
            ],
          }),
          section({ section: 'journal', state: 'inactive', size: null, why: 'not asked for' }),
          section({
            section: 'profile',
            state: 'absent',
            size: null,
            sources: [{ ...source, uri: 'file:PROFILE.md', state: 'absent', digest: null, sent: null }],
          }),
        ],
      },
    ],
    mcp_tools: { count: 4, tokens: 400 },
    trail: [
      row({ agent: 'claude', outcome: 'success', run_id: '20261116-062000-claude-abc123' }),
      row({ seq: 9 }),
    ],
  }

  it('tells what of the last packet arrived, and which model answered', () => {
    const sections = [{ id: 'soul', state: 'truncated' as const, bytes: [20, 90] as const }]
    const delivery = { at: '2026-11-16T06:21:00Z', agent: 'claude', model: 'opus', sections, why: null }
    expect(contextShowView({ ...answer, delivery }, false, plainPaint).replace(/\s+/g, ' ')).toContain(
      "By claude's own transcript: delivered 0 of 1 section (soul truncated); soul: bytes 20 to 90 of the packet arrived; opus answered",
    )
  })

  it('marks the state of each source, tier by tier, with the trail below', () => {
    const text = contextShowView(answer, false, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      "Manifest own ffffffffffff, changed since the last injection
      Checksum cccccccccccc, trusted since 2026-11-01 10:00
      Level standard: 812 of 1200 (o200k)
      MCP tools: 4, 400 (o200k) in every session that has them
      Last injection: INJ-20261116-062000-abc123, 2026-11-16 06:20

      Identity: 487 of 500
        ✓ soul    120/400 apps/shop/SHOP_SOUL.md                           injected
        ✓ anchors     120 docs/ANCHORS.md                                  injected
        !                 docs/MORE.md                                     stale
            changed since it was sent

      Workflow: 0
        ! roadmap       - …p/deep/deep/deep/deep/deep/deep/deep/ROADMAP.md over budget
            the budget of the level was used up by sections that come before it in the
            order of the manifest
        ○ journal       -                                                  inactive
            not asked for
        ○ profile       - PROFILE.md                                       absent

      Last injections
      seq time (UTC)       injection                  level    tokens agent  outcome
       12 2026-11-16 06:20 INJ-20261116-062000-abc123 standard    812 claude success
        9 2026-11-16 06:20 INJ-20261116-062000-abc123 standard    812 -      sent
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('counts the places that say nothing new', () => {
    const place = (state: 'inactive' | 'absent' | 'injected', n: number) => ({
      ...source,
      uri: `file:${state}-${n}.md`,
      boundary: 'project' as const,
      state,
      detail: 'why',
    })
    const absences = [1, 2, 3, 4].map((n) => place('absent', n))
    const fallbacks = [1, 2, 3].map((n) => place('inactive', n))
    const sections = [
      section({ section: 'soul', sources: [...absences, place('injected', 1), ...fallbacks] }),
      section({
        section: 'roadmap',
        state: 'inactive',
        size: null,
        why: 'only for level full',
        sources: fallbacks,
      }),
      section({ section: 'journal', state: 'absent', size: null, sources: absences }),
    ]
    const tiers = [{ tier: 'context', ...plainTier, budget: null, actual: 120, sections }]
    expect(contextShowView({ ...answer, tiers, trail: [] }, false, plainPaint)).toMatchInlineSnapshot(`
      "Manifest own ffffffffffff, changed since the last injection
      Checksum cccccccccccc, trusted since 2026-11-01 10:00
      Level standard: 812 of 1200 (o200k)
      MCP tools: 4, 400 (o200k) in every session that has them
      Last injection: INJ-20261116-062000-abc123, 2026-11-16 06:20

      Context: 120
        ○ soul     120  absent-1.md    absent
        ○               absent-2.md    absent
        ✓               injected-1.md  injected
            more places: 3 inactive, 2 absent
        ○ roadmap    -  inactive-1.md  inactive
            more places: 2 inactive
            only for level full
        ○ journal    -  absent-1.md    absent
        ○               absent-2.md    absent
            more places: 2 absent

      No injections into shop yet. Use "foreword install", "foreword dispatch" or
      "foreword assemble".
      "
    `)
    expect(contextShowView({ ...answer, tiers, trail: [] }, true, plainPaint)).toContain('absent-4.md')
  })

  it('has digests where they are asked for', () => {
    const text = contextShowView(answer, true, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      "Manifest own ffffffffffff, changed since the last injection
      Checksum cccccccccccc, trusted since 2026-11-01 10:00
      Level standard: 812 of 1200 (o200k)
      MCP tools: 4, 400 (o200k) in every session that has them
      Last injection: INJ-20261116-062000-abc123, 2026-11-16 06:20

      Identity: 487 of 500
        ✓ soul    120/400 apps/shop/SHOP_SOUL.md                           injected
            project: now aaaaaaaaaaaa, sent aaaaaaaaaaaa
        ✓ anchors     120 docs/ANCHORS.md                                  injected
            project: now aaaaaaaaaaaa, sent aaaaaaaaaaaa
        !                 docs/MORE.md                                     stale
            changed since it was sent
            project: now eeeeeeeeeeee, sent aaaaaaaaaaaa

      Workflow: 0
        ! roadmap       - …p/deep/deep/deep/deep/deep/deep/deep/ROADMAP.md over budget
            project: now aaaaaaaaaaaa, sent -
            the budget of the level was used up by sections that come before it in the
            order of the manifest
        ○ journal       -                                                  inactive
            not asked for
        ○ profile       - PROFILE.md                                       absent

      Last injections
      seq time (UTC)       injection                  level    tokens agent  outcome
       12 2026-11-16 06:20 INJ-20261116-062000-abc123 standard    812 claude success
             entry aaaaaaaaaaaa, session ses-0123456789ab, run
             20261116-062000-claude-abc123
        9 2026-11-16 06:20 INJ-20261116-062000-abc123 standard    812 -      sent
             entry aaaaaaaaaaaa, session ses-0123456789ab
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('says how to begin below a manifest of which nothing was sent', () => {
    const fresh = {
      ...answer,
      manifest: { ...answer.manifest, changed: null },
      last: null,
      delivery: null,
      tiers: [],
      trail: [],
    }
    expect(contextShowView(fresh, false, plainPaint)).toMatchInlineSnapshot(`
      "Manifest own ffffffffffff
      Checksum cccccccccccc, trusted since 2026-11-01 10:00
      Level standard: 812 of 1200 (o200k)
      MCP tools: 4, 400 (o200k) in every session that has them

      No injections into shop yet. Use "foreword install", "foreword dispatch" or
      "foreword assemble".
      "
    `)
  })

  it('keeps the escape sequences of strangers from the terminal', () => {
    const odd = section({
      section: hostile,
      why: hostile,
      sources: [{ ...source, uri: hostile, detail: hostile }],
    })
    const tiers = [{ ...plainTier, tier: hostile, budget: null, actual: 1, sections: [odd] }]
    const text = contextShowView({ ...answer, level: hostile, tiers }, true, plainPaint)
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
  })
})
