// Every command, declared once: parser, help and reference page are projections of this table.

import { knowledgeCommands } from './commands-knowledge.ts'
import { pluginsCommands } from './commands-plugins.ts'
import { readCommands } from './commands-read.ts'
import { refreshCommands } from './commands-refresh.ts'
import {
  agentNames,
  type Command,
  type CommandArgument,
  type CommandOption,
  jsonOption,
  level,
  manifestOptions,
  refusals,
  repo,
} from './commands-shared.ts'
import { trustCommand } from './commands-trust.ts'

export type { Command, CommandArgument, CommandOption } from './commands-shared.ts'

/** What every command about past injections takes. */
const pastOptions: readonly CommandOption[] = [
  { name: 'repo', value: 'DIR', about: 'The repository (default: the one around the current directory)' },
  { name: 'store', value: 'WHERE', about: 'Use this store, not the one that FOREWORD_STORE names' },
  { name: 'ledger', value: 'NAME', about: 'Of another project in the store, by its name or id' },
  jsonOption,
]
/** Where all ledgers of a store are meant. */
const storeOptions = pastOptions.filter((option) => option.name !== 'ledger')
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

export const commands: readonly Command[] = [
  {
    name: 'dispatch',
    summary: 'Give a task to coding agents, with the context in front of it',
    about: [
      'Without --context the prompt is the task. With it, the packet comes first and the task follows. A secret in the task is replaced.',
      'Each run gets a directory runs/<run-id>/ with task, prompt, context, receipt, output and outcome.',
    ],
    args: [repo, { name: 'task', about: 'What to do; - reads it from standard input', required: true }],
    options: [
      { name: 'executor', value: 'AGENT[,AGENT…]|all', about: `Which agents: ${agentNames}` },
      {
        name: 'context',
        value: 'LEVEL',
        optional: true,
        about: 'Prepend context: minimal, standard (default), full, a number, off',
      },
      { name: 'context-optional', about: 'Go on without context when it cannot be compiled' },
      { name: 'keep-secrets', about: 'Send the task as it is, even if it holds a secret' },
      { name: 'timeout', value: 'SECONDS', about: 'End an agent that takes longer (default 1800)' },
      { name: 'runs-dir', value: 'DIR', about: 'Where run directories go (default ./runs)' },
      { name: 'debug', about: 'Show each decision' },
      jsonOption,
      ...manifestOptions,
    ],
    examples: [
      'foreword dispatch . "Add the PARTY command" --executor=claude --context',
      'foreword dispatch ../shop "Fix a test" --executor=claude,codex --context=full',
      'foreword dispatch . - --executor=gemini --context=1400 < task.md',
    ],
    exits: [
      [0, 'every agent finished with exit code 0'],
      [1, 'an agent failed or ran out of time'],
      ...refusals,
    ],
  },
  {
    name: 'assemble',
    summary: 'Compile the context of a repository into a directory',
    about: [
      'Writes context.md, context.json and receipt.json, and prints the injection id, nothing else, on standard output.',
    ],
    args: [repo, level, { name: 'output_dir', about: 'Where the files go', required: true }],
    options: [
      { name: 'executor', value: 'AGENT', about: `The agent it is for: ${agentNames}` },
      { name: 'session', value: 'ID', about: "The agent's own session, for the record" },
      { name: 'debug', about: 'Show each decision on standard error' },
      jsonOption,
      ...manifestOptions,
    ],
    examples: [
      'foreword assemble . standard out/',
      'foreword assemble ../shop 1400 /tmp/ctx --root team=../team',
    ],
    exits: [[0, 'written'], ...refusals],
  },
  {
    name: 'explain',
    summary: 'Show what would be sent, and why',
    about: [
      'Prints the packet and a table of its sections: source, age, size, what was reduced, dropped or redacted, and why.',
    ],
    args: [repo, level],
    options: [
      { name: 'task', value: 'TEXT', about: 'Show the whole prompt for this task' },
      { name: 'executor', value: 'AGENT', about: `The agent it is for: ${agentNames}` },
      { name: 'debug', about: 'Show each decision, in order' },
      jsonOption,
      ...manifestOptions,
    ],
    examples: [
      'foreword explain . full',
      'foreword explain . 900 --debug',
      'foreword explain . --json | jq .receipt.sections',
    ],
    exits: [[0, 'shown'], ...refusals],
  },
  ...readCommands,
  ...refreshCommands,
  ...pluginsCommands,
  {
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
  },
  {
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
  },
  trustCommand,
  ...knowledgeCommands,
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
      { name: 'session', value: 'ID', about: 'Of this session' },
      { name: 'agent', value: 'AGENT', about: 'For this agent' },
      { name: 'section', value: 'NAME', about: 'That sent this section' },
      { name: 'source', value: 'PATH', about: 'That sent something of this file' },
      {
        name: 'outcome',
        value: 'OUTCOME',
        choices: ['success', 'failed', 'timeout', 'running', 'refused'],
        about: 'How the run ended: success, failed, timeout, running; or refused',
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
