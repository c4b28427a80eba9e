import { readStats, storeStatsOutput } from '../../../app/history/index.ts'
import { historyOptions, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readStoreChoice } from '../store-choice.ts'
import { storeStatsView } from '../views/store.ts'

export const storeStats = defineCommand({
  name: 'store stats',
  summary: 'Show where the store is and what it contains',
  about: [],
  args: [],
  options: historyOptions,
  examples: ['foreword store stats', 'foreword store stats --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: storeStatsOutput,
  run: (call) => call.services.withStore(readStoreChoice(call), readStats, { any: true }),
  view: storeStatsView,
})
