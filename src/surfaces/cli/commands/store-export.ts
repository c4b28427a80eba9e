import {
  type ExportResult,
  exportLedger,
  type LineSink,
  storeExportOutput,
} from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { historyOptions, refusalExits } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { readStoreChoice } from '../store-choice.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'

export const storeExport = defineCommand({
  name: 'store export',
  summary: 'Export the ledger and its texts as JSON Lines',
  about: [],
  args: [{ name: 'file', about: 'The output file; without it, or for -, standard output', required: false }],
  options: historyOptions,
  examples: ['foreword store export shop.jsonl', 'foreword store export | gzip > shop.jsonl.gz'],
  exits: [[0, 'written'], ...refusalExits],
  outputSchema: storeExportOutput,
  async run(call) {
    const { services, parsed, terminal, command } = call
    const file = chooseFile(call)
    if (file === null && parsed.options.has('json'))
      throw makeUsageRefusal(command, '--json needs a <file>, because the export goes to standard output')
    const choice = readStoreChoice(call)
    return withProgressBar(terminal, (tell) =>
      services.withStore(choice, async (opened) =>
        exportLedger(opened, { hash: services.engine.hash, sink: await openSink(call, file), tell }),
      ),
    )
  },
  // Nothing else goes to standard output if the export does.
  view(result, _, call) {
    const file = chooseFile(call)
    return file === null ? '' : storeExportView(result, file)
  },
  notices: (result, call) => (chooseFile(call) === null ? storeExportView(result, null) : ''),
})

/** Null if the export goes to standard output. */
function chooseFile({ parsed }: CommandCall): string | null {
  const file = parsed.args[0] ?? '-'
  return file === '-' ? null : file
}

async function openSink({ services, terminal }: CommandCall, file: string | null): Promise<LineSink> {
  if (file !== null) return services.writeLines(file)
  const nothing = () => undefined
  return { write: terminal.out, finish: nothing, abandon: nothing }
}

export function storeExportView({ project, entries, blobs }: ExportResult, file: string | null): string {
  const to = file === null ? '' : ` to ${file}`
  return joinLines(
    wrapParagraph(
      `Wrote ${formatCount(entries, 'entry', 'entries')} and ${formatCount(blobs, 'text')} of ${project}${to}.`,
    ),
  )
}
