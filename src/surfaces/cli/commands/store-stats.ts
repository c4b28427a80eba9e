import { readStats, storeStatsOutput } from '../../../app/history/index.ts'
import { choiceOf } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { statsView } from '../views/store.ts'
import { pastOptions, refusals } from '../words.ts'

export const storeStats = defineCommand({
  name: 'store stats',
  summary: 'Show where the store is and what it contains',
  about: [],
  args: [],
  options: pastOptions,
  examples: ['foreword store stats', 'foreword store stats --json'],
  exits: [[0, 'shown'], ...refusals],
  outputSchema: storeStatsOutput,
  run: (call) => call.services.withStore(choiceOf(call), readStats, { any: true }),
  view: statsView,
})
