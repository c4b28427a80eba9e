import { describe, expect, it } from 'vitest'
import type { ReportProgress } from '../../app/output/index.ts'
import type { Terminal } from './command.ts'
import { formatProgressBar, withProgressBar } from './progress.ts'

function screen(progress: boolean) {
  const drawn: string[] = []
  const nothing = () => undefined
  const terminal: Terminal = {
    out: nothing,
    err: nothing,
    draw: (line) => drawn.push(line),
    ask: () => null,
    style: 'plain',
    progress,
  }
  return { drawn, terminal }
}

/** Tells a hundred times, ten milliseconds apart. */
const work = (tick: () => void) => async (tell: ReportProgress) => {
  for (let done = 0; done < 100; done++) {
    tell({ done, total: 100, what: 'entries' })
    tick()
  }
  return 'done'
}

describe('progress', () => {
  it('is drawn ten times a second at most, and is gone at the end', async () => {
    const { drawn, terminal } = screen(true)
    let now = 0
    expect(
      await withProgressBar(
        terminal,
        work(() => {
          now += 10
        }),
        () => now,
      ),
    ).toBe('done')
    expect(drawn).toHaveLength(11)
    expect(drawn.at(-1)).toBe('')
  })

  it('is gone when the work fails', async () => {
    const { drawn, terminal } = screen(true)
    const failing = async (tell: ReportProgress) => {
      tell({ done: 1, total: null, what: 'entries' })
      throw new Error('no')
    }
    await expect(withProgressBar(terminal, failing)).rejects.toThrow('no')
    expect(drawn).toEqual(['entries 1', ''])
  })

  it('is not drawn without a terminal', async () => {
    const { drawn, terminal } = screen(false)
    await withProgressBar(
      terminal,
      work(() => undefined),
    )
    expect(drawn).toEqual([])
  })

  it.each([
    [{ done: 0, total: 8, what: 'entries' }, `entries ${'░'.repeat(24)} 0 %`],
    [{ done: 6, total: 8, what: 'entries' }, `entries ${'█'.repeat(18)}${'░'.repeat(6)} 75 %`],
    [{ done: 9, total: 8, what: 'entries' }, `entries ${'█'.repeat(24)} 100 %`],
    [{ done: 9, total: 0, what: 'a\u001b[2Jb' }, 'a?[2Jb 9'],
  ])('is a bar of one line: %j', (progress, line) => {
    expect(formatProgressBar(progress)).toBe(line)
  })
})
