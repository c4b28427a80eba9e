import { installOutput } from '../../../app/setup/index.ts'
import { defineCommand } from '../command.ts'
import { changeSettings, settingsExitCode } from '../install-agents.ts'
import { installView } from '../views/install.ts'
import { agentArgument, refusals, settingsOptions } from '../words.ts'

export const uninstall = defineCommand({
  name: 'uninstall',
  summary: "Remove foreword's hooks from the settings of a coding agent",
  about: ['Removes only what "foreword install" added. Files, lists and objects that existed before stay.'],
  args: [agentArgument],
  options: [{ name: 'all', about: 'Uninstall for all agents' }, ...settingsOptions],
  examples: ['foreword uninstall claude', 'foreword uninstall --all --project'],
  exits: [[0, 'removed, or nothing to remove'], [1, 'with --all: failed for some agents'], ...refusals],
  outputSchema: installOutput,
  run: (call) => changeSettings(call, 'uninstall'),
  view: installView,
  exitCode: settingsExitCode,
})
