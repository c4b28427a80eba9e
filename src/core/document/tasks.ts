import type { SourceLine } from '../values/index.ts'
import type { Document } from './find.ts'

const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s/

/** The open tasks under their headings, and how many are done. */
export function listOpenTasks({ lines, outline }: Document): SourceLine[] {
  const headings = new Map(
    outline.blocks.filter((one) => one.kind === 'heading').map((one) => [one.start, one]),
  )
  const comments = outline.blocks.filter((one) => one.kind === 'comment')
  const isHidden = (i: number) => comments.some((one) => i >= one.start && i < one.end)
  const open: SourceLine[] = []
  let above: SourceLine[] = []
  let all = 0
  let done = 0
  for (const [i, line] of lines.entries()) {
    const heading = headings.get(i)
    if (heading !== undefined) {
      const level = Math.min(6, Math.max(3, heading.level + 1))
      above = heading.level === 1 ? [] : [{ text: `${'#'.repeat(level)} ${heading.text}`, at: line.at }]
    }
    const [, mark] = line.fence === undefined ? (box.exec(line.text) ?? []) : []
    if (mark === undefined || isHidden(i)) continue
    all += 1
    if (mark !== ' ') {
      done += 1
      continue
    }
    open.push(...above, { ...line, text: line.text.trimEnd() })
    above = []
  }
  if (all === 0) return []
  const title = [...headings.values()].find((one) => one.level === 1)
  const progress = `${title === undefined ? 'Tasks' : title.text}: ${done} of ${all} done`
  const at = lines[title?.start ?? 0]?.at ?? 1
  return [{ text: progress, at }, ...open]
}
