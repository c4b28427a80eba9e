import {
  agentNames,
  type Command,
  type CommandArgument,
  type CommandOption,
  level,
  manifestOptions,
  pastOptions,
  refusals,
} from './command.ts'

const injectionForms = 'its id, @12 for entry 12, latest, or latest~1 for the one before'
const injection: CommandArgument = {
  name: 'injection',
  about: `Which one: ${injectionForms}`,
  required: true,
}
const since: CommandOption = {
  name: 'since',
  value: 'TIME',
  about: 'Not before this day or time with zone (ISO 8601), or 2h, 3d, 2w ago',
}

/** What was sent, and what came of it. */
export const pastCommands: readonly Command[] = [
  {
    name: 'context',
    summary: 'Say in one line what the last agent was told',
    about: ['"foreword context show" says it source by source.'],
    args: [],
    options: pastOptions,
    examples: ['foreword context', 'foreword context --repo=../shop --json'],
    exits: [[0, 'shown'], ...refusals],
  },
  {
    name: 'context show',
    summary: 'Show the state of every source, and what was sent before',
    about: [
      'Each source is injected (sent as it is now), ready (would be sent), stale (has changed since it was sent), inactive, absent, unavailable or over budget. Below are the last injections.',
    ],
    args: [level],
    options: [
      {
        name: 'verbose',
        about: 'Show every place that was looked at, digests, and 50 injections instead of 10',
      },
      { name: 'executor', value: 'AGENT', about: `The agent it is for: ${agentNames}` },
      ...pastOptions,
      ...manifestOptions,
    ],
    examples: ['foreword context show', 'foreword context show full --verbose'],
    exits: [[0, 'shown'], ...refusals],
  },
  {
    name: 'log',
    summary: 'List injections, the newest first',
    about: ['Every condition must hold.'],
    args: [],
    options: [
      {
        name: 'session',
        value: 'ID',
        about: 'Of this session, by its own id or the one that its agent told',
      },
      { name: 'agent', value: 'AGENT', about: 'For this agent' },
      { name: 'section', value: 'NAME', about: 'That sent this section' },
      { name: 'source', value: 'PATH', about: 'That sent something of this file' },
      {
        name: 'outcome',
        value: 'OUTCOME',
        choices: ['success', 'failed', 'timeout', 'interrupted', 'running', 'refused'],
        about: 'How the run ended: success, failed, timeout, interrupted, running; or refused',
      },
      since,
      { name: 'before', value: 'ENTRY', about: 'Only entries before this number' },
      { name: 'limit', value: 'COUNT', about: 'At most so many (default 20)' },
      ...pastOptions,
    ],
    examples: [
      'foreword log --since=3d --outcome=failed',
      'foreword log --source=docs/ANCHORS.md --limit=5 --json',
    ],
    exits: [[0, 'shown, also when there are none'], ...refusals],
  },
  {
    name: 'show',
    summary: 'Show the record of an injection',
    about: ['Who got it, when, what it was made of, what was left out, and how the run ended.'],
    args: [injection],
    options: pastOptions,
    examples: ['foreword show latest', 'foreword show @12 --json'],
    exits: [[0, 'shown'], ...refusals],
  },
  {
    name: 'diff',
    summary: 'Show what changed between two injections, section by section',
    about: [],
    args: [
      { name: 'before', about: `The earlier one: ${injectionForms}`, required: true },
      { name: 'after', about: 'The later one', required: true },
    ],
    options: pastOptions,
    examples: ['foreword diff latest~1 latest', 'foreword diff @3 @12 --json'],
    exits: [[0, 'shown'], ...refusals],
  },
  {
    name: 'why',
    summary: 'Say where a piece of text came from, or why it is not there',
    about: ['Names section, file, lines and the commit that brought the line into the repository.'],
    args: [
      { name: 'text|path', about: 'A piece of the text, or a path of the repository', required: true },
      { ...injection, required: false, about: `Which one: ${injectionForms} (default: latest)` },
    ],
    options: pastOptions,
    examples: ['foreword why "Tests first"', 'foreword why docs/ANCHORS.md latest~1'],
    exits: [[0, 'answered'], ...refusals],
  },
  {
    name: 'replay',
    summary: 'Print what was sent, byte for byte',
    about: [],
    args: [injection],
    options: pastOptions,
    examples: ['foreword replay latest', 'foreword replay @12 > context.md'],
    exits: [[0, 'printed'], ...refusals],
  },
  {
    name: 'bisect',
    summary: 'Find the change of context with which a command begins to fail',
    about: [
      'The command gets a packet on its standard input, and in the file that FOREWORD_PACKET names. Exit code 0 means that the packet is fine.',
    ],
    args: [
      { name: 'good', about: `With which it is fine: ${injectionForms}`, required: true },
      { name: 'bad', about: 'With which it fails', required: true },
      { name: 'command', about: 'The program and its arguments', required: true, many: true, rest: true },
    ],
    options: pastOptions,
    examples: [
      'foreword bisect latest~5 latest -- grep -q "Tests first"',
      "foreword bisect @3 @12 -- sh -c 'test $(wc -c < $FOREWORD_PACKET) -lt 4000'",
    ],
    exits: [[0, 'found'], ...refusals],
  },
  {
    name: 'report',
    summary: 'Compare runs with context to runs without',
    about: [
      'By agent, by level and by section, with 95 % confidence intervals. A difference that may be chance is said to be none.',
    ],
    args: [],
    options: [since, ...pastOptions],
    examples: ['foreword report', 'foreword report --since=2w --json'],
    exits: [[0, 'shown'], ...refusals],
  },
  {
    name: 'verify',
    summary: 'Prove that the ledger is as it was written',
    about: [
      'Walks the whole chain. A checkpoint that is kept elsewhere also shows when the chain was written anew from its beginning.',
    ],
    args: [],
    options: [
      { name: 'checkpoint', value: 'FILE', about: 'The ledger must contain this checkpoint' },
      { name: 'write-checkpoint', value: 'FILE', about: 'Sign the state of the ledger into this file' },
      { name: 'signer', value: 'FINGERPRINT', about: 'Who must have signed the checkpoint' },
      { name: 'file', value: 'EXPORT.jsonl', about: 'Verify an export instead of the store' },
      ...pastOptions,
    ],
    examples: ['foreword verify', 'foreword verify --write-checkpoint=../shop.checkpoint'],
    exits: [[0, 'it holds'], [1, 'it does not hold'], ...refusals],
  },
]
