import type { Agent } from './agent.ts'

export const gemini: Agent = {
  id: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  testedVersion: '0.61.0',
  versionArgs: ['--version'],
  headless: {
    args: ['-o', 'json'],
    prompt: 'stdin',
    // `@path` attaches a file, a directory, a file found by its name, or a subagent, also in the middle of a word. `/name` runs a command.
    expansions: [
      { mark: '@', at: 'anywhere' },
      { mark: '/', at: 'text' },
    ],
    output: 'gemini-json',
    // Gemini does not start in an untrusted folder, and the user has never trusted the new copy of a project.
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    exits: {
      42: 'it got no input',
      53: 'it reached its limit of turns',
      55: 'the folder is not trusted: trust it in gemini',
    },
  },
  memory: ['GEMINI.md'],
  memoryNamedByUser: { file: '.gemini/settings.json', key: ['context', 'fileName'] },
  importSteps: 5,
  hooks: {
    events: {
      'session-start': { name: 'SessionStart', takes: 'json', timeoutSeconds: 20 },
      prompt: { name: 'BeforeAgent', takes: 'json', timeoutSeconds: 10 },
      'session-end': { name: 'SessionEnd', takes: 'nothing', timeoutSeconds: 10 },
    },
    outputLimit: null,
    // Gemini puts the output of the start in front of the prompt and then reads both as one.
    expansions: [{ mark: '@', at: 'anywhere' }],
    escapes: ['<', '>'],
    forgetsOnResume: true,
    authority: 'data',
    settings: {
      kind: 'hooks',
      project: '.gemini/settings.json',
      user: '.gemini/settings.json',
      also: [],
      addOns: [
        {
          kind: 'extension',
          // Gemini loads no extensions from a project.
          lies: {
            by: 'folder',
            scope: 'user',
            directory: '.gemini/extensions',
            link: '.gemini-extension-install.json',
            off: { file: 'extension-enablement.json' },
          },
          manifests: ['gemini-extension.json'],
          needsManifest: true,
          hooks: 'hooks/hooks.json',
          named: null,
        },
      ],
      switches: [{ holds: 'hooks', key: ['hooksConfig', 'enabled'], off: false }],
      disabledList: ['hooksConfig', 'disabled'],
      machine: {
        variable: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
        file: {
          darwin: '/Library/Application Support/GeminiCli/settings.json',
          win32: 'C:\\ProgramData\\gemini-cli\\settings.json',
          other: '/etc/gemini-cli/settings.json',
        },
        defaults: { variable: 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH', name: 'system-defaults.json' },
      },
      moved: { variable: 'GEMINI_CLI_HOME', instead: '' },
      shell: ['bash', '-c'],
      blocks: true,
      timeoutUnit: 'milliseconds',
      limitKey: null,
      trust: 'Hooks of a project run only in a folder that gemini trusts.',
      trustFile: {
        kind: 'folders',
        user: '.gemini/trustedFolders.json',
        unless: ['security', 'folderTrust', 'enabled'],
        variable: 'GEMINI_CLI_TRUST_WORKSPACE',
        revise: 'Start gemini here, enter /permissions and trust the folder.',
      },
    },
  },
  servers: {
    format: 'json',
    key: 'mcpServers',
    project: ['.gemini/settings.json'],
    user: ['.gemini/settings.json'],
    moved: { variable: 'GEMINI_CLI_HOME', instead: '' },
    command: 'string',
    keys: {},
    approval: null,
  },
  trial: {
    args: ['-o', 'json'],
    env: {
      GOOGLE_GEMINI_BASE_URL: '{url}',
      GEMINI_API_KEY: 'dummy',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    home: {},
    project: {},
    settings: {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    },
    keeps: ['hooksConfig', 'model'],
    waives: 'in a folder that it trusts',
  },
  transcript: { form: 'gemini', directory: '.gemini/tmp', holdsOutputsOf: 'every' },
}
