import { traceText, whyOutput } from '../../../app/history/index.ts'
import { historyOptions, injectionArgument, injectionForms, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { formatSkippedInjections } from '../skipped-injections.ts'
import { withLedger } from '../store-choice.ts'
import { whyView } from '../views/why.ts'

export const why = defineCommand({
  name: 'why',
  summary: 'Show where a text in a packet came from, or why it is missing',
  about: ['Shows the section, the file, the lines, and the commit that added them to the repository.'],
  args: [
    { name: 'text|path', about: 'A part of the text, or a path in the repository', required: true },
    { ...injectionArgument, required: false, about: `The injection: ${injectionForms} (default: latest)` },
  ],
  options: historyOptions,
  examples: ['foreword why "Tests first"', 'foreword why docs/ANCHORS.md latest~1'],
  exits: [[0, 'answered'], ...refusalExits],
  outputSchema: whyOutput,
  async run(call) {
    const { services, parsed, command } = call
    const [asked = '', injection = 'latest'] = parsed.args
    if (asked.trim() === '') throw makeUsageRefusal(command, '<text|path> is empty')
    const { engine } = services
    return withLedger(call, async (past, { project }) =>
      traceText({ engine, past, history: await services.history() }, { project, asked, injection }),
    )
  },
  view: whyView,
  notices: ({ skipped }) => formatSkippedInjections(skipped),
})
