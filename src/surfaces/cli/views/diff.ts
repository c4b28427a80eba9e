import type { DiffResult, SectionChange } from '../../../app/history/index.ts'
import type { Hunk } from '../../../core/history/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { joinLines, shortenDigest, wrapParagraph } from './lines.ts'
import { formatInjectionLabel } from './log.ts'
import type { Paint } from './paint.ts'

export function diffView(result: DiffResult, paint: Paint): string {
  const changed = result.sections.filter(({ change }) => change !== 'same')
  const same = result.sections.filter(({ change }) => change === 'same').map(({ section }) => section)
  return joinLines([
    paint.bad(`--- ${formatInjectionLabel(result.before)}`),
    paint.good(`+++ ${formatInjectionLabel(result.after)}`),
    ...changed.flatMap((change) => ['', ...formatSectionChange(change, paint)]),
    ...(result.frame.length === 0
      ? []
      : ['', paint.strong('outside the sections'), ...formatHunks(result.frame, paint)]),
    ...(changed.length + result.frame.length === 0 ? ['', 'Nothing changed.'] : []),
    ...(same.length === 0 ? [] : ['', ...wrapParagraph(`Unchanged: ${same.join(', ')}`)]),
  ])
}

/** A section with its changes. Lines appear as they were sent and are never cut. */
export function formatSectionChange(change: SectionChange, paint: Paint): string[] {
  const { before, after } = change.size
  const sizes = before === null || after === null ? String(before ?? after ?? 0) : `${before} → ${after}`
  return [
    paint.strong(makeVisibleLine(`${change.section}: ${change.change}, ${sizes} tokens`)),
    ...(change.why === null ? [] : wrapParagraph(change.why, '  ')),
    ...sourceLines(change).map((line) => paint.faint(line)),
    ...formatHunks(change.hunks, paint),
  ]
}

/** Lists the files of the section that changed. */
function sourceLines({ sources: { before, after } }: SectionChange): string[] {
  const paths = [...new Set([...after, ...before].map((source) => source.path))]
  return paths.flatMap((path) => {
    const old = before.find((source) => source.path === path)?.digest
    const now = after.find((source) => source.path === path)?.digest
    if (old === now) return []
    if (old === undefined) return wrapParagraph(`${path}: new, ${shortenDigest(now!)}`, '  ')
    if (now === undefined) return wrapParagraph(`${path}: no longer sent, was ${shortenDigest(old)}`, '  ')
    return wrapParagraph(`${path}: ${shortenDigest(old)} → ${shortenDigest(now)}`, '  ')
  })
}

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
