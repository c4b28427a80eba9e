import { type ReadResult, readAddress, readOutput } from '../../../app/engine/index.ts'
import { jsonOption, manifestOptions, refusalExits, repoOption } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeVisible } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { chooseProject, makeRequestFromOptions, printWarnings, readOption } from '../read-options.ts'
import { readRepository } from '../repository.ts'

export const read = defineCommand({
  name: 'read',
  summary: 'Print the content of an address',
  about: [
    'An address names a document, a collection, a context, a state or a plugin. The content is redacted and cut to the budget of its tier, with a marker at each cut. Every read leaves a receipt.',
    'A path, such as README.md or file:README.md, works if a source of the manifest names the file. Packets name cut files in this form.',
    'Name a document by its file name, by its number with or without zeros, or by a part that is in no other name. The scheme is optional.',
  ],
  args: [
    { name: 'uri', about: 'The address, such as docs/adrs/0005, or the path of a source', required: true },
  ],
  options: [
    {
      name: 'budget',
      value: 'N|all',
      suggestions: ['all'],
      about: 'The size limit, instead of the budget of the tier',
    },
    { name: 'session', value: 'ID', about: "The agent's own session id, for the receipt" },
    { name: 'task', value: 'TEXT', about: 'The task, for documents that are chosen by relevance' },
    { name: 'executor', value: 'AGENT', about: 'The agent that reads, for the receipt' },
    jsonOption,
    repoOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword read docs/adrs/5',
    'foreword read foreword://state/current-rfc',
    'foreword read context/relevance --task=budgets',
  ],
  exits: [[0, 'printed'], ...refusalExits],
  outputSchema: readOutput,
  async run(call) {
    const { parsed, terminal, services } = call
    const project = chooseProject(call, readRepository(call))
    const [address = ''] = parsed.args
    const task = readOption(parsed, 'task') ?? null
    const request = { ...makeRequestFromOptions(call, project, { task, budget: readBudget(call) }), address }
    const session = readOption(parsed, 'session')
    const deps = { engine: services.engine, ...services.recording(project), warn: services.warn }
    const result = await withProgressBar(terminal, (tell) => {
      const progress = (done: number, total: number) => tell({ done, total, what: 'Reading documents' })
      return readAddress(deps, { project, request, session, progress })
    })
    const troubles = result.troubles.map(({ detail }) => ({ severity: 'warning', detail }))
    const json = parsed.options.has('json')
    printWarnings(call, [...result.diagnostics, ...troubles, ...(json ? [] : makeCutWarning(result))])
    return result
  },
  // Prints only the text, so that people and agents get the same bytes.
  view: ({ text }, _, { terminal }) => (terminal.style === 'colour' ? makeVisible(text) : text),
})

function makeCutWarning({ cut, budget }: ReadResult) {
  if (!cut) return []
  return [{ severity: 'warning', detail: `cut to its budget of ${budget}; --budget=all prints all of it` }]
}

const everything = 100_000_000

function readBudget({ command, parsed }: CommandCall): number | null {
  const text = readOption(parsed, 'budget')
  if (text === undefined) return null
  if (text === 'all') return everything
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw makeUsageRefusal(command, `--budget must be a number or all, not "${text}"`)
}
