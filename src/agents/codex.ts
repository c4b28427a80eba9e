import type { Agent } from './agent.ts'

export const codex: Agent = {
  id: 'codex',
  title: 'Codex CLI',
  program: 'codex',
  testedVersion: '0.166.0',
  versionArgs: ['--version'],
  headless: {
    args: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      // Without this, Codex retries an unreachable API forever. -c accepts names that this version does not know; --disable does not.
      '-c',
      'features.unbounded_connection_retries=false',
      '-c',
      'features.plugins=false',
      '-o',
      '{message_file}',
      '-',
    ],
    prompt: 'stdin',
    // `$name` sends the skill of that name, also after a backslash.
    expansions: [{ mark: '$', at: 'name' }],
    output: 'codex-jsonl',
    env: {},
    exits: {},
  },
  memory: ['AGENTS.override.md', 'AGENTS.md'],
  memoryPerDirectory: true,
  memoryLimit: {
    bytes: 32_768,
    user: '.codex/AGENTS.md',
    setting: { file: '.codex/config.toml', key: 'project_doc_max_bytes' },
  },
  hooks: {
    events: {
      'session-start': { name: 'SessionStart', takes: 'json', timeoutSeconds: 20 },
      prompt: { name: 'UserPromptSubmit', takes: 'json', timeoutSeconds: 10 },
      'before-compaction': { name: 'PreCompact', takes: 'nothing', timeoutSeconds: 10 },
      'subagent-start': { name: 'SubagentStart', takes: 'json', timeoutSeconds: 10 },
      'session-end': { name: 'SessionEnd', takes: 'nothing', timeoutSeconds: 3 },
    },
    outputLimit: { amount: 10_000, unit: 'bytes', beyond: 'head-and-tail' },
    expansions: [],
    escapes: [],
    forgetsOnResume: false,
    authority: 'developer',
    settings: {
      kind: 'hooks',
      project: '.codex/hooks.json',
      user: '.codex/hooks.json',
      also: [
        { scope: 'user', path: '.codex/config.toml', holds: 'toml' },
        { scope: 'project', path: '.codex/config.toml', holds: 'toml' },
      ],
      addOns: [
        { kind: 'profile', directory: '.codex', ending: '.config.toml' },
        {
          kind: 'plugin',
          lies: {
            by: 'cache',
            table: 'plugins',
            directory: '.codex/plugins/cache',
            first: 'local',
            unless: ['features', 'plugins'],
          },
          manifests: ['.codex-plugin/plugin.json', '.claude-plugin/plugin.json'],
          needsManifest: true,
          hooks: 'hooks/hooks.json',
          named: { instead: true, wrapped: true },
        },
      ],
      switches: [
        { holds: 'toml', key: ['features', 'hooks'], off: false },
        // The older name.
        { holds: 'toml', key: ['features', 'codex_hooks'], off: false },
      ],
      moved: { variable: 'CODEX_HOME', instead: '.codex' },
      shell: ['/bin/bash', '-c'],
      blocks: false,
      timeoutUnit: 'seconds',
      limitKey: { key: 'additionalContextLimit', bytesPerToken: 4, tokens: 20_000 },
      trust: 'Run /hooks in codex and trust the entries: until then codex skips them silently.',
      trustFile: { kind: 'hooks', user: '.codex/config.toml', server: ['app-server'] },
    },
  },
  servers: {
    format: 'toml',
    key: 'mcp_servers',
    project: ['.codex/config.toml'],
    user: ['.codex/config.toml'],
    moved: { variable: 'CODEX_HOME', instead: '.codex' },
    command: 'string',
    keys: {},
    approval: 'Codex reads MCP servers of a project only where it trusts the project.',
  },
  trial: {
    // Codex binds trust to the exact text and place of an entry, so `doctor` checks trust separately.
    args: [
      'exec',
      '--dangerously-bypass-hook-trust',
      '--skip-git-repo-check',
      '-c',
      'features.unbounded_connection_retries=false',
      '-c',
      'features.plugins=false',
      '-',
    ],
    env: { ENDPOINT_KEY: 'dummy' },
    home: {
      '.codex/config.toml': `model = "endpoint"
model_provider = "endpoint"
[model_providers.endpoint]
name = "endpoint"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "ENDPOINT_KEY"
[projects."{project}"]
trust_level = "trusted"
`,
    },
    project: {},
    settings: {},
    keeps: ['features'],
    waives: 'without asking for trust',
  },
  transcript: { form: 'codex', directory: '.codex/sessions', holdsOutputsOf: 'every' },
}
