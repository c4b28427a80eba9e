import type { Progress, Tell } from '../../app/output/index.ts'
import type { Terminal } from './command.ts'
import { head, screen } from './views/text.ts'
import { visibleLine } from './visible.ts'

const pause = 100
const barWidth = 24

/** Does something that takes its time while a bar shows how far it is. The bar is gone when it returns or throws. */
export async function watched<Answer>(
  terminal: Terminal,
  work: (tell: Tell) => Promise<Answer>,
  clock: () => number = () => performance.now(),
): Promise<Answer> {
  if (!terminal.progress) return work(() => undefined)
  let last = Number.NEGATIVE_INFINITY
  try {
    return await work((progress) => {
      const now = clock()
      if (now - last < pause) return
      last = now
      terminal.draw(bar(progress))
    })
  } finally {
    if (last !== Number.NEGATIVE_INFINITY) terminal.draw('')
  }
}

/** The same where nobody can say how far it is: one line tells what is being done. */
export async function saying<Answer>(
  terminal: Terminal,
  work: (tell: (what: string) => void) => Promise<Answer>,
): Promise<Answer> {
  if (!terminal.progress) return work(() => undefined)
  try {
    return await work((what) => terminal.draw(head(`${visibleLine(what)} …`, screen)))
  } finally {
    terminal.draw('')
  }
}

/** Narrower than any terminal, so that it stays on its line. */
export function bar({ done, total, what }: Progress): string {
  const label = head(visibleLine(what), 30)
  if (total === null || total <= 0) return `${label} ${done}`
  const share = Math.min(1, Math.max(0, done / total))
  const full = Math.floor(share * barWidth)
  return `${label} ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)} %`
}
