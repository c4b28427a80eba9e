import { type MemoryPromoteResult, memoryPromoteOutput, promoteRecord } from '../../../app/sources/index.ts'
import { manifestChoiceOptions, nowOption, refusalExits, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { makeVisible } from '../make-visible.ts'
import { readMemoryStoreChoice } from '../memory-store-choice.ts'
import { readOption } from '../read-options.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'

export const memoryPromote = defineCommand({
  name: 'memory promote',
  summary: 'Turn a note into a candidate that a person can accept',
  about: [
    'If the manifest has memory.promote, appends an entry to a list in a JSON file. Otherwise prints a Markdown document, or writes it with --to. A candidate is not authoritative until a person accepts it.',
  ],
  args: [{ name: 'id', about: 'The id of the note: tmr_…', required: true }],
  options: [
    { name: 'to', value: 'FILE', about: 'Write a Markdown document to this file; never overwrites a file' },
    ...storeOptions,
    ...manifestChoiceOptions,
    nowOption,
  ],
  examples: [
    'foreword memory promote tmr_20260224t050000z_4f9a1c2b',
    'foreword memory promote tmr_20260224t050000z_4f9a1c2b --to=docs/retry.md',
  ],
  exits: [[0, 'promoted; the note is marked'], ...refusalExits],
  outputSchema: memoryPromoteOutput,
  async run(call) {
    const input = { id: call.parsed.args[0]!, to: readOption(call.parsed, 'to') ?? null }
    return promoteRecord(await call.services.memory(readMemoryStoreChoice(call)), input)
  },
  view: (result) => (result.to === null ? makeVisible(result.document ?? '') : formatMemoryPromotion(result)),
  notices: (result, { parsed }) =>
    result.to === null && !parsed.options.has('json') ? formatMemoryPromotion(result) : '',
})

export function formatMemoryPromotion({ record_id, to }: MemoryPromoteResult): string {
  const where = to === null ? '' : ` in ${to}`
  return joinLines(
    wrapParagraph(
      `${record_id} is now a candidate${where}. It is not authoritative until a person accepts it.`,
    ),
  )
}
