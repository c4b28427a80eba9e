import { agentNames, type Command, type CommandOption, jsonOption, refusals } from './command.ts'

const agent = { name: 'agent', about: `One or more of ${agentNames}`, required: false, many: true } as const
const where: readonly CommandOption[] = [
  { name: 'user', about: 'In the settings of the user, for all projects (default)' },
  { name: 'project', about: 'In the settings of the project' },
  { name: 'dry-run', about: 'Change nothing; show what would change' },
  jsonOption,
  { name: 'repo', value: 'DIR', about: 'The repository (default: the one around the current directory)' },
]

/** About the settings of agents. */
export const installCommands: readonly Command[] = [
  {
    name: 'install',
    summary: 'Let a coding agent call foreword when a session starts',
    about: [
      'Puts entries for "foreword hook" into the settings of the agent, or a plugin where it has plugins. Nothing else in the file changes, not even its comments; a copy is kept beside it. A second time it changes nothing, or replaces entries of an older foreword.',
      'Then the hooks that stand there are run once as the agent would, and it is said what they give. "foreword doctor" also runs the agent itself; "foreword uninstall" restores the file byte for byte.',
    ],
    args: [agent],
    options: [
      { name: 'all', about: 'For all agents that are on PATH' },
      ...where,
      { name: 'force', about: 'Also when foreword runs from the cache of npx, which npm clears' },
    ],
    examples: [
      'foreword install claude',
      'foreword install --all --dry-run',
      'foreword install codex --project',
    ],
    exits: [
      [0, 'installed, or nothing had to be changed'],
      [1, 'with --all: not for all of them'],
      ...refusals,
    ],
  },
  {
    name: 'uninstall',
    summary: 'Take the entries of foreword out of the settings of an agent',
    about: ['Files, lists and objects that were there before stay; what "foreword install" made goes.'],
    args: [agent],
    options: [{ name: 'all', about: 'For all agents' }, ...where],
    examples: ['foreword uninstall claude', 'foreword uninstall --all --project'],
    exits: [[0, 'removed, or there was nothing'], [1, 'with --all: not for all of them'], ...refusals],
  },
  {
    name: 'doctor',
    summary: 'Check what is installed, and run it as the agent would',
    about: [
      'For each agent: its program and version, settings files with our entries and those of others, hooks that its plugins bring, what is not trusted yet, what our entries give it, with its size and the cap, and what arrived in the last sessions.',
      'An agent that is on PATH is then run itself, without a person: in an empty home and directory, with a key that is none, against a model endpoint of foreword on this machine. What the endpoint was asked shows whether the context arrived, section by section.',
      'Only commands that "foreword install" would write are run. Trials leave nothing behind, neither in the ledger nor in the project.',
    ],
    args: [{ ...agent, about: `Only these: ${agentNames}` }],
    options: [
      { name: 'no-run', about: 'Run the hooks, but not the agents themselves' },
      { name: 'timeout', value: 'SECONDS', about: 'How long an agent may run (default: 60)' },
      jsonOption,
      where.find((option) => option.name === 'repo')!,
    ],
    examples: ['foreword doctor', 'foreword doctor codex --json', 'foreword doctor --no-run'],
    exits: [[0, 'all is well'], [1, 'something is wrong: it says what'], ...refusals],
  },
]
