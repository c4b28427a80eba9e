import { type Command, type CommandOption, jsonOption, manifestOptions, refusals } from './command.ts'

const options: readonly CommandOption[] = [
  {
    name: 'project-dir',
    value: 'DIR',
    about: 'The project (default: the one around the current directory)',
  },
  { name: 'task', value: 'TEXT', about: 'What the work is about, in words; - reads it from standard input' },
  { name: 'max-files', value: 'N', about: 'At most so many documents, instead of what the profile has' },
  {
    name: 'max-chars-per-file',
    value: 'N',
    about: 'At most so many characters of each, instead of what the profile has',
  },
  { name: 'profile', value: 'NAME', about: 'A level of the manifest: small, medium, large' },
  {
    name: 'fallback',
    value: 'STEP',
    about:
      'How far the numbers may grow when there is no room for what is needed: none, relaxed (default), unrestricted',
  },
  { name: 'tactical', about: 'With what was noted: see "foreword memory --help"' },
  {
    name: 'adapter',
    value: 'NAME[=FILE]',
    many: true,
    about: 'With the work items that an adapter has, or that stand in this file',
  },
  { name: 'strict', about: 'End with 1 unless every control file is there and readable' },
  { name: 'out-file', value: 'FILE', about: 'Write the bundle there, seen from the project' },
  { name: 'force', about: 'With --out-file: also replace a file that is no bundle' },
  { name: 'explain', about: 'Show why each document is in, and why each other is not; nothing is recorded' },
  { ...jsonOption, about: 'With --explain: print one JSON document' },
  { name: 'session', value: 'ID', about: "The agent's own session, for the record" },
]

/** Bundles of whole documents. */
export const loadCommand: Command = {
  name: 'load',
  summary: 'Print the documents that a task needs, as one JSON bundle',
  about: [
    'Control files first, in their order and in a part of the budget that nothing else can take; then what the words of the task call for; then, only when asked for, what was noted and what adapters have, each in its own part.',
    'The same files and the same words give the same bytes: sorted keys, no clock, no absolute path. What has no room, what is missing and what cannot be read is in the bundle too.',
  ],
  args: [],
  options: [...options, ...manifestOptions],
  examples: [
    'foreword load --project-dir . --task "Revise the audit policy"',
    'foreword load --task "Write the spec" --max-files 8 --max-chars-per-file 1200',
    'foreword load --task "Design the UI" --adapter beads --tactical --explain',
    'foreword load --profile large --strict --out-file reports/bundle.json',
  ],
  exits: [
    [0, 'the bundle was printed'],
    [1, 'with --strict: the bundle was printed, and a control file is wanting'],
    ...refusals,
  ],
}
