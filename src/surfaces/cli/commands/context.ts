import { contextOutput, readContext } from '../../../app/history/index.ts'
import { choiceOf } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { contextView, waitingNotice } from '../views/context.ts'
import { pastOptions, refusals } from '../words.ts'

export const context = defineCommand({
  name: 'context',
  summary: 'Show in one line what the last agent received',
  about: ['"foreword context show" lists the sources.'],
  args: [],
  options: pastOptions,
  examples: ['foreword context', 'foreword context --repo=../shop --json'],
  exits: [[0, 'shown'], ...refusals],
  outputSchema: contextOutput,
  async run(call) {
    const { services, terminal } = call
    const result = await services.withStore(choiceOf(call), (opened) =>
      readContext(opened, services.engine.hash),
    )
    if (result.waiting > 0) terminal.err(waitingNotice(result.waiting))
    return result
  },
  view: (result, _, { terminal }) => contextView(result, terminal.style === 'colour'),
})
