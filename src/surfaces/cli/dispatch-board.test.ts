import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DispatchEvent, RunReport } from '../../app/dispatch/index.ts'
import { openDispatchBoard } from './dispatch-board.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ready: DispatchEvent = {
  kind: 'ready',
  runs: [
    { runId: '1', agent: 'claude' },
    { runId: '2', agent: 'co\u001bdex' },
  ],
}
const started: DispatchEvent = { kind: 'started', agent: 'claude', runId: '1', directory: '' }
const finished = (status: 'success' | 'timeout'): DispatchEvent => ({
  kind: 'finished',
  report: { runId: '1', agent: 'claude', outcome: { status, changes: 'none', seconds: 62.9 } } as RunReport,
})

/** The screen after these bytes, if only the board writes to it. */
function screen() {
  let lines = ['']
  return {
    lines: () => lines,
    draw(text: string) {
      const up = /^\u001b\[(\d+)A\r\u001b\[J(.*)$/s.exec(text)
      lines = lines.slice(0, lines.length - 1 - Number(up?.[1] ?? 0))
      lines.push(...(up?.[2] ?? text).split('\n'))
    },
  }
}

function board(progress = true) {
  const { lines, draw } = screen()
  let now = 0
  const opened = openDispatchBoard({ progress, draw }, () => now)
  return {
    ...opened,
    lines,
    take(event: DispatchEvent) {
      opened.clear()
      opened.take(event)
      opened.draw()
    },
    pass(ms: number) {
      now += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

it('shows one line per agent, and how long each has been running', () => {
  const { take, lines, pass, end } = board()
  take(ready)
  expect(lines()).toEqual(['claude     waiting', 'co?dex     waiting'])
  take(started)
  pass(42_000)
  expect(lines()).toEqual(['claude     running 0:42', 'co?dex     waiting'])
  take(finished('success'))
  expect(lines()[0]).toBe('claude     finished 1:02')
  take(finished('timeout'))
  expect(lines()[0]).toBe('claude     failed 1:02')
  end()
  expect(lines()).toEqual([''])
  pass(5000)
  expect(lines()).toEqual([''])
})

it('makes room for a message and comes back', () => {
  const { take, lines, clear, draw, end } = board()
  take(ready)
  clear()
  expect(lines()).toEqual([''])
  draw()
  expect(lines()).toHaveLength(2)
  end()
})

it('draws nothing without a terminal', () => {
  const { take, lines, pass, end } = board(false)
  take(ready)
  pass(3000)
  end()
  expect(lines()).toEqual([''])
})
