import type { DiffResult, SectionChange } from '../../../app/history/index.ts'
import type { Hunk } from '../../../core/history/index.ts'
import { visibleLine } from '../visible.ts'
import { labelled } from './log.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, short } from './text.ts'

export function diffView(answer: DiffResult, paint: Paint): string {
  const changed = answer.sections.filter((one) => one.change !== 'same')
  const same = answer.sections.filter((one) => one.change === 'same').map((one) => one.section)
  return page([
    paint.bad(`--- ${labelled(answer.before)}`),
    paint.good(`+++ ${labelled(answer.after)}`),
    ...changed.flatMap((change) => ['', ...changeLines(change, paint)]),
    ...(answer.frame.length === 0
      ? []
      : ['', paint.strong('around the sections'), ...hunkLines(answer.frame, paint)]),
    ...(changed.length + answer.frame.length === 0 ? ['', 'Nothing changed.'] : []),
    ...(same.length === 0 ? [] : ['', ...paragraph(`Unchanged: ${same.join(', ')}`)]),
  ])
}

/** A section with its changes. The lines are as they were sent, however long. */
export function changeLines(change: SectionChange, paint: Paint): string[] {
  const { before, after } = change.size
  const sizes = before === null || after === null ? String(before ?? after ?? 0) : `${before} → ${after}`
  return [
    paint.strong(visibleLine(`${change.section}: ${change.change}, ${sizes} tokens`)),
    ...(change.why === null ? [] : paragraph(change.why, '  ')),
    ...sourceLines(change).map((line) => paint.faint(line)),
    ...hunkLines(change.hunks, paint),
  ]
}

/** Which files are behind it, where that is not the same as before. */
function sourceLines({ sources: { before, after } }: SectionChange): string[] {
  const paths = [...new Set([...after, ...before].map((one) => one.path))]
  return paths.flatMap((path) => {
    const old = before.find((one) => one.path === path)?.digest
    const now = after.find((one) => one.path === path)?.digest
    if (old === now) return []
    if (old === undefined) return paragraph(`${path}: new, ${short(now!)}`, '  ')
    if (now === undefined) return paragraph(`${path}: no longer sent, was ${short(old)}`, '  ')
    return paragraph(`${path}: ${short(old)} → ${short(now)}`, '  ')
  })
}

export function hunkLines(some: readonly Hunk[], paint: Paint): string[] {
  return some.flatMap(({ before, after, lines }) => [
    paint.faint(`@@ -${before.join(',')} +${after.join(',')} @@`),
    ...lines.map(({ op, text }) => {
      const line = op + visibleTabs(text)
      return op === ' ' ? line : op === '+' ? paint.good(line) : paint.bad(line)
    }),
  ])
}

/** A tab is harmless, and code is unreadable without. */
function visibleTabs(text: string): string {
  return text.split('\t').map(visibleLine).join('\t')
}
