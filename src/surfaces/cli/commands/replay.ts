import { replayInjection, replayOutput } from '../../../app/history/index.ts'
import { historyOptions, injectionArgument, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { formatSkippedInjections } from '../skipped-injections.ts'
import { withLedger } from '../store-choice.ts'

export const replay = defineCommand({
  name: 'replay',
  summary: 'Print a past packet byte for byte',
  about: [],
  args: [injectionArgument],
  options: historyOptions,
  examples: ['foreword replay latest', 'foreword replay @12 > context.md'],
  exits: [[0, 'printed'], ...refusalExits],
  outputSchema: replayOutput,
  run: (call) => withLedger(call, (past) => replayInjection(past, call.parsed.args[0]!)),
  view: ({ text }) => text,
  notices: ({ skipped }) => formatSkippedInjections(skipped),
})
