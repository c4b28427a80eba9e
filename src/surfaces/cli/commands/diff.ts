import { diffInjections, diffOutput } from '../../../app/history/index.ts'
import { historyOptions, injectionForms, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { formatSkippedInjections } from '../skipped-injections.ts'
import { withLedger } from '../store-choice.ts'
import { diffView } from '../views/diff.ts'

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
