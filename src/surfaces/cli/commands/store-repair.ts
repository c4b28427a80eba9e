import { storeRepairOutput } from '../../../app/history/index.ts'
import { refusalExits, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { withProgressBar } from '../progress.ts'
import { readStoreChoice } from '../store-choice.ts'
import { storeRepairView } from '../views/store.ts'

export const storeRepair = defineCommand({
  name: 'store repair',
  summary: 'Rebuild a damaged store and import waiting receipts',
  about: [
    'Copies every readable entry into a new store, keeps the damaged one under another name, and records which entries are lost. Then imports the receipts that wait in the spool.',
  ],
  args: [],
  options: storeOptions,
  examples: ['foreword store repair', 'foreword store repair --repo=../shop --json'],
  exits: [[0, 'repaired, or nothing was wrong'], ...refusalExits],
  outputSchema: storeRepairOutput,
  run(call) {
    const choice = readStoreChoice(call)
    return withProgressBar(call.terminal, (tell) => {
      tell({ done: 0, total: null, what: 'copying readable entries' })
      return call.services.repairStore(choice)
    })
  },
  view: storeRepairView,
})
