import { describe, expect, it } from 'vitest'
import { formatMatrix, readReport } from '../../scripts/delivery-matrix.ts'

const claude = '@anthropic-ai/claude-code 2.1.325'
const gemini = '@google/gemini-cli 0.61.0'
const reportOf = (file: string, ...tests: readonly (readonly [string, string, string])[]) => ({
  name: `/somewhere/tests/agents/${file}`,
  assertionResults: tests.map(([agent, title, status]) => ({ ancestorTitles: [agent], title, status })),
})
const matrixOf = (...testResults: ReturnType<typeof reportOf>[]) =>
  formatMatrix(readReport(JSON.stringify({ testResults })))
const rowOf = (table: string, event: string) => table.split('\n').find((line) => line.includes(event))

describe('the delivery matrix', () => {
  it('tells what holds, what fails and what was not tested, by event and agent', () => {
    const table = matrixOf(
      reportOf(
        'delivery.test.ts',
        [claude, 'has all of it, in its place: 1 KB', 'passed'],
        [gemini, 'has all of the context in front of the prompt: 1000', 'failed'],
      ),
      reportOf('foreword.test.ts', [claude, 'all of what is meant for the model arrives: small', 'passed']),
    )
    expect(table.split('\n')[0]).toContain('claude 2.1.325')
    expect(rowOf(table, '| 1,000 characters')).toBe(
      '| 1,000 characters | holds (2) | not tested | FAILS (1 of 1) | not tested |',
    )
  })

  it('does not count a skipped test', () => {
    const title = 'loses what it compresses, and gets it again with the next prompt'
    const table = matrixOf(reportOf('live.test.ts', [gemini, title, 'skipped']))
    expect(rowOf(table, 'compressed')).not.toContain('holds')
  })

  it('counts a test in one row only', () => {
    const title = 'has it again with the next prompt if the hook after a compaction hangs'
    const table = matrixOf(reportOf('sessions.test.ts', [claude, title, 'passed']))
    expect(table.match(/holds/g)).toHaveLength(1)
    expect(rowOf(table, 'fails or hangs')).toContain('holds (1)')
  })
})
