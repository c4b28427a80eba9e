import { describe, expect, it } from 'vitest'
import type { BisectResult, DiffResult } from '../../../app/history/index.ts'
import { change, digest, hostile, label, widest } from './answers.fixture.ts'
import { bisectView } from './bisect.ts'
import { diffView } from './diff.ts'
import { makePaint, plainPaint } from './paint.ts'

const before = { ...label, injection_id: 'INJ-20261115-101500-xyz789', seq: 11, agent: null }
const changed = change({
  section: 'anchors',
  change: 'changed',
  size: { before: 118, after: 121 },
  sources: {
    before: [{ path: 'docs/ANCHORS.md', digest: digest('a') }],
    after: [
      { path: 'docs/ANCHORS.md', digest: digest('b') },
      { path: 'docs/MORE.md', digest: digest('c') },
    ],
  },
  hunks: [
    {
      before: [1, 2],
      after: [1, 2],
      lines: [
        { op: ' ', text: 'Non-Negotiables:' },
        { op: '-', text: '- Prices are integers' },
        { op: '+', text: '-\tPrices are decimals' },
      ],
    },
  ],
})
const gone = change({
  section: 'journal',
  change: 'removed',
  size: { before: 40, after: null },
  why: 'older than 30 days',
})
const answer: DiffResult = {
  project: 'shop',
  before,
  after: label,
  sections: [change({ section: 'soul' }), changed, change({ section: 'profile' }), gone],
  skipped: [],
  frame: [],
}

describe('a diff', () => {
  it('shows sections with changes line by line, and names the others in one line', () => {
    const text = diffView(answer, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      "--- INJ-20261115-101500-xyz789 (entry 11, 2026-11-16 06:20, standard)
      +++ INJ-20261116-062000-abc123 (entry 12, 2026-11-16 06:20, standard, claude)

      anchors: changed, 118 → 121 tokens
        docs/ANCHORS.md: aaaaaaaaaaaa → bbbbbbbbbbbb
        docs/MORE.md: new, cccccccccccc
      @@ -1,2 +1,2 @@
       Non-Negotiables:
      -- Prices are integers
      +-	Prices are decimals

      journal: removed, 40 tokens
        older than 30 days

      Unchanged: soul, profile
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('shows what changed around the sections', () => {
    const frame = changed.hunks
    expect(diffView({ ...answer, sections: [], frame }, plainPaint)).toMatchInlineSnapshot(`
      "--- INJ-20261115-101500-xyz789 (entry 11, 2026-11-16 06:20, standard)
      +++ INJ-20261116-062000-abc123 (entry 12, 2026-11-16 06:20, standard, claude)

      outside the sections
      @@ -1,2 +1,2 @@
       Non-Negotiables:
      -- Prices are integers
      +-	Prices are decimals
      "
    `)
  })

  it('says so when nothing changed', () => {
    expect(
      diffView({ ...answer, sections: [change({ section: 'soul' })] }, plainPaint),
    ).toMatchInlineSnapshot(`
      "--- INJ-20261115-101500-xyz789 (entry 11, 2026-11-16 06:20, standard)
      +++ INJ-20261116-062000-abc123 (entry 12, 2026-11-16 06:20, standard, claude)

      Nothing changed.

      Unchanged: soul
      "
    `)
  })

  it('says the same in colour', () => {
    const coloured = diffView(answer, makePaint('colour'))
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(diffView(answer, plainPaint))
  })

  it('keeps the escape sequences of strangers from the terminal', () => {
    const hunks = [{ before: [1, 1], after: [1, 1], lines: [{ op: '+', text: hostile }] }] as const
    const odd = change({ section: hostile, change: 'changed', why: hostile, hunks })
    expect(diffView({ ...answer, sections: [odd] }, plainPaint)).not.toMatch(/[^\n\t\P{Cc}]|\p{Cf}/u)
  })
})

describe('a bisection', () => {
  const found: BisectResult = {
    project: 'shop',
    good: before,
    bad: label,
    command: ['npm', 'test'],
    tries: [
      { what: before.injection_id, exit_code: 0, passes: true },
      { what: label.injection_id, exit_code: 1, passes: false },
      { what: 'with only the change of anchors', exit_code: null, passes: false },
    ],
    first_bad: label,
    culprit: changed,
    note: null,
  }

  it('shows what was tried, where it begins to fail and the change that does it', () => {
    expect(bisectView(found, plainPaint)).toMatchInlineSnapshot(`
      "✓  INJ-20261115-101500-xyz789       exit code 0
      !  INJ-20261116-062000-abc123       exit code 1
      !  with only the change of anchors  ended by a signal

      The first injection that fails is INJ-20261116-062000-abc123 (entry 12,
      2026-11-16 06:20, standard, claude).

      This change makes the command fail:
      anchors: changed, 118 → 121 tokens
        docs/ANCHORS.md: aaaaaaaaaaaa → bbbbbbbbbbbb
        docs/MORE.md: new, cccccccccccc
      @@ -1,2 +1,2 @@
       Non-Negotiables:
      -- Prices are integers
      +-	Prices are decimals
      "
    `)
  })

  it('says so when no single change does it', () => {
    const note = 'It takes the changes of anchors and journal together.'
    expect(bisectView({ ...found, culprit: null, note, tries: [] }, plainPaint)).toMatchInlineSnapshot(`
      "The first injection that fails is INJ-20261116-062000-abc123 (entry 12,
      2026-11-16 06:20, standard, claude).
      It takes the changes of anchors and journal together.
      "
    `)
  })
})
