import { memoryPruneOutput, type PruneRecordsInput, pruneRecords } from '../../../app/sources/index.ts'
import { timeOption } from '../asking.ts'
import { type Call, defineCommand } from '../command.ts'
import { memoryChoice } from '../memory-choice.ts'
import { usage } from '../parse.ts'
import { pruneView } from '../views/memory.ts'
import { nowOption, refusals, storeOptions } from '../words.ts'

export const memoryPrune = defineCommand({
  name: 'memory prune',
  summary: 'Delete records that have expired, or are old',
  about: ['The ledger goes on telling that they were there. One of --expired and --before is needed.'],
  args: [],
  options: [
    { name: 'expired', about: 'Those that have expired' },
    { name: 'before', value: 'TIME', about: 'Those captured before, e.g. 90d, 12w, or a day (ISO 8601)' },
    { name: 'dry-run', about: 'Only say what would be deleted' },
    ...storeOptions,
    nowOption,
  ],
  examples: ['foreword memory prune --expired', 'foreword memory prune --before=90d --dry-run'],
  exits: [[0, 'done'], ...refusals],
  outputSchema: memoryPruneOutput,
  async run(call) {
    const order = pruneOrder(call)
    return pruneRecords(await call.services.memory(memoryChoice(call)), order)
  },
  view: pruneView,
})

function pruneOrder(call: Call): PruneRecordsInput {
  const { options } = call.parsed
  const expired = options.has('expired')
  const before = timeOption(call, 'before') ?? null
  if (!expired && before === null)
    throw usage(call.command, 'say what may go: --expired, --before=90d, or both')
  return { expired, before, dryRun: options.has('dry-run') }
}
