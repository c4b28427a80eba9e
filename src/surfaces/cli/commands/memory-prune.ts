import {
  type MemoryPruneResult,
  memoryPruneOutput,
  type PruneRecordsInput,
  pruneRecords,
} from '../../../app/sources/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { nowOption, refusalExits, repoArgument, storeOptions } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { readMemoryStoreChoice } from '../memory-store-choice.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { readTimeOption } from '../store-choice.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'

export const memoryPrune = defineCommand({
  name: 'memory prune',
  summary: 'Delete notes that have expired or are old',
  about: ['Needs --expired, --before or both. The ledger still shows that the notes existed.'],
  args: [repoArgument],
  options: [
    { name: 'expired', about: 'Delete notes that have expired' },
    {
      name: 'before',
      value: 'TIME',
      about: 'Delete notes from before 90d or 12w ago, or before a day (ISO 8601)',
    },
    { name: 'dry-run', about: 'Show what would be deleted, and delete nothing' },
    ...storeOptions,
    nowOption,
  ],
  examples: ['foreword memory prune --expired', 'foreword memory prune --before=90d --dry-run'],
  exits: [[0, 'done'], ...refusalExits],
  outputSchema: memoryPruneOutput,
  async run(call) {
    const input = readInput(call)
    return pruneRecords(await call.services.memory(readMemoryStoreChoice(call)), input)
  },
  view: memoryPruneView,
})

function readInput(call: CommandCall): PruneRecordsInput {
  const { options } = call.parsed
  const expired = options.has('expired')
  const before = readTimeOption(call, 'before') ?? null
  if (!expired && before === null)
    throw makeUsageRefusal(call.command, 'give --expired, --before=90d, or both')
  return { expired, before, dryRun: options.has('dry-run') }
}

export function memoryPruneView({ records, dry_run, left }: MemoryPruneResult): string {
  if (records.length === 0) return joinLines([`Nothing to delete; ${formatCount(left, 'note')} left.`])
  const did = dry_run ? 'Would delete' : 'Deleted'
  return joinLines([
    ...wrapParagraph(`${did} ${formatCount(records.length, 'note')}; ${formatCount(left, 'note')} left.`),
    ...records.map((id) => `  ${id}`),
  ])
}
