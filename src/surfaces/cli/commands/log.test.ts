import { describe, expect, it } from 'vitest'
import { hostile, row, widest } from '../views/answers.fixture.ts'
import { makePaint, plainPaint } from '../views/paint.ts'
import { logView } from './log.ts'

const of = (...injections: ReturnType<typeof row>[]) => ({ project: 'shop', injections, next: null })

describe('the log', () => {
  it('has a line of 80 columns for each injection', () => {
    const rows = [
      row({ seq: 1204, agent: 'claude', outcome: 'success', run_id: 'r', total: 1234 }),
      row({ seq: 1203, agent: 'gemini', outcome: 'timeout', run_id: 'r', level: 'full' }),
      row({ seq: 1201, level: '1400', status: 'trimmed' }),
      row({ seq: 1200, status: 'error', total: 0 }),
      row({ seq: 9 }),
    ]
    const text = logView(of(...rows), false, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      " seq time (UTC)       injection                  level    tokens agent  outcome
      1204 2026-11-16 06:20 INJ-20261116-062000-abc123 standard   1.2k claude success
      1203 2026-11-16 06:20 INJ-20261116-062000-abc123 full        812 gemini timeout
      1201 2026-11-16 06:20 INJ-20261116-062000-abc123 1400        812 -      trimmed
      1200 2026-11-16 06:20 INJ-20261116-062000-abc123 standard      0 -      refused
         9 2026-11-16 06:20 INJ-20261116-062000-abc123 standard    812 -      sent
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('stays within 80 columns whatever levels and agents are called', () => {
    const odd = row({
      seq: 1_234_567,
      level: 'everything-there-is',
      agent: 'somebody-else',
      outcome: 'success',
    })
    const text = logView(of(odd), false, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      "    seq time (UTC)       injection                  level  tokens agent  outcome
      1234567 2026-11-16 06:20 INJ-20261116-062000-abc123 every…    812 someb… success
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('says how to begin when nothing was injected yet', () => {
    const text = logView(of(), false, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      "No injections into shop yet. Use "foreword install", "foreword dispatch" or
      "foreword assemble".
      "
    `)
  })

  it('says so when nothing is like what was asked for', () => {
    expect(logView(of(), true, plainPaint)).toBe('No injection of shop matches.\n')
  })

  it('keeps the escape sequences of strangers from the terminal', () => {
    const text = logView(
      of(row({ injection_id: hostile, level: hostile, agent: hostile })),
      false,
      plainPaint,
    )
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
    expect(text.split('\n')).toHaveLength(3)
  })

  it('shows in colour which runs failed, and says nothing by colour alone', () => {
    const answer = of(row({ agent: 'claude', outcome: 'failed' }))
    const coloured = logView(answer, false, makePaint('colour'))
    expect(coloured).toContain('\u001b[31m')
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(logView(answer, false, plainPaint))
  })
})
