import { pluginsOutput, showPlugins } from '../../../app/sources/index.ts'
import { defineCommand } from '../command.ts'
import { option, projectOf } from '../options.ts'
import { pluginsView } from '../views/plugins.ts'
import { choiceOptions, jsonOption, refusals, repo } from '../words.ts'

export const plugins = defineCommand({
  name: 'plugins',
  summary: 'List the plugins that the manifest names, and what would start them',
  about: [
    'A manifest only names plugins. Each is enabled, with its command, in your own ~/.config/foreword/plugins.yaml; what to write there is shown. Nothing is started.',
    'For each trigger it is said whether it fires now, and why. A plugin is asked for a packet when one of its triggers fires and the manifest is trusted.',
  ],
  args: [{ ...repo, required: false }],
  options: [
    { name: 'task', value: 'TEXT', about: 'The task that keyword_match looks at' },
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
