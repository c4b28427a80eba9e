import { type Command, jsonOption, refusals, repo } from './command.ts'

export const trustCommand: Command = {
  name: 'trust',
  summary: 'Look at the manifest of a repository, and let it count',
  about: [
    'Until then a manifest that came with a repository reads nothing outside of it and no sensitive name, whatever it allows. Shows what it would do, and asks.',
    'What you agree to is its content, at this place: a change of either asks again. Comments and formatting do not matter. The record lies in your own configuration, never in the repository.',
  ],
  args: [{ ...repo, required: false }],
  options: [
    { name: 'show', about: 'Only say how it stands, and what has changed since' },
    { name: 'yes', about: 'Agree without being asked, in a script' },
    { name: 'revoke', about: 'Trust it no longer' },
    { name: 'list', about: 'List the repositories whose manifests are trusted' },
    { name: 'manifest', value: 'FILE', about: 'This manifest of the repository' },
    jsonOption,
  ],
  examples: [
    'foreword trust',
    'foreword trust ../shop --show',
    'foreword trust . --yes',
    'foreword trust --list',
  ],
  exits: [[0, 'trusted, or shown'], [1, 'the answer was no'], ...refusals],
}
