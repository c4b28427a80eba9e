import { reportOutput, reportRuns } from '../../../app/history/index.ts'
import { historyOptions, refusalExits, sinceOption } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readStoreChoice, readTimeOption } from '../store-choice.ts'
import { reportView } from '../views/report.ts'

export const report = defineCommand({
  name: 'report',
  summary: 'Compare runs with context to runs without',
  about: [
    'Compares success rates by agent, level and section, with 95 % confidence intervals. Reports a difference only if it is unlikely to be chance.',
  ],
  args: [],
  options: [sinceOption, ...historyOptions],
  examples: ['foreword report', 'foreword report --since=2w --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: reportOutput,
  async run(call) {
    const choice = readStoreChoice(call)
    const since = readTimeOption(call, 'since') ?? null
    return call.services.withStore(choice, (opened) => reportRuns(opened, since))
  },
  view: reportView,
})
