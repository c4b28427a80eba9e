import { agents } from '../../../agents/index.ts'
import { doctorOutput, examineAgents } from '../../../app/setup/index.ts'
import { agentArgument, agentNames, jsonOption, refusalExits, repoOption } from '../arguments.ts'
import { parseAgentNames } from '../change-agent-settings.ts'
import { defineCommand } from '../command.ts'
import { withProgressLine } from '../progress.ts'
import { chooseProject, readOption, readSeconds } from '../read-options.ts'
import { doctorView } from '../views/doctor.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check the installed hooks and prove that context reaches the model',
  about: [
    'Shows for each agent: its program and version, its settings files with the hooks of foreword and of others, hooks that its plugins bring, what the user has not trusted yet, the output of the hooks with its size and limit, and what arrived in the last sessions.',
    'Then runs each agent that is on PATH once: headless, in an empty home and an empty directory, with a fake key, against a fake model on this machine. The requests to the fake model show which sections arrived.',
    'Runs only commands that "foreword install" writes. Leaves nothing in the ledger or in the project.',
  ],
  args: [{ ...agentArgument, about: `Only these agents: ${agentNames}` }],
  options: [
    { name: 'no-run', about: 'Run the hooks, but not the agents themselves' },
    { name: 'timeout', value: 'SECONDS', about: 'The time limit for each agent (default: 60)' },
    jsonOption,
    repoOption,
  ],
  examples: ['foreword doctor', 'foreword doctor codex --json', 'foreword doctor --no-run'],
  exits: [[0, 'all is well'], [1, 'a check failed; the output says which'], ...refusalExits],
  outputSchema: doctorOutput,
  async run(call) {
    const { services, parsed, terminal } = call
    const named = parseAgentNames(call)
    const project = chooseProject(call, readOption(parsed, 'repo') ?? services.projectAround())
    const timeoutMs = parsed.options.has('no-run') ? null : readSeconds(call, 'timeout', 60) * 1000
    const isNamed = named.length > 0
    const input = { project, agents: isNamed ? named : agents, named: isNamed, timeoutMs }
    return withProgressLine(terminal, (tell) =>
      services.withTrials(project, (deps) => examineAgents(deps, { ...input, tell })),
    )
  },
  view: doctorView,
  exitCode: ({ well }) => (well ? 0 : 1),
})
