import { agents } from '../../../agents/index.ts'
import { doctorOutput, examineAgents } from '../../../app/setup/index.ts'
import { defineCommand } from '../command.ts'
import { namedAgents } from '../install-agents.ts'
import { option, projectOf, seconds } from '../options.ts'
import { saying } from '../progress.ts'
import { doctorView } from '../views/doctor.ts'
import { agentArgument, agentNames, jsonOption, refusals, repoOption } from '../words.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check what is installed, and run it as the agent would',
  about: [
    'For each agent: its program and version, settings files with our entries and those of others, hooks that its plugins bring, what is not trusted yet, what our entries give it, with its size and the cap, and what arrived in the last sessions.',
    'An agent that is on PATH is then run itself, without a person: in an empty home and directory, with a key that is none, against a model endpoint of foreword on this machine. What the endpoint was asked shows whether the context arrived, section by section.',
    'Only commands that "foreword install" would write are run. Trials leave nothing behind, neither in the ledger nor in the project.',
  ],
  args: [{ ...agentArgument, about: `Only these: ${agentNames}` }],
  options: [
    { name: 'no-run', about: 'Run the hooks, but not the agents themselves' },
    { name: 'timeout', value: 'SECONDS', about: 'How long an agent may run (default: 60)' },
    jsonOption,
    repoOption,
  ],
  examples: ['foreword doctor', 'foreword doctor codex --json', 'foreword doctor --no-run'],
  exits: [[0, 'all is well'], [1, 'something is wrong: it says what'], ...refusals],
  outputSchema: doctorOutput,
  async run(call) {
    const { services, parsed, terminal } = call
    const named = namedAgents(call)
    const project = projectOf(call, option(parsed, 'repo') ?? services.projectAround())
    const timeoutMs = parsed.options.has('no-run') ? null : seconds(call, 'timeout', 60) * 1000
    const isNamed = named.length > 0
    const order = { project, agents: isNamed ? named : agents, named: isNamed, timeoutMs }
    return saying(terminal, (tell) =>
      services.withTrials(project, (tools) => examineAgents(tools, { ...order, tell })),
    )
  },
  view: doctorView,
  exitCode: ({ well }) => (well ? 0 : 1),
})
