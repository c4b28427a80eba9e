import { type CompileResult, explainPacket } from '../../../app/engine/index.ts'
import { decisionField, outputFields, receiptField, type Zod } from '../../../app/output/index.ts'
import { renderPrompt } from '../../../core/packet/index.ts'
import {
  agentNames,
  jsonOption,
  levelArgument,
  manifestOptions,
  refusalExits,
  repoArgument,
  repoOption,
} from '../arguments.ts'
import { defineCommandWithResult } from '../command.ts'
import { makeVisible } from '../make-visible.ts'
import { chooseProject, makeRequestFromOptions, readOption } from '../read-options.ts'
import { takeRepositoryBeforeLevel } from '../repository.ts'
import { formatAccount, formatDecisions, formatReceipt } from '../views/format-account.ts'

export const explain = defineCommandWithResult({
  name: 'explain',
  summary: 'Show what would be sent to an agent, and why',
  about: [
    'Prints the packet, and for each section its source, age and size, and what was shortened, dropped or redacted, and why.',
  ],
  args: [repoArgument, levelArgument],
  options: [
    { name: 'task', value: 'TEXT', about: 'Show the whole prompt for this task' },
    { name: 'executor', value: 'AGENT', about: `The agent that gets the context: ${agentNames}` },
    { name: 'debug', about: 'Print each decision in order' },
    jsonOption,
    repoOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword explain',
    'foreword explain . full',
    'foreword explain . 900 --debug',
    'foreword explain . --json | jq .receipt.sections',
  ],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema(z: Zod) {
    const { text } = outputFields(z)
    const receipt = receiptField(z)
    const decision = decisionField(z)
    return z.strictObject({
      packet: text,
      receipt,
      decisions: z.array(decision).exactOptional().describe('With --debug'),
    })
  },
  async run(call) {
    const { repo, words } = await takeRepositoryBeforeLevel(call, 0)
    const project = chooseProject(call, repo)
    const task = readOption(call.parsed, 'task') ?? null
    const request = makeRequestFromOptions(call, project, { level: words[0] ?? null, task })
    return explainPacket(call.services.engine, { project, request })
  },
  output({ text, receipt, packet }, { parsed }) {
    return { packet: text, receipt, ...(parsed.options.has('debug') && { decisions: packet.decisions }) }
  },
  view(compiled, _, { parsed }) {
    const { packet, receipt } = compiled
    const sections = [
      ...(parsed.options.has('debug') ? [['Decisions', formatDecisions(packet)]] : []),
      ['Packet', makeVisible(renderFullPrompt(compiled, readOption(parsed, 'task')))],
      ['Sections', formatAccount(receipt)],
      ['Receipt', formatReceipt(receipt)],
    ]
    return sections
      .map(([title, text]) => `── ${title} ${'─'.repeat(76 - title!.length)}\n${text}\n`)
      .join('')
  },
})

/** Renders the packet, followed by the task if there is one. */
function renderFullPrompt({ packet, text, clean }: CompileResult, task: string | undefined): string {
  return task === undefined ? text : renderPrompt(packet.render, text, clean(task))
}
