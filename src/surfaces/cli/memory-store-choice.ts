import type { StoreChoice } from '../../app/history/index.ts'
import type { ListRecordsInput } from '../../app/sources/index.ts'
import type { CommandCall } from './command.ts'
import { readOption } from './read-options.ts'
import { readNumberOption, readStoreChoice } from './store-choice.ts'

/** Uses the preset for bundles in a project without a manifest, because notes go into bundles. */
export function readMemoryStoreChoice(call: CommandCall): StoreChoice {
  return readStoreChoice(call, 'bundle')
}

/** Reads the filters of `memory list` and `memory search`. */
export function readRecordFilters(call: CommandCall): ListRecordsInput {
  return {
    contentClass: readOption(call.parsed, 'class') ?? null,
    tags: call.parsed.options.get('tag') ?? [],
    expired: call.parsed.options.has('expired'),
    limit: readNumberOption(call, 'limit', 1000) ?? 20,
  }
}
