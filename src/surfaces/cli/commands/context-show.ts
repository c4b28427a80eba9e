import { contextShowOutput, readSourceStates } from '../../../app/history/index.ts'
import { measureToolList } from '../../../app/server/index.ts'
import { choiceOf } from '../asking.ts'
import { type Call, defineCommand } from '../command.ts'
import { requestOf } from '../options.ts'
import { contextShowView } from '../views/context.ts'
import { agentNames, level, manifestOptions, pastOptions, refusals } from '../words.ts'

export const contextShow = defineCommand({
  name: 'context show',
  summary: 'Show the state of every source, and what was sent before',
  about: [
    'Each source is injected (sent as it is now), ready (would be sent), stale (has changed since it was sent), inactive, absent, unavailable or over budget. Below are the last injections.',
  ],
  args: [level],
  options: [
    {
      name: 'verbose',
      about: 'Show every place that was looked at, digests, and 50 injections instead of 10',
    },
    { name: 'executor', value: 'AGENT', about: `The agent it is for: ${agentNames}` },
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
  view: (answer, paint, call) => contextShowView(answer, isVerbose(call), paint),
})

function isVerbose({ parsed }: Call): boolean {
  return parsed.options.has('verbose')
}
