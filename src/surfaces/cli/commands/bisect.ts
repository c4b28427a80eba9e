import { type BisectResult, bisectInjections, bisectOutput } from '../../../app/history/index.ts'
import type { ReportProgress } from '../../../app/output/index.ts'
import { historyOptions, injectionForms, refusalExits } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { withProgressBar } from '../progress.ts'
import { withLedger } from '../store-choice.ts'
import { formatInjectionLabel } from '../views/format-injection-label.ts'
import { formatSectionChange } from '../views/format-section-change.ts'
import { formatTable, joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const bisect = defineCommand({
  name: 'bisect',
  summary: 'Find the context change that makes a command fail',
  about: [
    'Runs the command with packets between the two. It gets each packet on standard input and in the file that FOREWORD_PACKET names. Exit code 0 means that the packet is good.',
  ],
  args: [
    { name: 'good', about: `An injection with which it succeeds: ${injectionForms}`, required: true },
    { name: 'bad', about: 'An injection with which it fails', required: true },
    { name: 'command', about: 'The program and its arguments', required: true, many: true, rest: true },
  ],
  options: historyOptions,
  examples: [
    'foreword bisect latest~5 latest -- grep -q "Tests first"',
    "foreword bisect @3 @12 -- sh -c 'test $(wc -c < $FOREWORD_PACKET) -lt 4000'",
  ],
  exits: [[0, 'the change was found'], ...refusalExits],
  outputSchema: bisectOutput,
  run: (call) => withProgressBar(call.terminal, (tell) => search(call, tell)),
  view: bisectView,
})

async function search(call: CommandCall, tell: ReportProgress) {
  const { args, rest } = call.parsed
  return withLedger(call, async (past) => {
    const { test, close } = await call.services.packetTrial(rest)
    try {
      return await bisectInjections(past, { good: args[0]!, bad: args[1]!, command: rest, test, tell })
    } finally {
      close()
    }
  })
}

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
