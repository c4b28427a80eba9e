import type { SourceLine } from '../values/index.ts'
import type { Outline } from './outline.ts'

/** Records on each line which code fence is open after it. `outline` must be the outline of the same lines. */
export function markFences(lines: readonly SourceLine[], outline: Outline): SourceLine[] {
  const openAfter = new Map<number, string>()
  for (const fence of outline.fences) {
    const last = fence.end - (fence.closed ? 1 : 0)
    for (let line = fence.start; line < last; line++) openAfter.set(line, fence.close)
  }
  return lines.map(({ fence: _, ...line }, i) => {
    const fence = openAfter.get(i)
    return fence === undefined ? line : { ...line, fence }
  })
}
