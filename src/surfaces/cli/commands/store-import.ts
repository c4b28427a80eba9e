import { importLedger, storeImportOutput } from '../../../app/history/index.ts'
import { choiceOf } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { watched } from '../progress.ts'
import { importView } from '../views/store.ts'
import { pastOptions, refusals } from '../words.ts'

export const storeImport = defineCommand({
  name: 'store import',
  summary: 'Take in what was exported elsewhere',
  about: ['All of it or nothing. What is there already stays as it is.'],
  args: [{ name: 'file', about: 'An export; - for standard input', required: true }],
  options: pastOptions,
  examples: ['foreword store import shop.jsonl', 'zcat shop.jsonl.gz | foreword store import -'],
  exits: [[0, 'taken in'], ...refusals],
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
