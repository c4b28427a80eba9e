import { memorySearchOutput, searchRecords } from '../../../app/sources/index.ts'
import { nowOption, recordFilterOptions, refusalExits, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readMemoryStoreChoice, readRecordFilters } from '../memory-store-choice.ts'
import { memorySearchView } from '../views/memory.ts'

export const memorySearch = defineCommand({
  name: 'memory search',
  summary: 'Find notes in tactical memory by their words',
  about: ['Shows why each note matches. Sorts by score, then newest first, then by id.'],
  args: [{ name: 'words', about: 'The words to search for', required: true, many: true }],
  options: [...recordFilterOptions, ...storeOptions, nowOption],
  examples: ['foreword memory search importer rows', 'foreword memory search importer --tag=risk --json'],
  exits: [[0, 'shown, even if there are none'], ...refusalExits],
  outputSchema: memorySearchOutput,
  async run(call) {
    const query = call.parsed.args.join(' ')
    const choice = readMemoryStoreChoice(call)
    const filters = readRecordFilters(call)
    return searchRecords(await call.services.memory(choice), query, filters)
  },
  view: memorySearchView,
})
