import { describe, expect, it } from 'vitest'
import type { WhyAbsence, WhyHit, WhyResult } from '../../../app/history/index.ts'
import { hostile, label, widest } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { whyView } from './why.ts'

const hit: WhyHit = {
  section: 'profile',
  source: 'profiles/default/PROFILE.md',
  lines: [5, 5],
  computed_from: null,
  packet_line: 17,
  text: '- Tests first',
  commit: {
    id: '0123456789abcdef0123456789abcdef01234567',
    date: '2026-01-02T10:00:00Z',
    author: 'Ada',
    summary: 'Say how we work',
  },
  state: 'committed',
}
const nowhere: WhyAbsence = {
  section: null,
  source: null,
  lines: null,
  reason: 'unknown',
  detail: 'no source of the manifest has it',
}
const answer: WhyResult = {
  project: 'shop',
  injection: label,
  asked: 'Tests first',
  asked_as: 'text',
  found: [hit],
  skipped: [],
  more: 0,
  absent: [],
}

describe('why', () => {
  it('names section, file, line and commit', () => {
    const text = whyView(answer, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      ""Tests first" is in INJ-20261116-062000-abc123 (entry 12, 2026-11-16 06:20,
      standard, claude).

      profile, from profiles/default/PROFILE.md:5, line 17 of the packet
        │ - Tests first
        0123456789ab, 2026-01-02, Ada: Say how we work
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('tells what is known of lines that are not committed, or of no file', () => {
    const found: WhyHit[] = [
      { ...hit, state: 'uncommitted' },
      { ...hit, commit: null, state: 'uncommitted', lines: [5, 7] },
      { ...hit, commit: null, state: 'unknown' },
      { ...hit, section: null, source: null, lines: null, commit: null, state: 'unknown' },
    ]
    const text = whyView({ ...answer, found, more: 2, absent: [nowhere] }, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      ""Tests first" is in INJ-20261116-062000-abc123 (entry 12, 2026-11-16 06:20,
      standard, claude).

      profile, from profiles/default/PROFILE.md:5, line 17 of the packet
        │ - Tests first
        0123456789ab, 2026-01-02, Ada: Say how we work (the file had other changes
        that were not committed)

      profile, from profiles/default/PROFILE.md:5-7, line 17 of the packet
        │ - Tests first
        Not committed when it was read.

      profile, from profiles/default/PROFILE.md:5, line 17 of the packet
        │ - Tests first
        git does not know the commit.

      outside the sections, not from a file, line 17 of the packet
        │ - Tests first
        foreword wrote it.

      2 more places not listed.

      Not sent:
        not in what was read: no source of the manifest has it
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('gives the decision for a file that is not there', () => {
    const absent: WhyAbsence[] = [
      {
        section: 'roadmap',
        source: 'docs/ROADMAP.md',
        lines: null,
        reason: 'left-out',
        detail: 'over budget',
      },
      {
        section: 'journal',
        source: 'j.md',
        lines: [10, 80],
        reason: 'reduced',
        detail: 'head-tail(150, 100)',
      },
    ]
    const asked = { asked: 'docs/ROADMAP.md', asked_as: 'path' } as const
    expect(whyView({ ...answer, ...asked, found: [], absent }, plainPaint)).toMatchInlineSnapshot(`
      "docs/ROADMAP.md is not in INJ-20261116-062000-abc123 (entry 12, 2026-11-16
      06:20, standard, claude).

        roadmap, docs/ROADMAP.md: left out: over budget
        journal, j.md:10-80: shortened: head-tail(150, 100)
      "
    `)
  })

  it('names the file of a computed line, and never calls it uncommitted', () => {
    const source = 'foreword://project/commands'
    const computed = { ...hit, source, commit: null, state: 'unknown' } as const
    const found: WhyHit[] = [
      { ...computed, computed_from: { path: 'package.json', line: 12 } },
      { ...computed, computed_from: { path: 'package.json', line: null } },
      { ...computed, computed_from: null },
    ]
    const text = whyView({ ...answer, found }, plainPaint)
    expect(text).toContain('from package.json:12 by foreword://project/commands:5')
    expect(text).toContain('from package.json by foreword://project/commands:5')
    expect(text).toContain('foreword computed it from this file.')
    expect(text).toContain('foreword computed it when the packet was made.')
    expect(text).not.toMatch(/ommitted when|git does not/)
  })

  it('keeps the escape sequences of strangers from the terminal', () => {
    const odd = {
      ...hit,
      section: hostile,
      source: hostile,
      text: hostile,
      commit: { ...hit.commit!, author: hostile },
    }
    const text = whyView(
      { ...answer, asked: hostile, found: [odd], absent: [{ ...nowhere, detail: hostile }] },
      plainPaint,
    )
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
  })
})
