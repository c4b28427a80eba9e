import type { Hunk } from '../../../core/history/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import type { Paint } from './paint.ts'

export function formatHunks(hunks: readonly Hunk[], paint: Paint): string[] {
  return hunks.flatMap(({ before, after, lines }) => [
    paint.faint(`@@ -${before.join(',')} +${after.join(',')} @@`),
    ...lines.map(({ op, text }) => {
      const line = op + visibleTabs(text)
      return op === ' ' ? line : op === '+' ? paint.good(line) : paint.bad(line)
    }),
  ])
}

/** Keeps tabs: they are harmless, and code needs them. */
function visibleTabs(text: string): string {
  return text.split('\t').map(makeVisibleLine).join('\t')
}
