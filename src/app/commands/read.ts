import { type Command, jsonOption, manifestOptions, refusals, repoOption } from './command.ts'

/** Reading by address. */
export const readCommands: readonly Command[] = [
  {
    name: 'read',
    summary: 'Print what lies at an address',
    about: [
      'A document, a collection, a context, a state or what a plugin has: redacted, and cut to the budget of its tier with a mark where something is missing. Every read leaves a receipt.',
      'A document is named by its file name, by its number with or without zeros, or by a part that no other name has. The scheme may be left out.',
    ],
    args: [{ name: 'uri', about: 'The address, such as docs/adrs/0005', required: true }],
    options: [
      { name: 'budget', value: 'N|all', about: 'The most it may take, instead of what its tier has' },
      { name: 'session', value: 'ID', about: "The agent's own session, for the record" },
      { name: 'task', value: 'TEXT', about: 'What the work is about, for what is chosen by relevance' },
      { name: 'executor', value: 'AGENT', about: 'The agent that reads, for the record' },
      jsonOption,
      repoOption,
      ...manifestOptions,
    ],
    examples: [
      'foreword read docs/adrs/5',
      'foreword read foreword://state/current-rfc',
      'foreword read context/relevance --task=budgets',
    ],
    exits: [[0, 'it was printed'], ...refusals],
  },
  {
    name: 'ls',
    summary: 'List what can be read, by address',
    about: ['Everything that the manifest declares, or what lies below one address.'],
    args: [{ name: 'uri', about: 'An address, such as docs/rfcs/', required: false }],
    options: [jsonOption, repoOption, ...manifestOptions],
    examples: ['foreword ls', 'foreword ls docs/rfcs/', 'foreword ls state --json'],
    exits: [[0, 'it was listed'], ...refusals],
  },
]
