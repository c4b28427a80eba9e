import type { SectionChange } from '../../../app/history/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { formatHunks } from './format-hunks.ts'
import { shortenDigest, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

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
