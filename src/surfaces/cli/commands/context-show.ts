import { contextShowOutput, readSourceStates } from '../../../app/history/index.ts'
import { measureToolList } from '../../../app/server/index.ts'
import { choiceOf } from '../asking.ts'
import { type Call, defineCommand } from '../command.ts'
import { requestOf } from '../options.ts'
import { contextShowView } from '../views/context.ts'
import { agentNames, level, manifestOptions, pastOptions, refusals } from '../words.ts'

export const contextShow = defineCommand({
  name: 'context show',
  summary: 'Show the state of every source and the last injections',
  about: [
    'A source is injected (sent, and unchanged since), ready (would be sent now), stale (changed since it was sent), inactive, absent, unavailable or over budget.',
  ],
  args: [level],
  options: [
    {
      name: 'verbose',
      about: 'Show every place that was searched, digests, and 50 injections instead of 10',
    },
    { name: 'executor', value: 'AGENT', about: `The agent that gets the context: ${agentNames}` },
    ...pastOptions,
    ...manifestOptions,
  ],
  examples: ['foreword context show', 'foreword context show full --verbose'],
  exits: [[0, 'shown'], ...refusals],
  outputSchema: contextShowOutput,
  async run(call) {
    const { services, parsed } = call
    const choice = choiceOf(call)
    const { project } = choice
    const request = requestOf(call, project, { level: parsed.args[0] ?? null })
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

function isVerbose({ parsed }: Call): boolean {
  return parsed.options.has('verbose')
}
