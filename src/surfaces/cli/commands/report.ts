import { reportOutput, reportRuns } from '../../../app/history/index.ts'
import { choiceOf, timeOption } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { reportView } from '../views/report.ts'
import { pastOptions, refusals, sinceOption } from '../words.ts'

export const report = defineCommand({
  name: 'report',
  summary: 'Compare runs with context to runs without',
  about: [
    'Compares success rates by agent, level and section, with 95 % confidence intervals. Reports a difference only if it is unlikely to be chance.',
  ],
  args: [],
  options: [sinceOption, ...pastOptions],
  examples: ['foreword report', 'foreword report --since=2w --json'],
  exits: [[0, 'shown'], ...refusals],
  outputSchema: reportOutput,
  async run(call) {
    const choice = choiceOf(call)
    const since = timeOption(call, 'since') ?? null
    return call.services.withStore(choice, (opened) => reportRuns(opened, since))
  },
  view: reportView,
})
