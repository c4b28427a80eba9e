import { replayInjection, replayOutput } from '../../../app/history/index.ts'
import { withLedger } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { injection, pastOptions, refusals } from '../words.ts'

export const replay = defineCommand({
  name: 'replay',
  summary: 'Print a past packet byte for byte',
  about: [],
  args: [injection],
  options: pastOptions,
  examples: ['foreword replay latest', 'foreword replay @12 > context.md'],
  exits: [[0, 'printed'], ...refusals],
  outputSchema: replayOutput,
  run: (call) => withLedger(call, (past) => replayInjection(past, call.parsed.args[0]!)),
  view: ({ text }) => text,
})
