import { traceText, whyOutput } from '../../../app/history/index.ts'
import { withLedger } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { usage } from '../parse.ts'
import { whyView } from '../views/why.ts'
import { injection, injectionForms, pastOptions, refusals } from '../words.ts'

export const why = defineCommand({
  name: 'why',
  summary: 'Show where a text in a packet came from, or why it is missing',
  about: ['Shows the section, the file, the lines, and the commit that added them to the repository.'],
  args: [
    { name: 'text|path', about: 'A part of the text, or a path in the repository', required: true },
    { ...injection, required: false, about: `The injection: ${injectionForms} (default: latest)` },
  ],
  options: pastOptions,
  examples: ['foreword why "Tests first"', 'foreword why docs/ANCHORS.md latest~1'],
  exits: [[0, 'answered'], ...refusals],
  outputSchema: whyOutput,
  async run(call) {
    const { services, parsed, command } = call
    const [asked = '', injection = 'latest'] = parsed.args
    if (asked.trim() === '') throw usage(command, '<text|path> is empty')
    const { engine } = services
    return withLedger(call, async (past, { project }) =>
      traceText({ engine, past, history: await services.history() }, { project, asked, injection }),
    )
  },
  view: whyView,
})
