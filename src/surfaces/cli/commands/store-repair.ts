import { storeRepairOutput } from '../../../app/history/index.ts'
import { choiceOf } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { watched } from '../progress.ts'
import { repairView } from '../views/store.ts'
import { refusals, storeOptions } from '../words.ts'

export const storeRepair = defineCommand({
  name: 'store repair',
  summary: 'Save what can be read of a damaged store, and empty the spool',
  about: ['The damaged database is set aside, never deleted. What is lost is said, and stays on record.'],
  args: [],
  options: storeOptions,
  examples: ['foreword store repair', 'foreword store repair --repo=../shop --json'],
  exits: [[0, 'done, or nothing was wrong'], ...refusals],
  outputSchema: storeRepairOutput,
  run(call) {
    const choice = choiceOf(call)
    return watched(call.terminal, (tell) => {
      tell({ done: 0, total: null, what: 'saving what can be read' })
      return call.services.repairStore(choice)
    })
  },
  view: repairView,
})
