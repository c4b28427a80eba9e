import { listRecords, memoryListOutput } from '../../../app/sources/index.ts'
import { nowOption, recordFilterOptions, refusalExits, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readMemoryStoreChoice, readRecordFilters } from '../memory-store-choice.ts'
import { memoryListView } from '../views/memory.ts'

export const memoryList = defineCommand({
  name: 'memory list',
  summary: 'List the notes in tactical memory, newest first',
  about: [],
  args: [],
  options: [...recordFilterOptions, ...storeOptions, nowOption],
  examples: ['foreword memory list', 'foreword memory list --class=risk_note --expired --json'],
  exits: [[0, 'shown, even if there are none'], ...refusalExits],
  outputSchema: memoryListOutput,
  async run(call) {
    const choice = readMemoryStoreChoice(call)
    const filters = readRecordFilters(call)
    return listRecords(await call.services.memory(choice), filters)
  },
  view: memoryListView,
})
