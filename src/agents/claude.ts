import type { Agent } from './agent.ts'

export const claude: Agent = {
  id: 'claude',
  title: 'Claude Code',
  program: 'claude',
  versionArgs: ['--version'],
  headless: {
    args: ['-p', '--output-format', 'json'],
    prompt: 'stdin',
    output: 'claude-json',
    env: {},
    exits: { 143: 'it was ended' },
  },
  memory: ['CLAUDE.md', 'AGENTS.md'],
  memoryToo: ['CLAUDE.local.md', '.claude/CLAUDE.md'],
  importSteps: 4,
  hooks: {
    events: {
      'session-start': { name: 'SessionStart', takes: 'json', timeoutSeconds: 20 },
      prompt: { name: 'UserPromptSubmit', takes: 'json', timeoutSeconds: 10 },
      'before-compaction': { name: 'PreCompact', takes: 'plain', timeoutSeconds: 10 },
      'subagent-start': { name: 'SubagentStart', takes: 'json', timeoutSeconds: 10 },
      'session-end': { name: 'SessionEnd', takes: 'nothing', timeoutSeconds: 10 },
    },
    cap: { amount: 10_000, unit: 'utf-16', beyond: 'head' },
    escapes: ['<system-reminder>', '</system-reminder>'],
    forgetsOnResume: false,
    authority: 'system',
    settings: {
      kind: 'hooks',
      project: '.claude/settings.json',
      user: '.claude/settings.json',
      moved: { variable: 'CLAUDE_CONFIG_DIR', instead: '.claude' },
      shell: ['/bin/sh', '-c'],
      blocks: false,
      timeoutUnit: 'seconds',
      limitKey: null,
      trust: null,
      trustFile: null,
    },
  },
  transcript: 'claude',
}
