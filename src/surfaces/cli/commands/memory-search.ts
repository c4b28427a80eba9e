import { type MemorySearchResult, memorySearchOutput, searchRecords } from '../../../app/sources/index.ts'
import { nowOption, recordFilterOptions, refusalExits, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readMemoryStoreChoice, readRecordFilters } from '../memory-store-choice.ts'
import { formatRecords } from '../views/format-records.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

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

export function memorySearchView(result: MemorySearchResult, paint: Paint): string {
  const { records, terms, project } = result
  if (records.length === 0)
    return joinLines(wrapParagraph(`No note of ${project} contains any of: ${terms.join(', ')}.`))
  return joinLines(formatRecords(result, paint, ({ score, why }) => `score ${score}: ${why.join('; ')}`))
}
