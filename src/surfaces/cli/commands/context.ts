import { contextOutput, readContext } from '../../../app/history/index.ts'
import { choiceOf } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { contextView, waitingNotice } from '../views/context.ts'
import { pastOptions, refusals } from '../words.ts'

export const context = defineCommand({
  name: 'context',
  summary: 'Say in one line what the last agent was told',
  about: ['"foreword context show" says it source by source.'],
  args: [],
  options: pastOptions,
  examples: ['foreword context', 'foreword context --repo=../shop --json'],
  exits: [[0, 'shown'], ...refusals],
  outputSchema: contextOutput,
  async run(call) {
    const { services, terminal } = call
    const answer = await services.withStore(choiceOf(call), (opened) =>
      readContext(opened, services.engine.hash),
    )
    if (answer.waiting > 0) terminal.err(waitingNotice(answer.waiting))
    return answer
  },
  view: (answer, _, { terminal }) => contextView(answer, terminal.style === 'colour'),
})
