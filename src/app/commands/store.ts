import { type Command, pastOptions, refusals, storeOptions } from './command.ts'

/** The store itself. */
export const storeCommands: readonly Command[] = [
  {
    name: 'store stats',
    summary: 'Say where the store is, and how much is in it',
    about: [],
    args: [],
    options: pastOptions,
    examples: ['foreword store stats', 'foreword store stats --json'],
    exits: [[0, 'shown'], ...refusals],
  },
  {
    name: 'store export',
    summary: 'Write the ledger and its texts as lines of JSON',
    about: [],
    args: [{ name: 'file', about: 'Where to; none or - for standard output', required: false }],
    options: pastOptions,
    examples: ['foreword store export shop.jsonl', 'foreword store export | gzip > shop.jsonl.gz'],
    exits: [[0, 'written'], ...refusals],
  },
  {
    name: 'store import',
    summary: 'Take in what was exported elsewhere',
    about: ['All of it or nothing. What is there already stays as it is.'],
    args: [{ name: 'file', about: 'An export; - for standard input', required: true }],
    options: pastOptions,
    examples: ['foreword store import shop.jsonl', 'zcat shop.jsonl.gz | foreword store import -'],
    exits: [[0, 'taken in'], ...refusals],
  },
  {
    name: 'store prune',
    summary: 'Delete old texts to save space',
    about: [
      'Entries and their digests stay, so the ledger can still be verified. One of --older-than and --max-size is needed.',
    ],
    args: [],
    options: [
      { name: 'older-than', value: 'AGE', about: 'Texts from before, e.g. 90d, 12w, or a day (ISO 8601)' },
      { name: 'max-size', value: 'SIZE', about: 'The oldest ones, until so much is left, e.g. 500MB' },
      { name: 'dry-run', about: 'Only say what would be deleted' },
      ...storeOptions,
    ],
    examples: ['foreword store prune --older-than=90d --dry-run', 'foreword store prune --max-size=500MB'],
    exits: [[0, 'done'], ...refusals],
  },
  {
    name: 'store repair',
    summary: 'Save what can be read of a damaged store, and empty the spool',
    about: ['The damaged database is set aside, never deleted. What is lost is said, and stays on record.'],
    args: [],
    options: storeOptions,
    examples: ['foreword store repair', 'foreword store repair --repo=../shop --json'],
    exits: [[0, 'done, or nothing was wrong'], ...refusals],
  },
]
