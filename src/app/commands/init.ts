import { type Command, jsonOption, repo } from './command.ts'

export const initCommand: Command = {
  name: 'init',
  summary: 'Propose a manifest for a repository, and write it',
  about: [
    'Looks at what the repository has, shows a manifest with the reason for each choice and what it would send, and asks. Without a terminal nothing is written unless --yes is given.',
    'With --preset, a shipped manifest and its templates are written without asking; no template is written for a section that another file fills already. Nothing that exists is overwritten.',
  ],
  args: [{ ...repo, required: false }],
  options: [
    { name: 'preset', value: 'NAME', about: 'Start from a shipped manifest, with its templates' },
    { name: 'var', value: 'NAME=VALUE', many: true, about: 'Set a variable of the manifest' },
    { name: 'yes', about: 'Write the proposal without asking' },
    { name: 'dry-run', about: 'Only say what would be written' },
    jsonOption,
  ],
  examples: ['foreword init', 'foreword init --yes', 'foreword init ../shop --var app_id=shop --dry-run'],
  exits: [
    [0, 'done, or nothing was to be done'],
    [2, 'the command was not understood'],
    [3, 'refused, or nobody could be asked: the message says what to do'],
  ],
}
