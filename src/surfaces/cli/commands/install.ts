import { installOutput } from '../../../app/setup/index.ts'
import { agentArgument, refusalExits, settingsOptions } from '../arguments.ts'
import { changeAgentSettings, getSettingsExitCode } from '../change-agent-settings.ts'
import { defineCommand } from '../command.ts'
import { formatSettingsChange } from '../views/format-settings-change.ts'

export const install = defineCommand({
  name: 'install',
  summary: "Add foreword's hooks and its MCP server to the settings of a coding agent",
  about: [
    'The agent then calls "foreword hook" when a session starts. Writes hooks into the settings, or a plugin if the agent uses plugins, and enters the MCP server "foreword mcp". Nothing else in the file changes, not even comments, and a copy stays beside it. Running it again changes nothing, or replaces the hooks of an older foreword.',
    'With --project the entries name no path of this machine: they start the foreword on PATH, or with "npx --no-install" the one that the project depends on. So they can be committed.',
    'Then runs each hook once as the agent would and shows its output size. "foreword doctor" also runs the agent itself; "foreword uninstall" restores the file byte for byte.',
  ],
  args: [agentArgument],
  options: [
    { name: 'all', about: 'Install for all agents that are on PATH' },
    ...settingsOptions,
    { name: 'no-mcp', about: 'Leave out the MCP server, and remove it if it is there' },
    {
      name: 'force',
      about:
        'Install for the user even if foreword runs from the npx cache or is a dependency of one project',
    },
  ],
  examples: [
    'foreword install claude',
    'foreword install --all --dry-run',
    'foreword install codex --project',
  ],
  exits: [[0, 'installed, or nothing to change'], [1, 'with --all: failed for some agents'], ...refusalExits],
  outputSchema: installOutput,
  run: (call) => changeAgentSettings(call, 'install'),
  view: formatSettingsChange,
  exitCode: getSettingsExitCode,
})
