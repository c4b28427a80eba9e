import { memoryPromoteOutput, promoteRecord } from '../../../app/sources/index.ts'
import { defineCommand } from '../command.ts'
import { memoryChoice } from '../memory-choice.ts'
import { option } from '../options.ts'
import { promoteNotice } from '../views/memory.ts'
import { visible } from '../visible.ts'
import { choiceOptions, nowOption, refusals, storeOptions } from '../words.ts'

export const memoryPromote = defineCommand({
  name: 'memory promote',
  summary: 'Make a candidate of a record, for a person to accept',
  about: [
    'Where the manifest says so (memory.promote), an entry is appended to a list in a JSON file; else a Markdown document is printed, or written with --to. Either is a candidate, and nothing that counts.',
  ],
  args: [{ name: 'id', about: 'Of the record: tmr_…', required: true }],
  options: [
    { name: 'to', value: 'FILE', about: 'Write a Markdown document there; never overwrites' },
    ...storeOptions,
    ...choiceOptions,
    nowOption,
  ],
  examples: [
    'foreword memory promote tmr_20260224t050000z_4f9a1c2b',
    'foreword memory promote tmr_20260224t050000z_4f9a1c2b --to=docs/retry.md',
  ],
  exits: [[0, 'made, and the record is marked'], ...refusals],
  outputSchema: memoryPromoteOutput,
  async run(call) {
    const order = { id: call.parsed.args[0]!, to: option(call.parsed, 'to') ?? null }
    return promoteRecord(await call.services.memory(memoryChoice(call)), order)
  },
  view: (answer) => (answer.to === null ? visible(answer.document ?? '') : promoteNotice(answer)),
  notices: (answer, { parsed }) =>
    answer.to === null && !parsed.options.has('json') ? promoteNotice(answer) : '',
})
