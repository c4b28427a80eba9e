import type { StoreChoice } from '../../app/history/index.ts'
import type { ListRecordsInput } from '../../app/sources/index.ts'
import { choiceOf, numberOption } from './asking.ts'
import type { Call } from './command.ts'
import { option } from './options.ts'

/** Uses the preset for bundles in a project without a manifest, because notes go into bundles. */
export function memoryChoice(call: Call): StoreChoice {
  return choiceOf(call, 'bundle')
}

/** Reads the filters of `memory list` and `memory search`. */
export function lookOrder(call: Call): ListRecordsInput {
  return {
    contentClass: option(call.parsed, 'class') ?? null,
    tags: call.parsed.options.get('tag') ?? [],
    expired: call.parsed.options.has('expired'),
    limit: numberOption(call, 'limit', 1000) ?? 20,
  }
}
