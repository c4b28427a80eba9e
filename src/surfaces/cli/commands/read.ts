import { type ReadResult, readAddress, readOutput } from '../../../app/engine/index.ts'
import { type Call, defineCommand } from '../command.ts'
import { option, projectOf, requestOf, warn } from '../options.ts'
import { usage } from '../parse.ts'
import { watched } from '../progress.ts'
import { visible } from '../visible.ts'
import { jsonOption, manifestOptions, refusals, repoOption } from '../words.ts'

export const read = defineCommand({
  name: 'read',
  summary: 'Print what lies at an address',
  about: [
    'A document, a collection, a context, a state or what a plugin has: redacted, and cut to the budget of its tier with a mark where something is missing. Every read leaves a receipt.',
    'A document is named by its file name, by its number with or without zeros, or by a part that no other name has. The scheme may be left out.',
  ],
  args: [{ name: 'uri', about: 'The address, such as docs/adrs/0005', required: true }],
  options: [
    { name: 'budget', value: 'N|all', about: 'The most it may take, instead of what its tier has' },
    { name: 'session', value: 'ID', about: "The agent's own session, for the record" },
    { name: 'task', value: 'TEXT', about: 'What the work is about, for what is chosen by relevance' },
    { name: 'executor', value: 'AGENT', about: 'The agent that reads, for the record' },
    jsonOption,
    repoOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword read docs/adrs/5',
    'foreword read foreword://state/current-rfc',
    'foreword read context/relevance --task=budgets',
  ],
  exits: [[0, 'it was printed'], ...refusals],
  outputSchema: readOutput,
  async run(call) {
    const { parsed, terminal, services } = call
    const project = projectOf(call, option(parsed, 'repo') ?? services.projectAround())
    const [address = ''] = parsed.args
    const task = option(parsed, 'task') ?? null
    const request = { ...requestOf(call, project, { task, budget: budgetOf(call) }), address }
    const session = option(parsed, 'session')
    const tools = { engine: services.engine, ...services.recording(project), warn: services.warn }
    const answer = await watched(terminal, (tell) => {
      const progress = (done: number, total: number) => tell({ done, total, what: 'Reading documents' })
      return readAddress(tools, { project, request, session, progress })
    })
    const troubles = answer.troubles.map(({ detail }) => ({ severity: 'warning', detail }))
    const json = parsed.options.has('json')
    warn(call, [...answer.diagnostics, ...troubles, ...(json ? [] : cutNote(answer))])
    return answer
  },
  // The text and nothing else: an agent would get the same bytes.
  view: ({ text }, _, { terminal }) => (terminal.style === 'colour' ? visible(text) : text),
})

function cutNote({ cut, budget }: ReadResult) {
  if (!cut) return []
  return [{ severity: 'warning', detail: `cut to its budget of ${budget}; --budget=all reads all of it` }]
}

const everything = 100_000_000

function budgetOf({ command, parsed }: Call): number | null {
  const text = option(parsed, 'budget')
  if (text === undefined) return null
  if (text === 'all') return everything
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw usage(command, `--budget must be a number or all, not "${text}"`)
}
