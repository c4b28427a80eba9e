import type { BisectResult } from '../../../app/history/index.ts'
import { changeLines } from './diff.ts'
import { labelled } from './log.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, table } from './text.ts'

export function bisectView(answer: BisectResult, paint: Paint): string {
  const rows = answer.tries.map(({ what, exit_code, passes }) => [
    passes ? '✓' : '!',
    what,
    exit_code === null ? 'ended by a signal' : `exit code ${exit_code}`,
  ])
  return page([
    ...table([{ head: '' }, { head: '', lose: 'end' }, { head: '' }], rows),
    ...(rows.length === 0 ? [] : ['']),
    ...paragraph(`It fails from ${labelled(answer.first_bad)} on.`).map((line) => paint.strong(line)),
    ...(answer.note === null ? [] : paragraph(answer.note)),
    ...(answer.culprit === null
      ? []
      : ['', 'This change makes it fail:', ...changeLines(answer.culprit, paint)]),
  ])
}
