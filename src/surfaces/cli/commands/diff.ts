import { type DiffResult, diffInjections, diffOutput } from '../../../app/history/index.ts'
import { historyOptions, injectionForms, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { formatSkippedInjections } from '../skipped-injections.ts'
import { withLedger } from '../store-choice.ts'
import { formatHunks } from '../views/format-hunks.ts'
import { formatInjectionLabel } from '../views/format-injection-label.ts'
import { formatSectionChange } from '../views/format-section-change.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const diff = defineCommand({
  name: 'diff',
  summary: 'Show what changed between two injections, section by section',
  about: [],
  args: [
    { name: 'before', about: `The earlier injection: ${injectionForms}`, required: true },
    { name: 'after', about: 'The later injection', required: true },
  ],
  options: historyOptions,
  examples: ['foreword diff latest~1 latest', 'foreword diff @3 @12 --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: diffOutput,
  run(call) {
    const [before, after] = call.parsed.args
    return withLedger(call, (past) => diffInjections(past, before!, after!))
  },
  view: diffView,
  notices: ({ skipped }) => formatSkippedInjections(skipped),
})

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
