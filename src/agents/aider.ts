import type { Agent } from './agent.ts'

export const aider: Agent = {
  id: 'aider',
  title: 'Aider',
  program: 'aider',
  testedVersion: null,
  versionArgs: ['--version'],
  headless: {
    args: ['--message-file', '{prompt_file}', '--yes-always', '--no-stream', '--no-pretty'],
    prompt: 'file',
    // A message that begins with `/` or `!` is a command.
    expansions: [
      { mark: '/', at: 'text' },
      { mark: '!', at: 'text' },
    ],
    output: 'text',
    env: {},
    exits: {},
  },
  memory: [],
  hooks: null,
  servers: null,
  trial: null,
  transcript: null,
}
