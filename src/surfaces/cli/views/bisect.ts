import type { BisectResult } from '../../../app/history/index.ts'
import { formatSectionChange } from './diff.ts'
import { formatTable, joinLines, wrapParagraph } from './lines.ts'
import { formatInjectionLabel } from './log.ts'
import type { Paint } from './paint.ts'

export function bisectView(result: BisectResult, paint: Paint): string {
  const rows = result.tries.map(({ what, exit_code, passes }) => [
    passes ? '✓' : '!',
    what,
    exit_code === null ? 'ended by a signal' : `exit code ${exit_code}`,
  ])
  return joinLines([
    ...formatTable([{ head: '' }, { head: '', lose: 'end' }, { head: '' }], rows),
    ...(rows.length === 0 ? [] : ['']),
    ...wrapParagraph(`The first injection that fails is ${formatInjectionLabel(result.first_bad)}.`).map(
      (line) => paint.strong(line),
    ),
    ...(result.note === null ? [] : wrapParagraph(result.note)),
    ...(result.culprit === null
      ? []
      : ['', 'This change makes the command fail:', ...formatSectionChange(result.culprit, paint)]),
  ])
}
