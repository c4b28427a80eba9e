import { exportLedger, type LineSink, storeExportOutput } from '../../../app/history/index.ts'
import { choiceOf } from '../asking.ts'
import { type Call, defineCommand } from '../command.ts'
import { usage } from '../parse.ts'
import { watched } from '../progress.ts'
import { exportView } from '../views/store.ts'
import { pastOptions, refusals } from '../words.ts'

export const storeExport = defineCommand({
  name: 'store export',
  summary: 'Write the ledger and its texts as lines of JSON',
  about: [],
  args: [{ name: 'file', about: 'Where to; none or - for standard output', required: false }],
  options: pastOptions,
  examples: ['foreword store export shop.jsonl', 'foreword store export | gzip > shop.jsonl.gz'],
  exits: [[0, 'written'], ...refusals],
  outputSchema: storeExportOutput,
  async run(call) {
    const { services, parsed, terminal, command } = call
    const file = fileOf(call)
    if (file === null && parsed.options.has('json'))
      throw usage(command, '--json needs a <file>: standard output has the export')
    const choice = choiceOf(call)
    return watched(terminal, (tell) =>
      services.withStore(choice, async (opened) =>
        exportLedger(opened, { hash: services.engine.hash, sink: await sinkOf(call, file), tell }),
      ),
    )
  },
  // An export on standard output is alone there.
  view(answer, _, call) {
    const file = fileOf(call)
    return file === null ? '' : exportView(answer, file)
  },
  notices: (answer, call) => (fileOf(call) === null ? exportView(answer, null) : ''),
})

/** Null for standard output. */
function fileOf({ parsed }: Call): string | null {
  const file = parsed.args[0] ?? '-'
  return file === '-' ? null : file
}

async function sinkOf({ services, terminal }: Call, file: string | null): Promise<LineSink> {
  if (file !== null) return services.writeLines(file)
  const nothing = () => undefined
  return { write: terminal.out, finish: nothing, abandon: nothing }
}
