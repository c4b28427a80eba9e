import type { Agent } from './agent.ts'

export const opencode: Agent = {
  id: 'opencode',
  title: 'opencode',
  program: 'opencode',
  versionArgs: ['--version'],
  headless: {
    args: ['run', '--format', 'json'],
    prompt: 'stdin',
    output: 'opencode-jsonl',
    env: {},
    exits: {},
  },
  memory: ['AGENTS.md', 'CLAUDE.md'],
  memoryNamed: { files: ['opencode.json', 'opencode.jsonc'], key: 'instructions' },
  hooks: {
    events: {
      'session-start': { name: 'experimental.chat.system.transform', takes: 'plain', timeoutSeconds: 10 },
      prompt: { name: 'chat.message', takes: 'plain', timeoutSeconds: 10 },
      'before-compaction': { name: 'experimental.session.compacting', takes: 'plain', timeoutSeconds: 10 },
      'session-end': { name: 'dispose', takes: 'nothing', timeoutSeconds: 10 },
    },
    cap: null,
    escapes: [],
    forgetsOnResume: false,
    authority: 'system',
    settings: {
      kind: 'plugin',
      project: '.opencode/plugins/foreword.js',
      user: '.config/opencode/plugins/foreword.js',
      moved: { variable: 'XDG_CONFIG_HOME', instead: '.config' },
      shell: null,
      blocks: false,
      timeoutUnit: 'milliseconds',
      limitKey: null,
      trust: null,
      trustFile: null,
    },
  },
  transcript: 'opencode',
}
