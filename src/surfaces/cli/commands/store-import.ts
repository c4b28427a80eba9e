import { type ImportResult, importLedger, storeImportOutput } from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { historyOptions, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { withProgressBar } from '../progress.ts'
import { readStoreChoice } from '../store-choice.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'

export const storeImport = defineCommand({
  name: 'store import',
  summary: 'Import a ledger that "store export" wrote',
  about: ['Imports all entries or none. Entries that exist already stay unchanged.'],
  args: [{ name: 'file', about: 'The export; - reads it from standard input', required: true }],
  options: historyOptions,
  examples: ['foreword store import shop.jsonl', 'zcat shop.jsonl.gz | foreword store import -'],
  exits: [[0, 'imported'], ...refusalExits],
  outputSchema: storeImportOutput,
  run(call) {
    const { services, parsed, terminal } = call
    const [file = '-'] = parsed.args
    return withProgressBar(terminal, (tell) =>
      services.withStore(
        readStoreChoice(call),
        (opened) => importLedger(opened, services.readLines(file === '-' ? null : file), tell),
        { make: true },
      ),
    )
  },
  view: storeImportView,
})

export function storeImportView({ entries, known, blobs }: ImportResult): string {
  const there = known === 0 ? '' : ` ${formatCount(known, 'entry', 'entries')} existed already.`
  return joinLines(
    wrapParagraph(
      `Imported ${formatCount(entries, 'entry', 'entries')} and ${formatCount(blobs, 'text')}.${there}`,
    ),
  )
}
