import { listRecords, type MemoryListResult, memoryListOutput } from '../../../app/sources/index.ts'
import { nowOption, recordFilterOptions, refusalExits, repoArgument, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readMemoryStoreChoice, readRecordFilters } from '../memory-store-choice.ts'
import { formatRecords } from '../views/format-records.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const memoryList = defineCommand({
  name: 'memory list',
  summary: 'List the notes in tactical memory, newest first',
  about: [],
  args: [repoArgument],
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

export function memoryListView(result: MemoryListResult, paint: Paint): string {
  const { records, project } = result
  if (records.length === 0)
    return joinLines(wrapParagraph(`No notes of ${project}. Add one with "foreword memory add".`))
  return joinLines(formatRecords(result, paint))
}
