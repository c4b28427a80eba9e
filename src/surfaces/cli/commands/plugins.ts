import { pluginsOutput, showPlugins } from '../../../app/sources/index.ts'
import { defineCommand } from '../command.ts'
import { option, projectOf } from '../options.ts'
import { pluginsView } from '../views/plugins.ts'
import { choiceOptions, jsonOption, refusals, repo } from '../words.ts'

export const plugins = defineCommand({
  name: 'plugins',
  summary: 'List the plugins of the manifest and whether they would run',
  about: [
    'A manifest only names plugins. You enable each plugin, with its command, in your own ~/.config/foreword/plugins.yaml; the output shows what to write there. Starts no plugin.',
    'Shows for each trigger whether it fires now, and why. foreword asks a plugin for context when one of its triggers fires and the manifest is trusted.',
  ],
  args: [{ ...repo, required: false }],
  options: [
    { name: 'task', value: 'TEXT', about: 'The task that the trigger keyword_match reads' },
    ...choiceOptions,
    jsonOption,
  ],
  examples: ['foreword plugins', 'foreword plugins ../shop --task "Close the ticket" --json'],
  exits: [[0, 'listed'], ...refusals],
  outputSchema: pluginsOutput,
  run(call) {
    const { services, parsed } = call
    const [repo = services.projectAround()] = parsed.args
    const task = option(parsed, 'task') ?? null
    return showPlugins(services.engine, { project: projectOf(call, repo), task })
  },
  view: pluginsView,
})
