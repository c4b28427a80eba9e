import { describe, expect, it } from 'vitest'
import type { DiffResult } from '../../../app/history/index.ts'
import { change, changedSection, hostile, label, labelBefore, widest } from '../views/answers.fixture.ts'
import { makePaint, plainPaint } from '../views/paint.ts'
import { diffView } from './diff.ts'

const gone = change({
  section: 'journal',
  change: 'removed',
  size: { before: 40, after: null },
  why: 'older than 30 days',
})
const answer: DiffResult = {
  project: 'shop',
  before: labelBefore,
  after: label,
  sections: [change({ section: 'soul' }), changedSection, change({ section: 'profile' }), gone],
  frame: [],
  skipped: [],
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
    const frame = changedSection.hunks
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
