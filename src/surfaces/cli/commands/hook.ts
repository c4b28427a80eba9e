import { agents } from '../../../agents/index.ts'
import { defineSilentCommand } from '../command.ts'

const withHooks = agents.filter((agent) => agent.hooks !== null).map((agent) => agent.id)

export const hook = defineSilentCommand({
  name: 'hook',
  summary: 'Answer a hook of a coding agent: its context at the start, what changed later',
  about: [
    'Called by an agent, not by people: "foreword install" enters it into the settings of an agent. It reads what the agent says on standard input and prints just what the agent expects, planned to what the agent lets through.',
    'It always ends with 0: a session is never broken by its context. What went wrong is said in one line and is on record.',
  ],
  args: [
    {
      name: 'event',
      about: 'session-start, prompt, before-compaction, subagent-start or session-end',
      required: true,
    },
  ],
  options: [
    { name: 'agent', value: 'NAME', about: `Which agent calls: ${withHooks.join(', ')}` },
    { name: 'part', value: 'I/N', about: 'Which of several values this call prints (default 1/1)' },
    {
      name: 'limit',
      value: 'N',
      about:
        'What the settings of the agent let through, in its own unit, where that can be raised; "foreword install" enters both',
    },
    {
      name: 'timeout',
      value: 'SECONDS',
      about: 'How long the agent waits, where its settings say something else than "foreword install" does',
    },
    { name: 'repo', value: 'DIR', about: 'The project (default: where the agent says it works)' },
    { name: 'no-cache', about: 'Compile anew' },
  ],
  examples: ['foreword hook session-start --agent=claude', 'foreword hook prompt --agent=codex'],
  exits: [[0, 'always']],
  run() {
    throw new Error('bin/main.ts answers hooks')
  },
})
