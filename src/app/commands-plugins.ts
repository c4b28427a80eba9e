import { type Command, jsonOption, refusals, repo } from './commands-shared.ts'

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
      { name: 'preset', value: 'NAME', about: 'Use a shipped manifest instead of .foreword/manifest.yaml' },
      { name: 'manifest', value: 'FILE', about: 'Use this manifest' },
      jsonOption,
    ],
    examples: ['foreword plugins', 'foreword plugins ../shop --task "Close the ticket" --json'],
    exits: [[0, 'listed'], ...refusals],
  },
]
