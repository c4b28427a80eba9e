import { exportLedger, type LineSink, storeExportOutput } from '../../../app/history/index.ts'
import { choiceOf } from '../asking.ts'
import { type Call, defineCommand } from '../command.ts'
import { usage } from '../parse.ts'
import { watched } from '../progress.ts'
import { exportView } from '../views/store.ts'
import { pastOptions, refusals } from '../words.ts'

export const storeExport = defineCommand({
  name: 'store export',
  summary: 'Export the ledger and its texts as JSON Lines',
  about: [],
  args: [{ name: 'file', about: 'The output file; without it, or for -, standard output', required: false }],
  options: pastOptions,
  examples: ['foreword store export shop.jsonl', 'foreword store export | gzip > shop.jsonl.gz'],
  exits: [[0, 'written'], ...refusals],
  outputSchema: storeExportOutput,
  async run(call) {
    const { services, parsed, terminal, command } = call
    const file = chooseFile(call)
    if (file === null && parsed.options.has('json'))
      throw usage(command, '--json needs a <file>, because the export goes to standard output')
    const choice = choiceOf(call)
    return watched(terminal, (tell) =>
      services.withStore(choice, async (opened) =>
        exportLedger(opened, { hash: services.engine.hash, sink: await openSink(call, file), tell }),
      ),
    )
  },
  // Nothing else goes to standard output if the export does.
  view(result, _, call) {
    const file = chooseFile(call)
    return file === null ? '' : exportView(result, file)
  },
  notices: (result, call) => (chooseFile(call) === null ? exportView(result, null) : ''),
})

/** Null if the export goes to standard output. */
function chooseFile({ parsed }: Call): string | null {
  const file = parsed.args[0] ?? '-'
  return file === '-' ? null : file
}

async function openSink({ services, terminal }: Call, file: string | null): Promise<LineSink> {
  if (file !== null) return services.writeLines(file)
  const nothing = () => undefined
  return { write: terminal.out, finish: nothing, abandon: nothing }
}
