import { contextOutput, readContext } from '../../../app/history/index.ts'
import { historyOptions, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readStoreChoice } from '../store-choice.ts'
import { contextView, formatSpoolNotice } from '../views/context.ts'

export const context = defineCommand({
  name: 'context',
  summary: 'Show in one line what the last agent received',
  about: ['"foreword context show" lists the sources.'],
  args: [],
  options: historyOptions,
  examples: ['foreword context', 'foreword context --repo=../shop --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: contextOutput,
  async run(call) {
    const { services, terminal } = call
    const result = await services.withStore(readStoreChoice(call), (opened) =>
      readContext(opened, services.engine.hash),
    )
    if (result.waiting > 0) terminal.err(formatSpoolNotice(result.waiting))
    return result
  },
  view: (result, _, { terminal }) => contextView(result, terminal.style === 'colour'),
})
