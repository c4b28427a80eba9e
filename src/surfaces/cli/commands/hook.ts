import { agents } from '../../../agents/index.ts'
import { defineSilentCommand } from '../command.ts'

const withHooks = agents.filter((agent) => agent.hooks !== null).map((agent) => agent.id)

export const hook = defineSilentCommand({
  name: 'hook',
  summary: 'Answer a hook of a coding agent with its context',
  about: [
    'Agents call this command; "foreword install" adds it to their settings. It reads the JSON of the hook on standard input and prints the context in the form that the agent expects, within its output limit. Later events of a session get only the sections that changed.',
    'The exit code is always 0, so that a failure never breaks a session. Failures are printed in one line and recorded.',
  ],
  args: [
    {
      name: 'event',
      about: 'session-start, prompt, before-compaction, subagent-start or session-end',
      suggestions: ['session-start', 'prompt', 'before-compaction', 'subagent-start', 'session-end'],
      required: true,
    },
  ],
  options: [
    {
      name: 'agent',
      value: 'NAME',
      suggestions: withHooks,
      about: `The agent that calls: ${withHooks.join(', ')}`,
    },
    { name: 'part', value: 'I/N', about: 'Print part I of N of the output (default 1/1)' },
    {
      name: 'limit',
      value: 'N',
      about:
        'The output limit in the agent\'s settings, in its own unit, if it can be raised; "foreword install" sets both',
    },
    {
      name: 'timeout',
      value: 'SECONDS',
      about: 'How long the agent waits, if its settings differ from what "foreword install" wrote',
    },
    { name: 'repo', value: 'DIR', about: 'The project (default: the directory that the agent names)' },
    { name: 'no-cache', about: 'Compile again; do not use the cache' },
  ],
  examples: ['foreword hook session-start --agent=claude', 'foreword hook prompt --agent=codex'],
  exits: [[0, 'always']],
  run() {
    throw new Error('bin/main.ts answers hooks')
  },
})
