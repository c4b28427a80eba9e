import type { BisectResult } from '../../../app/history/index.ts'
import { changeLines } from './diff.ts'
import { labelled } from './log.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, table } from './text.ts'

export function bisectView(result: BisectResult, paint: Paint): string {
  const rows = result.tries.map(({ what, exit_code, passes }) => [
    passes ? '✓' : '!',
    what,
    exit_code === null ? 'ended by a signal' : `exit code ${exit_code}`,
  ])
  return page([
    ...table([{ head: '' }, { head: '', lose: 'end' }, { head: '' }], rows),
    ...(rows.length === 0 ? [] : ['']),
    ...paragraph(`The first injection that fails is ${labelled(result.first_bad)}.`).map((line) =>
      paint.strong(line),
    ),
    ...(result.note === null ? [] : paragraph(result.note)),
    ...(result.culprit === null
      ? []
      : ['', 'This change makes the command fail:', ...changeLines(result.culprit, paint)]),
  ])
}
