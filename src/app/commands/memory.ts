import {
  type Command,
  type CommandOption,
  choiceOptions,
  nowOption,
  refusals,
  storeOptions,
} from './command.ts'

const filterOptions: readonly CommandOption[] = [
  { name: 'class', value: 'CLASS', about: 'Only of this content class' },
  {
    name: 'tag',
    value: 'TAG',
    many: true,
    about: 'Only with this tag; with all of them, if there are several',
  },
  { name: 'expired', about: 'Those that have expired, too' },
  { name: 'limit', value: 'COUNT', about: 'At most so many (default 20)' },
]

/** Notes of sessions, which expire and are never authoritative. */
export const memoryCommands: readonly Command[] = [
  {
    name: 'memory add',
    summary: 'Keep a note of this session, without what is prohibited',
    about: [
      'A record is never authoritative: it expires, and counts for nothing until a person has accepted it ("foreword memory promote").',
      'Secrets, credentials and personal data are replaced before anything is stored. A text with a private key or a restricted marking is refused, and nothing of it is stored.',
    ],
    args: [{ name: 'text', about: 'The note, 16 KB at most; - for standard input', required: true }],
    options: [
      { name: 'class', value: 'CLASS', about: 'Its content class, of those that the manifest has' },
      { name: 'tag', value: 'TAG', many: true, about: 'A word to find it by' },
      { name: 'retention', value: 'CLASS', about: 'How long it is kept: short, standard, extended' },
      {
        name: 'expires',
        value: 'TIME',
        about: 'Earlier than that: a day or time with zone (ISO 8601), or 2h, 3d, 2w',
      },
      {
        name: 'source-ref',
        value: 'REF',
        many: true,
        about: 'What it is about: a file, an address, a work item',
      },
      { name: 'by', value: 'NAME', about: 'Who says so' },
      ...storeOptions,
      ...choiceOptions,
      nowOption,
    ],
    examples: [
      'foreword memory add "Imports fail above 5000 rows" --class=risk_note --tag=db',
      'git log -1 --format=%B | foreword memory add - --retention=short',
    ],
    exits: [[0, 'kept'], ...refusals],
  },
  {
    name: 'memory search',
    summary: 'Find records by their words, and say why each was found',
    about: ['The same records, words and time give the same order: score, then the newest, then the id.'],
    args: [{ name: 'words', about: 'What to look for', required: true, many: true }],
    options: [...filterOptions, ...storeOptions, nowOption],
    examples: ['foreword memory search importer rows', 'foreword memory search importer --tag=risk --json'],
    exits: [[0, 'shown, also when there are none'], ...refusals],
  },
  {
    name: 'memory list',
    summary: 'List records, the newest first',
    about: [],
    args: [],
    options: [...filterOptions, ...storeOptions, nowOption],
    examples: ['foreword memory list', 'foreword memory list --class=risk_note --expired --json'],
    exits: [[0, 'shown, also when there are none'], ...refusals],
  },
  {
    name: 'memory prune',
    summary: 'Delete records that have expired, or are old',
    about: ['The ledger goes on telling that they were there. One of --expired and --before is needed.'],
    args: [],
    options: [
      { name: 'expired', about: 'Those that have expired' },
      { name: 'before', value: 'TIME', about: 'Those captured before, e.g. 90d, 12w, or a day (ISO 8601)' },
      { name: 'dry-run', about: 'Only say what would be deleted' },
      ...storeOptions,
      nowOption,
    ],
    examples: ['foreword memory prune --expired', 'foreword memory prune --before=90d --dry-run'],
    exits: [[0, 'done'], ...refusals],
  },
  {
    name: 'memory promote',
    summary: 'Make a candidate of a record, for a person to accept',
    about: [
      'Where the manifest says so (memory.promote), an entry is appended to a list in a JSON file; else a Markdown document is printed, or written with --to. Either is a candidate, and nothing that counts.',
    ],
    args: [{ name: 'id', about: 'Of the record: tmr_…', required: true }],
    options: [
      { name: 'to', value: 'FILE', about: 'Write a Markdown document there; never overwrites' },
      ...storeOptions,
      ...choiceOptions,
      nowOption,
    ],
    examples: [
      'foreword memory promote tmr_20260224t050000z_4f9a1c2b',
      'foreword memory promote tmr_20260224t050000z_4f9a1c2b --to=docs/retry.md',
    ],
    exits: [[0, 'made, and the record is marked'], ...refusals],
  },
]
