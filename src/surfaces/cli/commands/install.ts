import { installOutput } from '../../../app/setup/index.ts'
import { defineCommand } from '../command.ts'
import { changeSettings, settingsExitCode } from '../install-agents.ts'
import { installView } from '../views/install.ts'
import { agentArgument, refusals, settingsOptions } from '../words.ts'

export const install = defineCommand({
  name: 'install',
  summary: 'Let a coding agent call foreword when a session starts',
  about: [
    'Puts entries for "foreword hook" into the settings of the agent, or a plugin where it has plugins. Nothing else in the file changes, not even its comments; a copy is kept beside it. A second time it changes nothing, or replaces entries of an older foreword.',
    'Then the hooks that stand there are run once as the agent would, and it is said what they give. "foreword doctor" also runs the agent itself; "foreword uninstall" restores the file byte for byte.',
  ],
  args: [agentArgument],
  options: [
    { name: 'all', about: 'For all agents that are on PATH' },
    ...settingsOptions,
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
  outputSchema: installOutput,
  run: (call) => changeSettings(call, 'install'),
  view: installView,
  exitCode: settingsExitCode,
})
