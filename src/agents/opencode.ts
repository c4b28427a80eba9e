import type { Agent, HookPlace } from './agent.ts'

/** Without this package, opencode installs it into each settings directory, and waits for more than a minute if it cannot. */
function buildPluginPackage(directory: string): Record<string, string> {
  const [name, version] = ['@opencode-ai/plugin', '{version}']
  const root = { dependencies: { [name]: version } }
  const lock = {
    name: 'x',
    lockfileVersion: 3,
    packages: { '': root, [`node_modules/${name}`]: { version } },
  }
  return {
    [`${directory}/package.json`]: JSON.stringify(root),
    [`${directory}/package-lock.json`]: JSON.stringify(lock),
    [`${directory}/node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
  }
}

/** opencode accepts both names of the directory and of the settings file. The directory of `install` is checked with its own file. */
function listPluginPlaces(): HookPlace[] {
  const directories = [
    { scope: 'user', path: '.config/opencode/plugin' },
    { scope: 'user', path: '.opencode/plugin' },
    { scope: 'user', path: '.opencode/plugins' },
    { scope: 'project', path: '.opencode/plugin' },
  ] as const
  const folders = [
    ['user', '.config/opencode/'],
    ['user', '.opencode/'],
    ['project', ''],
    ['project', '.opencode/'],
  ] as const
  return [
    ...directories.map((directory) => ({ ...directory, holds: 'plugins' as const })),
    ...folders.flatMap(([scope, folder]) =>
      ['opencode.json', 'opencode.jsonc'].map((name) => {
        return { scope, path: folder + name, holds: 'plugin-list' as const }
      }),
    ),
  ]
}

export const opencode: Agent = {
  id: 'opencode',
  title: 'opencode',
  program: 'opencode',
  sessionPrefix: 'ses_',
  testedVersion: '1.18.33',
  versionArgs: ['--version'],
  headless: {
    args: ['run', '--format', 'json'],
    prompt: 'stdin',
    expansions: [],
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
      // opencode starts a session for each subagent, with the same event.
      'subagent-start': { name: 'experimental.chat.system.transform', takes: 'plain', timeoutSeconds: 10 },
      'session-end': { name: 'dispose', takes: 'nothing', timeoutSeconds: 10 },
    },
    outputLimit: null,
    expansions: [],
    escapes: [],
    forgetsOnResume: false,
    authority: 'system',
    settings: {
      kind: 'plugin',
      project: '.opencode/plugins/foreword.js',
      user: '.config/opencode/plugins/foreword.js',
      // A getter, because hooks never need it and start faster without it.
      get also() {
        return listPluginPlaces()
      },
      addOns: [],
      switches: [],
      moved: { variable: 'XDG_CONFIG_HOME', instead: '.config' },
      shell: null,
      blocks: false,
      timeoutUnit: 'milliseconds',
      limitKey: null,
      trust: null,
      trustFile: null,
    },
  },
  servers: {
    format: 'json',
    key: 'mcp',
    project: ['opencode.json', 'opencode.jsonc'],
    user: ['.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'],
    moved: { variable: 'XDG_CONFIG_HOME', instead: '.config' },
    command: 'list',
    keys: { type: 'local', enabled: true },
    approval: null,
  },
  // A getter, because hooks never need it and start faster without it.
  get trial() {
    return {
      args: ['run', '--format', 'json'],
      env: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          autoupdate: false,
          model: 'endpoint/endpoint',
          provider: {
            endpoint: {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: '{url}/v1', apiKey: 'dummy' },
              models: { endpoint: { limit: { context: 1_000_000, output: 1000 } } },
            },
          },
        }),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      },
      home: buildPluginPackage('.config/opencode'),
      project: buildPluginPackage('.opencode'),
      settings: {},
      keeps: [],
      waives: null,
    }
  },
  transcript: { form: 'opencode', directory: null, holdsOutputsOf: 'none' },
}
