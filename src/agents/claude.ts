import type { Agent, FolderRule, PackageRule } from './agent.ts'

const plugin = {
  kind: 'plugin',
  manifests: ['.claude-plugin/plugin.json'],
  hooks: 'hooks/hooks.json',
  named: { instead: false, wrapped: false },
} as const

/** A plugin can also be a directory among the skills, without being installed. */
function findPluginsAmongSkills(scope: FolderRule['scope']): PackageRule {
  const off = { key: 'enabledPlugins', ending: '@skills-dir' }
  const lies = { by: 'folder', scope, directory: '.claude/skills', link: null, off } as const
  return { ...plugin, lies, needsManifest: true }
}

export const claude: Agent = {
  id: 'claude',
  title: 'Claude Code',
  program: 'claude',
  testedVersion: '2.1.325',
  versionArgs: ['--version'],
  headless: {
    args: ['-p', '--output-format', 'json'],
    prompt: 'stdin',
    // `@path` attaches a file and `@agent-name` asks for a subagent, after a space or a full stop. `/name` runs a command or a skill.
    expansions: [
      { mark: '@', at: 'word' },
      { mark: '/', at: 'text' },
    ],
    output: 'claude-json',
    env: {},
    exits: { 143: 'it was terminated' },
  },
  memory: ['CLAUDE.md', 'AGENTS.md'],
  memoryToo: ['CLAUDE.local.md', '.claude/CLAUDE.md'],
  memoryFolders: ['.claude/rules'],
  importSteps: 4,
  hooks: {
    events: {
      'session-start': { name: 'SessionStart', takes: 'json', timeoutSeconds: 20 },
      prompt: { name: 'UserPromptSubmit', takes: 'json', timeoutSeconds: 10 },
      'before-compaction': { name: 'PreCompact', takes: 'plain', timeoutSeconds: 10 },
      'subagent-start': { name: 'SubagentStart', takes: 'json', timeoutSeconds: 10 },
      'session-end': { name: 'SessionEnd', takes: 'nothing', timeoutSeconds: 10 },
    },
    outputLimit: { amount: 10_000, unit: 'utf-16', beyond: 'head' },
    expansions: [],
    escapes: ['<system-reminder>', '</system-reminder>'],
    forgetsOnResume: false,
    authority: 'system',
    settings: {
      kind: 'hooks',
      project: '.claude/settings.json',
      user: '.claude/settings.json',
      // Also in the project, but not committed.
      also: [{ scope: 'project', path: '.claude/settings.local.json', holds: 'hooks' }],
      // A getter, because hooks never need it and start faster without it.
      get addOns() {
        const installed: PackageRule = {
          ...plugin,
          needsManifest: false,
          lies: {
            by: 'registry',
            enabled: 'enabledPlugins',
            installed: '.claude/plugins/installed_plugins.json',
            markets: '.claude/plugins/known_marketplaces.json',
            catalog: '.claude-plugin/marketplace.json',
          },
        }
        return [installed, findPluginsAmongSkills('user'), findPluginsAmongSkills('project')]
      },
      switches: [{ holds: 'hooks', key: ['disableAllHooks'], off: true }],
      moved: { variable: 'CLAUDE_CONFIG_DIR', instead: '.claude' },
      shell: ['/bin/sh', '-c'],
      blocks: false,
      timeoutUnit: 'seconds',
      limitKey: null,
      trust: null,
      trustFile: null,
    },
  },
  servers: {
    format: 'json',
    key: 'mcpServers',
    project: ['.mcp.json'],
    user: ['.claude.json'],
    // With CLAUDE_CONFIG_DIR, the file is in that directory under the same name.
    moved: { variable: 'CLAUDE_CONFIG_DIR', instead: '' },
    command: 'string',
    keys: { type: 'stdio' },
    approval: 'Claude Code asks each person once before it starts an MCP server of a project.',
  },
  trial: {
    args: ['-p', '--output-format', 'json'],
    env: {
      ANTHROPIC_BASE_URL: '{url}',
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_MAX_RETRIES: '0',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    home: {},
    project: {},
    settings: {},
    keeps: ['disableAllHooks', 'model'],
    waives: null,
  },
  transcript: { form: 'claude', directory: '.claude/projects', holdsOutputsOf: 'prompt' },
}
