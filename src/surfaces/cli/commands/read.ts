import { type ReadResult, readAddress, readOutput } from '../../../app/engine/index.ts'
import { type Call, defineCommand } from '../command.ts'
import { option, projectOf, requestOf, warn } from '../options.ts'
import { usage } from '../parse.ts'
import { watched } from '../progress.ts'
import { visible } from '../visible.ts'
import { jsonOption, manifestOptions, refusals, repoOption } from '../words.ts'

export const read = defineCommand({
  name: 'read',
  summary: 'Print the content of an address',
  about: [
    'An address names a document, a collection, a context, a state or a plugin. The content is redacted and cut to the budget of its tier, with a marker at each cut. Every read leaves a receipt.',
    'Name a document by its file name, by its number with or without zeros, or by a part that is in no other name. The scheme is optional.',
  ],
  args: [{ name: 'uri', about: 'The address, such as docs/adrs/0005', required: true }],
  options: [
    { name: 'budget', value: 'N|all', about: 'The size limit, instead of the budget of the tier' },
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
  exits: [[0, 'printed'], ...refusals],
  outputSchema: readOutput,
  async run(call) {
    const { parsed, terminal, services } = call
    const project = projectOf(call, option(parsed, 'repo') ?? services.projectAround())
    const [address = ''] = parsed.args
    const task = option(parsed, 'task') ?? null
    const request = { ...requestOf(call, project, { task, budget: readBudget(call) }), address }
    const session = option(parsed, 'session')
    const deps = { engine: services.engine, ...services.recording(project), warn: services.warn }
    const result = await watched(terminal, (tell) => {
      const progress = (done: number, total: number) => tell({ done, total, what: 'Reading documents' })
      return readAddress(deps, { project, request, session, progress })
    })
    const troubles = result.troubles.map(({ detail }) => ({ severity: 'warning', detail }))
    const json = parsed.options.has('json')
    warn(call, [...result.diagnostics, ...troubles, ...(json ? [] : makeCutWarning(result))])
    return result
  },
  // Prints only the text, so that people and agents get the same bytes.
  view: ({ text }, _, { terminal }) => (terminal.style === 'colour' ? visible(text) : text),
})

function makeCutWarning({ cut, budget }: ReadResult) {
  if (!cut) return []
  return [{ severity: 'warning', detail: `cut to its budget of ${budget}; --budget=all prints all of it` }]
}

const everything = 100_000_000

function readBudget({ command, parsed }: Call): number | null {
  const text = option(parsed, 'budget')
  if (text === undefined) return null
  if (text === 'all') return everything
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw usage(command, `--budget must be a number or all, not "${text}"`)
}
