import { describe, expect, it } from 'vitest'
import type { ReportResult } from '../../../app/history/index.ts'
import { better, rate, unclear, widest } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { reportView } from './report.ts'

const answer: ReportResult = {
  project: 'shop',
  since: '2026-11-01T00:00:00.000Z',
  runs: 42,
  interrupted: 0,
  checked: 0,
  context: better,
  levels: [
    { ...rate(24, 30), level: 'standard' },
    { ...rate(6, 12), level: null },
  ],
  agents: [
    {
      agent: 'claude',
      all: rate(30, 42),
      context: { ...better, verdict: 'no difference seen', difference: -0.1 },
    },
  ],
  sections: [
    { ...better, section: 'soul' },
    { ...unclear, section: 'journal' },
  ],
  notes: ['Runs were not assigned by chance: tasks with context may have been easier.'],
}

describe('a report', () => {
  it('compares runs with context to runs without, and says how sure that is', () => {
    const text = reportView(answer, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      "42 runs of shop since 2026-11-01 00:00, with 95 % intervals

                    runs  successes  rate        between
      with context    30         24  80 %  25 % and 76 %
      without         12          6  50 %  25 % and 76 %
      Context: better, +30 points (+2 to +58)

      level         runs  successes  rate        between
      standard        30         24  80 %  25 % and 76 %
      (no context)    12          6  50 %  25 % and 76 %

      agent   runs  successes  rate        between
      claude    42         30  71 %  25 % and 76 %

      context for        with     without  verdict
      claude       80 % of 30  50 % of 12  no difference seen, −10 points (+2 to +58)

      section        with     without  verdict
      soul     80 % of 30  50 % of 12  better, +30 points (+2 to +58)
      journal   50 % of 2           -  too little data

      Runs were not assigned by chance: tasks with context may have been easier.
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('says so when there were no runs', () => {
    const empty = {
      ...answer,
      runs: 0,
      since: null,
      context: unclear,
      levels: [],
      agents: [],
      sections: [],
      notes: [],
    }
    expect(reportView(empty, plainPaint)).toMatchInlineSnapshot(`
      "No run of shop has ended. Start one with "foreword dispatch".
      "
    `)
  })
})
