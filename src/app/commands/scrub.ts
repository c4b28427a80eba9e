import { type Command, jsonOption } from './command.ts'

export const scrubCommand: Command = {
  name: 'scrub',
  summary: 'Find secrets in text, and replace them',
  about: [
    'Files and standard input are printed with every secret replaced by [REDACTED]. A directory is searched, and what was found is listed: never a value, nor a piece of one.',
    'In a repository, files that git ignores are left out. Links, binaries and large files are skipped, and counted.',
  ],
  args: [
    {
      name: 'path',
      about: 'Files and directories; none or - for standard input',
      required: false,
      many: true,
    },
  ],
  options: [
    { name: 'check', about: 'List findings instead of printing the text (as for a directory)' },
    {
      name: 'diff',
      about: 'Print a patch that takes the secrets out, for git apply; it holds them in its - lines',
    },
    jsonOption,
    { name: 'sarif', about: 'Print SARIF 2.1.0, for code scanning' },
    {
      name: 'set',
      value: 'SET',
      many: true,
      choices: ['default', 'published', 'personal'],
      about: 'Which rules: default (if none is named), published, personal',
    },
    { name: 'add', value: 'RULE', many: true, about: 'Add a rule of another set' },
    { name: 'without', value: 'RULE', many: true, about: 'Leave a rule out' },
    { name: 'labels', about: 'Say in each marker which rule found it: [REDACTED:rule#1]' },
    {
      name: 'allow',
      value: 'FILE',
      about: 'What is no secret: a list of entries with reasons (YAML or JSON)',
    },
    { name: 'allow-entry', about: 'Print an entry for the value on standard input, without the value' },
    { name: 'baseline', value: 'FILE', about: 'Findings that are known: only new ones count' },
    { name: 'write-baseline', value: 'FILE', about: 'Write down what was found as known' },
    { name: 'max-size', value: 'SIZE', about: 'Skip larger files in directories (default 8MB)' },
  ],
  examples: [
    'git log -3 -p | foreword scrub > shareable.txt',
    'foreword scrub . --baseline=known.json',
    'foreword scrub --check notes.md journal.md',
    'foreword scrub . --diff | git apply',
    'foreword scrub . --allow=allow.yaml --sarif > scrub.sarif',
  ],
  exits: [
    [0, 'nothing was found, or nothing that is not allowed or known'],
    [1, 'something was found'],
    [2, 'the command, or a file it names, was not understood'],
    [3, 'something could not be read; the rest was looked through'],
  ],
}
