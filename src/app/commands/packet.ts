import { agentNames, type Command, jsonOption, level, manifestOptions, refusals, repo } from './command.ts'

/** What compiles a packet. */
export const packetCommands: readonly Command[] = [
  {
    name: 'dispatch',
    summary: 'Give a task to coding agents, with the context in front of it',
    about: [
      'Without --context the prompt is the task. With it, the packet comes first and the task follows. A secret in the task is replaced.',
      'Each run gets a directory runs/<run-id>/ with task, prompt, context, receipt, output, result and outcome. Several agents work at the same time, each in its own git worktree of the last commit, on a branch foreword/<run-id>.',
    ],
    args: [
      repo,
      { name: 'task', about: 'What to do; - reads it from standard input', required: true },
      {
        name: 'command',
        about: 'For generic: the program and its arguments; {prompt_file} stands for the prompt',
        required: false,
        many: true,
        rest: true,
      },
    ],
    options: [
      { name: 'executor', value: 'AGENT[,AGENT…]|all', about: `Which agents: ${agentNames}` },
      {
        name: 'command',
        value: 'WORDS',
        about: 'For generic: the program and its arguments in one text; no shell reads it',
      },
      {
        name: 'jobs',
        value: 'COUNT',
        about: 'At most so many agents at a time (default: one per processor)',
      },
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
      {
        name: 'clean',
        without: 'task',
        about:
          'Start nothing, and remove the worktrees of earlier runs. What is not committed stays, and so do commits',
      },
      { name: 'force', about: 'With --clean: remove those too' },
      { name: 'dry-run', about: 'With --clean: only say what would be removed' },
      { name: 'debug', about: 'Show each decision' },
      jsonOption,
      ...manifestOptions,
    ],
    examples: [
      'foreword dispatch . "Add the PARTY command" --executor=claude --context',
      'foreword dispatch ../shop "Fix a test" --executor=claude,codex --context=full',
      'foreword dispatch . - --executor=gemini --context=1400 < task.md',
      'foreword dispatch . "Fix a test" --executor=generic -- my-agent {prompt_file}',
      'foreword dispatch . --clean',
    ],
    exits: [
      [0, 'every agent finished, and none says that it failed; or --clean is through'],
      [1, 'an agent failed, was blocked by a hook, or ran out of time'],
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
]
