import type { Agent } from './agent.ts'

export const aider: Agent = {
  id: 'aider',
  title: 'Aider',
  program: 'aider',
  versionArgs: ['--version'],
  headless: {
    args: ['--message-file', '{prompt_file}', '--yes-always', '--no-stream', '--no-pretty'],
    prompt: 'file',
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
