import { showInjection, showOutput } from '../../../app/history/index.ts'
import { historyOptions, injectionArgument, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { withLedger } from '../store-choice.ts'
import { showView } from '../views/show.ts'

export const show = defineCommand({
  name: 'show',
  summary: 'Show the receipt of an injection',
  about: [
    'Shows who received it and when, its sections and sources, what was left out, and how the run ended.',
  ],
  args: [injectionArgument],
  options: historyOptions,
  examples: ['foreword show latest', 'foreword show @12 --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: showOutput,
  run: (call) => withLedger(call, (past) => showInjection(past, call.parsed.args[0]!)),
  view: showView,
})
