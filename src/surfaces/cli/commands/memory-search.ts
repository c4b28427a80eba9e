import { memorySearchOutput, searchRecords } from '../../../app/sources/index.ts'
import { defineCommand } from '../command.ts'
import { lookOrder, memoryChoice } from '../memory-choice.ts'
import { searchView } from '../views/memory.ts'
import { nowOption, recordFilters, refusals, storeOptions } from '../words.ts'

export const memorySearch = defineCommand({
  name: 'memory search',
  summary: 'Find records by their words, and say why each was found',
  about: ['The same records, words and time give the same order: score, then the newest, then the id.'],
  args: [{ name: 'words', about: 'What to look for', required: true, many: true }],
  options: [...recordFilters, ...storeOptions, nowOption],
  examples: ['foreword memory search importer rows', 'foreword memory search importer --tag=risk --json'],
  exits: [[0, 'shown, also when there are none'], ...refusals],
  outputSchema: memorySearchOutput,
  async run(call) {
    const query = call.parsed.args.join(' ')
    const choice = memoryChoice(call)
    const order = lookOrder(call)
    return searchRecords(await call.services.memory(choice), query, order)
  },
  view: searchView,
})
