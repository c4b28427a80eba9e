import type { Progress, ReportProgress } from '../../app/output/index.ts'
import type { Terminal } from './command.ts'
import { makeVisibleLine } from './make-visible.ts'
import { cutEnd, screenWidth } from './views/lines.ts'

const redrawMs = 100
const barWidth = 24

/** Shows a progress bar during the work. Removes the bar when the work returns or throws. */
export async function withProgressBar<Result>(
  terminal: Terminal,
  work: (tell: ReportProgress) => Promise<Result>,
  clock: () => number = () => performance.now(),
): Promise<Result> {
  if (!terminal.progress) return work(() => undefined)
  let last = Number.NEGATIVE_INFINITY
  try {
    return await work((progress) => {
      const now = clock()
      if (now - last < redrawMs) return
      last = now
      terminal.draw(formatProgressBar(progress))
    })
  } finally {
    if (last !== Number.NEGATIVE_INFINITY) terminal.draw('')
  }
}

/** Shows one line that names the current step, for work without a known length. */
export async function withProgressLine<Result>(
  terminal: Terminal,
  work: (tell: (what: string) => void) => Promise<Result>,
): Promise<Result> {
  if (!terminal.progress) return work(() => undefined)
  try {
    return await work((what) => terminal.draw(cutEnd(`${makeVisibleLine(what)} …`, screenWidth)))
  } finally {
    terminal.draw('')
  }
}

/** Short enough for any terminal, so that it does not wrap. */
export function formatProgressBar({ done, total, what }: Progress): string {
  const label = cutEnd(makeVisibleLine(what), 30)
  if (total === null || total <= 0) return `${label} ${done}`
  const share = Math.min(1, Math.max(0, done / total))
  const full = Math.floor(share * barWidth)
  return `${label} ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)} %`
}
