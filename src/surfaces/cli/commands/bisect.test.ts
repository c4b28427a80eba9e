import { describe, expect, it } from 'vitest'
import type { BisectResult } from '../../../app/history/index.ts'
import { changedSection, label, labelBefore } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { bisectView } from './bisect.ts'

describe('a bisection', () => {
  const found: BisectResult = {
    project: 'shop',
    good: labelBefore,
    bad: label,
    command: ['npm', 'test'],
    tries: [
      { what: labelBefore.injection_id, exit_code: 0, passes: true },
      { what: label.injection_id, exit_code: 1, passes: false },
      { what: 'with only the change of anchors', exit_code: null, passes: false },
    ],
    first_bad: label,
    culprit: changedSection,
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
