// Every command, declared once: parser, help and reference page are projections of this table.
import { agents } from '../agents/index.ts'

export interface CommandArgument {
  readonly name: string
  readonly about: string
  readonly required: boolean
  readonly many?: boolean
}

export interface CommandOption {
  readonly name: string
  readonly about: string
  /** What stands behind the `=`; none for a switch. */
  readonly value?: string
  /** The value may be left out. */
  readonly optional?: boolean
  readonly many?: boolean
}

export interface Command {
  readonly name: string
  readonly summary: string
  readonly about: readonly string[]
  readonly args: readonly CommandArgument[]
  readonly options: readonly CommandOption[]
  readonly examples: readonly string[]
  readonly exits: readonly (readonly [number, string])[]
}

const repo: CommandArgument = {
  name: 'repo',
  about: 'Path of a repository, or its name below FOREWORD_REPOS',
  required: true,
}
const level: CommandArgument = {
  name: 'level',
  about: 'A level of the manifest, or a number',
  required: false,
}

const agentNames = agents.map((agent) => agent.id).join(', ')

const manifestOptions: readonly CommandOption[] = [
  { name: 'preset', value: 'NAME', about: 'Use a shipped manifest instead of .foreword/manifest.yaml' },
  { name: 'manifest', value: 'FILE', about: 'Use this manifest' },
  { name: 'var', value: 'NAME=VALUE', many: true, about: 'Fill a {placeholder} of the manifest' },
  {
    name: 'root',
    value: 'NAME=DIR',
    many: true,
    about: 'Open a directory outside the repository for file:@NAME/… sources',
  },
  { name: 'role', value: 'NAME', about: 'Kind of work the receiver does' },
  { name: 'flag', value: 'NAME', many: true, about: 'Ask for an opt-in section' },
  { name: 'no-cache', about: 'Compile anew' },
  { name: 'now', value: 'TIME', about: 'Use this day or time with zone (ISO 8601) instead of the clock' },
]
const jsonOption: CommandOption = { name: 'json', about: 'Print one JSON document' }
const refusals: Command['exits'] = [
  [2, 'the command was not understood'],
  [3, 'refused: the message says why and what to do'],
]

export const commands: readonly Command[] = [
  {
    name: 'dispatch',
    summary: 'Give a task to coding agents, with the context in front of it',
    about: [
      'Without --context the prompt is the task, byte for byte. With it, the packet comes first and the task follows.',
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
      { name: 'timeout', value: 'SECONDS', about: 'End an agent that takes longer (default 1800)' },
      { name: 'runs-dir', value: 'DIR', about: 'Where run directories go (default ./runs)' },
      { name: 'debug', about: 'Show each decision' },
      jsonOption,
      ...manifestOptions,
    ],
    examples: [
      'foreword dispatch . "Add the PARTY command" --executor=claude --context',
      'foreword dispatch ../shop "Fix the failing test" --executor=claude,codex --context=full',
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
      { name: 'debug', about: 'Show each decision on standard error' },
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
  {
    name: 'scrub',
    summary: 'Replace secrets in text',
    about: [
      'A filter: reads files or standard input and prints them with every secret replaced by [REDACTED].',
    ],
    args: [
      { name: 'file', about: 'Files to read; none or - for standard input', required: false, many: true },
    ],
    options: [
      { name: 'check', about: 'Print where secrets are instead of the text' },
      {
        name: 'without',
        value: 'RULE',
        many: true,
        about: 'Leave a rule out, e.g. hex-40, which also hits commit ids',
      },
      jsonOption,
    ],
    examples: [
      'git log -1 -p | foreword scrub --without=hex-40',
      'foreword scrub --check notes.md journal.md',
    ],
    exits: [
      [0, 'nothing was found'],
      [1, 'something was found and replaced'],
      [2, 'the command was not understood'],
      [3, 'a file could not be read'],
    ],
  },
  {
    name: 'init',
    summary: 'Write a manifest and templates into a repository',
    about: [
      'Nothing that exists is overwritten, and no template is written for a section that another file fills already.',
    ],
    args: [{ ...repo, required: false }],
    options: [
      { name: 'preset', value: 'NAME', about: 'Which shipped manifest to start from' },
      { name: 'var', value: 'NAME=VALUE', many: true, about: 'Set a variable of the manifest' },
      { name: 'dry-run', about: 'Only say what would be written' },
      jsonOption,
    ],
    examples: ['foreword init', 'foreword init ../shop --var app_id=shop --dry-run'],
    exits: [[0, 'done'], ...refusals],
  },
]
