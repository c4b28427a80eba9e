import type { SourceLine } from '../values/index.ts'
import type { Document } from './find-field.ts'

const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s/

/** Lists the open tasks under their headings, after a line with the number of tasks that are done. */
export function listOpenTasks({ lines, outline }: Document): SourceLine[] {
  const headings = new Map(
    outline.blocks.filter(({ kind }) => kind === 'heading').map((block) => [block.start, block]),
  )
  const comments = outline.blocks.filter(({ kind }) => kind === 'comment')
  const isHidden = (i: number) => comments.some(({ start, end }) => i >= start && i < end)
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
  const title = [...headings.values()].find(({ level }) => level === 1)
  const progress = `${title === undefined ? 'Tasks' : title.text}: ${done} of ${all} done`
  const at = lines[title?.start ?? 0]?.at ?? 1
  return [{ text: progress, at }, ...open]
}
