import { type Command, choiceOptions, jsonOption, nowOption, refusals, repoAround } from './command.ts'

/** Documents that are generated from others. */
export const knowledgeCommands: readonly Command[] = [
  {
    name: 'knowledge build',
    summary: 'Generate condensed documents from others',
    about: [
      'Builds what the manifest declares under "knowledge": secrets are taken out, each document becomes a line or stands whole, and what finds no room is said.',
      'All files and the two keys generated_at and source_commit of the manifest change in one step. What was edited by hand stays, unless --force is given.',
    ],
    args: [
      repoAround,
      { name: 'name', about: 'Which entries of the manifest (default: all)', required: false, many: true },
    ],
    options: [
      { name: 'check', about: 'Write nothing; exit with 1 when something is not as it would be built' },
      { name: 'force', about: 'Also replace files that were written or edited by hand' },
      { name: 'dry-run', about: 'Only say what would be written' },
      jsonOption,
      ...choiceOptions,
      nowOption,
    ],
    examples: [
      'foreword knowledge build',
      'foreword knowledge build . decisions --dry-run',
      'foreword knowledge build --check',
    ],
    exits: [
      [0, 'built, or nothing has changed'],
      [1, 'with --check: something would change, was edited by hand, or is missing'],
      ...refusals,
    ],
  },
]
