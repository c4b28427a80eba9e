import { memorySearchOutput, searchRecords } from '../../../app/sources/index.ts'
import { defineCommand } from '../command.ts'
import { lookOrder, memoryChoice } from '../memory-choice.ts'
import { searchView } from '../views/memory.ts'
import { nowOption, recordFilters, refusals, storeOptions } from '../words.ts'

export const memorySearch = defineCommand({
  name: 'memory search',
  summary: 'Find notes in tactical memory by their words',
  about: ['Shows why each note matches. Sorts by score, then newest first, then by id.'],
  args: [{ name: 'words', about: 'The words to search for', required: true, many: true }],
  options: [...recordFilters, ...storeOptions, nowOption],
  examples: ['foreword memory search importer rows', 'foreword memory search importer --tag=risk --json'],
  exits: [[0, 'shown, even if there are none'], ...refusals],
  outputSchema: memorySearchOutput,
  async run(call) {
    const query = call.parsed.args.join(' ')
    const choice = memoryChoice(call)
    const filters = lookOrder(call)
    return searchRecords(await call.services.memory(choice), query, filters)
  },
  view: searchView,
})
