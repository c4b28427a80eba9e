import { pluginsOutput, showPlugins } from '../../../app/sources/index.ts'
import { jsonOption, manifestChoiceOptions, refusalExits, repoArgument } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { chooseProject, readOption } from '../read-options.ts'
import { pluginsView } from '../views/plugins.ts'

export const plugins = defineCommand({
  name: 'plugins',
  summary: 'List the plugins of the manifest and whether they would run',
  about: [
    'A manifest only names plugins. You enable each plugin, with its command, in your own ~/.config/foreword/plugins.yaml; the output shows what to write there. Starts no plugin.',
    'Shows for each trigger whether it fires now, and why. foreword asks a plugin for context when one of its triggers fires and the manifest is trusted.',
  ],
  args: [{ ...repoArgument, required: false }],
  options: [
    { name: 'task', value: 'TEXT', about: 'The task that the trigger keyword_match reads' },
    ...manifestChoiceOptions,
    jsonOption,
  ],
  examples: ['foreword plugins', 'foreword plugins ../shop --task "Close the ticket" --json'],
  exits: [[0, 'listed'], ...refusalExits],
  outputSchema: pluginsOutput,
  run(call) {
    const { services, parsed } = call
    const [repo = services.projectAround()] = parsed.args
    const task = readOption(parsed, 'task') ?? null
    return showPlugins(services.engine, { project: chooseProject(call, repo), task })
  },
  view: pluginsView,
})
