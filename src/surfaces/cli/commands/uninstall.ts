import { installOutput } from '../../../app/setup/index.ts'
import { defineCommand } from '../command.ts'
import { changeSettings, settingsExitCode } from '../install-agents.ts'
import { installView } from '../views/install.ts'
import { agentArgument, refusals, settingsOptions } from '../words.ts'

export const uninstall = defineCommand({
  name: 'uninstall',
  summary: 'Take the entries of foreword out of the settings of an agent',
  about: ['Files, lists and objects that were there before stay; what "foreword install" made goes.'],
  args: [agentArgument],
  options: [{ name: 'all', about: 'For all agents' }, ...settingsOptions],
  examples: ['foreword uninstall claude', 'foreword uninstall --all --project'],
  exits: [[0, 'removed, or there was nothing'], [1, 'with --all: not for all of them'], ...refusals],
  outputSchema: installOutput,
  run: (call) => changeSettings(call, 'uninstall'),
  view: installView,
  exitCode: settingsExitCode,
})
