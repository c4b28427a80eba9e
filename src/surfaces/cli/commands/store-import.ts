import { importLedger, storeImportOutput } from '../../../app/history/index.ts'
import { choiceOf } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { watched } from '../progress.ts'
import { importView } from '../views/store.ts'
import { pastOptions, refusals } from '../words.ts'

export const storeImport = defineCommand({
  name: 'store import',
  summary: 'Import a ledger that "store export" wrote',
  about: ['Imports all entries or none. Entries that exist already stay unchanged.'],
  args: [{ name: 'file', about: 'The export; - reads it from standard input', required: true }],
  options: pastOptions,
  examples: ['foreword store import shop.jsonl', 'zcat shop.jsonl.gz | foreword store import -'],
  exits: [[0, 'imported'], ...refusals],
  outputSchema: storeImportOutput,
  run(call) {
    const { services, parsed, terminal } = call
    const [file = '-'] = parsed.args
    return watched(terminal, (tell) =>
      services.withStore(
        choiceOf(call),
        (opened) => importLedger(opened, services.readLines(file === '-' ? null : file), tell),
        { make: true },
      ),
    )
  },
  view: importView,
})
