import { listRecords, memoryListOutput } from '../../../app/sources/index.ts'
import { defineCommand } from '../command.ts'
import { lookOrder, memoryChoice } from '../memory-choice.ts'
import { listView } from '../views/memory.ts'
import { nowOption, recordFilters, refusals, storeOptions } from '../words.ts'

export const memoryList = defineCommand({
  name: 'memory list',
  summary: 'List the notes in tactical memory, newest first',
  about: [],
  args: [],
  options: [...recordFilters, ...storeOptions, nowOption],
  examples: ['foreword memory list', 'foreword memory list --class=risk_note --expired --json'],
  exits: [[0, 'shown, even if there are none'], ...refusals],
  outputSchema: memoryListOutput,
  async run(call) {
    const choice = memoryChoice(call)
    const filters = lookOrder(call)
    return listRecords(await call.services.memory(choice), filters)
  },
  view: listView,
})
