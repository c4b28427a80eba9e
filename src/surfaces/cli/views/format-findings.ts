import type { CheckFinding, CheckResult } from '../../../app/check/index.ts'
import { type CheckCode, type CheckRule, checkRules, severities } from '../../../core/check/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { formatTable, joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

/** The first line of a finding has the format of compilers, so that editors can jump to the place. */
export function formatFindings({ findings }: CheckResult, paint: Paint): string {
  return joinLines(
    findings.flatMap((finding, i) => [
      ...(i === 0 ? [] : ['']),
      `${paint.strong(formatPlace(finding))}: ${paintSeverity(finding, paint)} ${finding.code}`,
      ...wrapParagraph(makeVisibleLine(finding.message), '  '),
      ...wrapParagraph(
        `Expected: ${makeVisibleLine(finding.expected)}. ${makeVisibleLine(finding.advice)}`,
        '  ',
      ).map((line) => paint.faint(line)),
      ...(finding.agent === null
        ? []
        : [paint.faint(`  Measured on ${finding.agent.id} ${finding.agent.version}.`)]),
    ]),
  )
}

function formatPlace({ file, line }: CheckFinding): string {
  return line === null ? makeVisibleLine(file) : `${makeVisibleLine(file)}:${line}`
}

function paintSeverity({ severity }: CheckFinding, paint: Paint): string {
  if (severity === 'error') return paint.bad(severity)
  return severity === 'warning' ? paint.notable(severity) : severity
}

/** Always one line: `2 errors and 1 warning in 3 of 12 texts (412 files).` */
export function formatCheckSummary(result: CheckResult): string {
  const { counts, known, files, checked, baseline } = result
  const found = severities
    .toReversed()
    .flatMap((name) => (counts[name] === 0 ? [] : [formatCount(counts[name], name)]))
  const more = [
    ...(known === 0 ? [] : [`${formatCount(known, 'finding')} in the baseline`]),
    ...(baseline === null || baseline.gone === 0 ? [] : [`${baseline.gone} of the baseline no longer found`]),
    `${formatCount(checked, 'text')} for agents in ${formatCount(files, 'file')}`,
  ]
  const first = found.length === 0 ? 'No findings' : found.join(', ')
  const wrote =
    baseline?.wrote == null ? [] : [`The findings were written to ${makeVisibleLine(baseline.wrote)}.`]
  return joinLines([`${first} (${more.join(', ')}).`, ...wrote])
}

/** The long form of one check, or a table of all. */
export function formatCheckRules(code: string): string {
  const rules: Readonly<Record<string, CheckRule>> = checkRules
  const rule = rules[code as CheckCode]
  if (rule !== undefined)
    return joinLines([`${code} (${rule.severity})`, rule.title, '', ...wrapParagraph(rule.about)])
  const rows = Object.entries(rules).map(([name, { severity, title }]) => [name, severity, title])
  return joinLines(
    formatTable([{ head: 'check' }, { head: 'severity' }, { head: 'finds', lose: 'end' }], rows),
  )
}
