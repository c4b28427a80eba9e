import type { AllowEntryDraft, ScrubFinding, ScrubInput, ScrubResult } from '../../../app/redaction/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { joinLines } from './lines.ts'

/** The format of compilers, so that editors can jump to the place. */
export function formatScrubFindings(findings: readonly ScrubFinding[]): string {
  return joinLines(
    findings.map(({ file, line, column, rule }) => `${makeVisibleLine(file)}:${line}:${column}: ${rule}`),
  )
}

export function formatUnreadableFile(file: string, reason: string): string {
  const name = file === '-' ? 'standard input' : makeVisibleLine(file)
  return `Cannot read ${name}: ${reason}.\n`
}

/** Always one line: `3 findings in 2 files (412 files, 3 skipped: 2 binary, 1 link).` */
export function formatScrubSummary(result: ScrubResult): string {
  const { findings, allowed, known, skipped, unreadable, files, baseline } = result
  const places = new Set(findings.map(({ file }) => file)).size
  const word = baseline === null || baseline.wrote !== null ? 'finding' : 'new finding'
  const found =
    findings.length === 0
      ? `No ${word}s`
      : `${formatCount(findings.length, word)} in ${formatCount(places, 'file')}`
  const counts = [
    ...(allowed.length === 0 ? [] : [`${allowed.length} allowed`]),
    ...(known.length === 0 ? [] : [`${known.length} known`]),
  ]
  const looked = [
    formatCount(files, 'file'),
    ...(unreadable.length === 0 ? [] : [`${unreadable.length} not readable`]),
    ...(skipped.length === 0 ? [] : [`${skipped.length} skipped: ${byReason(skipped)}`]),
  ]
  return joinLines([`${[found, ...counts].join(', ')} (${looked.join(', ')}).`])
}

function byReason(skipped: ScrubResult['skipped']): string {
  const counts = new Map<string, number>()
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ')
}

/** Warnings and facts besides the findings. */
export function formatScrubNotices(result: ScrubResult, { output, writeBaseline }: ScrubInput): string {
  const { stale, baseline } = result
  const isPatch = output === 'patch'
  const sentences = [
    ...stale.map(
      ({ line, reason }) =>
        `foreword: warning: allow-list, line ${line}: the entry matches nothing (${makeVisibleLine(reason)})`,
    ),
    ...(isPatch && result.findings.length + result.known.length > 0
      ? ['The patch contains the secrets that it removes. Do not share it.']
      : []),
    ...(baseline === null ? [] : baselineSentences(result, baseline)),
    ...(writeBaseline !== null && baseline?.wrote === null
      ? ['The baseline was not written, because it would lack the files that could not be read.']
      : []),
  ]
  return joinLines(sentences)
}

function baselineSentences(
  { findings, known }: ScrubResult,
  { gone, wrote }: NonNullable<ScrubResult['baseline']>,
): string[] {
  const total = formatCount(findings.length + known.length, 'finding')
  if (wrote !== null) return [`Baseline written to ${makeVisibleLine(wrote)}: ${total}.`]
  if (gone > 0)
    return [
      `${formatCount(gone, 'known finding')} ${gone === 1 ? 'is' : 'are'} gone. Write the baseline again with --write-baseline.`,
    ]
  return []
}

/** An allow-list entry without its reason, which only a person can give. */
export function formatAllowEntries(drafts: readonly AllowEntryDraft[]): string {
  return joinLines(
    drafts.flatMap(({ rule, sha256 }) => [
      `- sha256: ${sha256.replace(/^sha256:/, '')}`,
      ...(rule === null ? [] : [`  rule: ${rule}`]),
      '  reason: # say why this is not a secret',
    ]),
  )
}
