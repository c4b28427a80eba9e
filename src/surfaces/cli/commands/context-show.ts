import { contextShowOutput, readSourceStates } from '../../../app/history/index.ts'
import { measureToolList } from '../../../app/server/index.ts'
import { agentNames, historyOptions, levelArgument, manifestOptions, refusalExits } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeRequestFromOptions } from '../read-options.ts'
import { readStoreChoice } from '../store-choice.ts'
import { contextShowView } from '../views/context.ts'

export const contextShow = defineCommand({
  name: 'context show',
  summary: 'Show the state of every source and the last injections',
  about: [
    'A source is injected (sent, and unchanged since), ready (would be sent now), stale (changed since it was sent), inactive, absent, unavailable or over budget.',
  ],
  args: [levelArgument],
  options: [
    {
      name: 'verbose',
      about: 'Show every place that was searched, digests, and 50 injections instead of 10',
    },
    { name: 'executor', value: 'AGENT', about: `The agent that gets the context: ${agentNames}` },
    ...historyOptions,
    ...manifestOptions,
  ],
  examples: ['foreword context show', 'foreword context show full --verbose'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: contextShowOutput,
  async run(call) {
    const { services, parsed } = call
    const choice = readStoreChoice(call)
    const { project } = choice
    const request = makeRequestFromOptions(call, project, { level: parsed.args[0] ?? null })
    const limit = isVerbose(call) ? 50 : 10
    return services.withStore(choice, (opened) =>
      readSourceStates(services.engine, opened, {
        ...{ project, request, limit },
        toolCost: (scheme) => measureToolList(services.engine, scheme),
      }),
    )
  },
  view: (result, paint, call) => contextShowView(result, isVerbose(call), paint),
})

function isVerbose({ parsed }: CommandCall): boolean {
  return parsed.options.has('verbose')
}
