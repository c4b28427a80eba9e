import type { Agent } from './agent.ts'

/** Any program. Each run names it. */
export const generic: Agent = {
  id: 'generic',
  title: 'A program of your own',
  program: '',
  testedVersion: null,
  versionArgs: ['--version'],
  headless: { args: [], prompt: 'stdin', expansions: [], output: 'text', env: {}, exits: {} },
  memory: [],
  hooks: null,
  servers: null,
  trial: null,
  transcript: null,
}
