import type { Agent } from './agent.ts'

export const codex: Agent = {
  id: 'codex',
  title: 'Codex CLI',
  program: 'codex',
  versionArgs: ['--version'],
  headless: {
    args: ['exec', '-'],
    prompt: 'stdin',
    output: 'text',
    env: {},
    exits: {},
  },
  memory: ['AGENTS.md'],
  hooks: {
    events: {
      'session-start': { name: 'SessionStart', takes: 'json', timeoutSeconds: 20 },
      prompt: { name: 'UserPromptSubmit', takes: 'json', timeoutSeconds: 10 },
      'before-compaction': { name: 'PreCompact', takes: 'nothing', timeoutSeconds: 10 },
      'session-end': { name: 'SessionEnd', takes: 'nothing', timeoutSeconds: 3 },
    },
    cap: { amount: 10_000, unit: 'bytes', beyond: 'head-and-tail' },
    escapes: [],
    forgetsOnResume: false,
    authority: 'developer',
    settings: {
      kind: 'hooks',
      project: '.codex/hooks.json',
      user: '.codex/hooks.json',
      moved: { variable: 'CODEX_HOME', instead: '.codex' },
      shell: ['/bin/bash', '-c'],
      timeoutUnit: 'seconds',
      limitKey: { key: 'additionalContextLimit', bytesPerToken: 4, tokens: 20_000 },
      trust: 'Run /hooks in codex and trust the entries: until then it skips them without a word.',
      trustFile: { kind: 'hooks', user: '.codex/config.toml' },
    },
  },
  transcript: 'codex',
}
