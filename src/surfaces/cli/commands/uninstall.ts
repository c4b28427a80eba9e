import { installOutput } from '../../../app/setup/index.ts'
import { agentArgument, refusalExits, settingsOptions } from '../arguments.ts'
import { changeAgentSettings, getSettingsExitCode } from '../change-agent-settings.ts'
import { defineCommand } from '../command.ts'
import { formatSettingsChange } from '../views/format-settings-change.ts'

export const uninstall = defineCommand({
  name: 'uninstall',
  summary: "Remove foreword's hooks and its MCP server from the settings of a coding agent",
  about: ['Removes only what "foreword install" added. Files, lists and objects that existed before stay.'],
  args: [agentArgument],
  options: [{ name: 'all', about: 'Uninstall for all agents' }, ...settingsOptions],
  examples: ['foreword uninstall claude', 'foreword uninstall --all --project'],
  exits: [[0, 'removed, or nothing to remove'], [1, 'with --all: failed for some agents'], ...refusalExits],
  outputSchema: installOutput,
  run: (call) => changeAgentSettings(call, 'uninstall'),
  view: formatSettingsChange,
  exitCode: getSettingsExitCode,
})
