import { type Command, choiceOptions, jsonOption, refusals, repo } from './command.ts'

/** About plugins. */
export const pluginsCommands: readonly Command[] = [
  {
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
  },
]
