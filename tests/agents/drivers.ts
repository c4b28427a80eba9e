// How to point each agent at the fake model, and where its settings take hooks.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { releases } from '../../scripts/agents.ts'
import type { Hook, HookCommand, Place } from './session.ts'

export interface Driver {
  readonly args: readonly string[]
  /** The agent's names for the events. */
  readonly events: Readonly<Record<'start' | 'prompt', string>>
  env(place: Place): Record<string, string>
  /** Settings besides hooks. */
  prepare(place: Place): void
  settle(place: Place, hooks: readonly HookCommand[]): void
  /** Arguments in a terminal. */
  readonly terminalArgs: readonly string[]
  /** Answers the questions that the agent asks a person at its first start. */
  prepareTerminal(place: Place): void
}

/** A fake key: the agents only check that one is set. */
const dummy = 'dummy'

const claude: Driver = {
  args: ['-p'],
  events: { start: 'SessionStart', prompt: 'UserPromptSubmit' },
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: dummy,
    CLAUDE_CODE_MAX_RETRIES: '0',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  prepare: () => {},
  settle: ({ repo }, hooks) =>
    write(join(repo, '.claude/settings.json'), { hooks: entries(hooks, (seconds) => seconds) }),
  terminalArgs: [],
  prepareTerminal: ({ home, repo }) =>
    write(join(home, '.claude.json'), {
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: [dummy], rejected: [] },
      projects: { [repo]: { hasTrustDialogAccepted: true } },
    }),
}

const codex: Driver = {
  args: [
    'exec',
    '--dangerously-bypass-hook-trust',
    '--disable',
    'plugins',
    '--disable',
    'unbounded_connection_retries',
    '-',
  ],
  events: { start: 'SessionStart', prompt: 'UserPromptSubmit' },
  env: () => ({ ENDPOINT_KEY: dummy }),
  prepare: ({ home, url }) =>
    write(
      join(home, '.codex/config.toml'),
      `model = "fake-model"
model_provider = "endpoint"
[model_providers.endpoint]
name = "endpoint"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "ENDPOINT_KEY"
`,
    ),
  settle: ({ home }, hooks) =>
    write(join(home, '.codex/hooks.json'), { hooks: entries(hooks, (seconds) => seconds) }),
  terminalArgs: [
    '--dangerously-bypass-hook-trust',
    '--disable',
    'plugins',
    '--disable',
    'unbounded_connection_retries',
  ],
  prepareTerminal: ({ home, repo }) =>
    appendFileSync(join(home, '.codex/config.toml'), `[projects."${repo}"]\ntrust_level = "trusted"\n`),
}

const gemini: Driver = {
  args: ['-o', 'json'],
  events: { start: 'SessionStart', prompt: 'BeforeAgent' },
  env: ({ url }) => ({
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: dummy,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  prepare: ({ home }) =>
    write(join(home, '.gemini/settings.json'), {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    }),
  settle: ({ repo }, hooks) =>
    write(join(repo, '.gemini/settings.json'), { hooks: entries(hooks, (seconds) => seconds * 1000) }),
  terminalArgs: [],
  prepareTerminal: () => {},
}

const opencode: Driver = {
  args: ['run', '--format', 'json'],
  events: { start: 'experimental.chat.system.transform', prompt: 'chat.message' },
  env: ({ url }) => ({
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      autoupdate: false,
      model: 'endpoint/fake-model',
      provider: {
        endpoint: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: dummy },
          models: { 'fake-model': { limit: { context: 1_000_000, output: 1000 } } },
        },
      },
    }),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  prepare: ({ home, repo }) => {
    for (const dir of [join(repo, '.opencode'), join(home, '.config/opencode')]) pretendPlugin(dir)
  },
  settle: ({ repo }, hooks) => write(join(repo, '.opencode/plugins/context.js'), pluginFor(hooks)),
  terminalArgs: [],
  prepareTerminal: () => {},
}

export const drivers = { claude, codex, gemini, opencode }

/** Otherwise opencode installs its plugin package into each directory with settings, and waits 72 s if that fails. */
function pretendPlugin(dir: string): void {
  const name = '@opencode-ai/plugin'
  const version = releases.find(({ id }) => id === 'opencode')!.version
  const root = { dependencies: { [name]: version } }
  write(join(dir, 'package.json'), root)
  const packages = { '': root, [`node_modules/${name}`]: { version } }
  write(join(dir, 'package-lock.json'), { name: 'x', lockfileVersion: 3, packages })
  write(join(dir, 'node_modules', name, 'package.json'), { name, version })
}

/** opencode runs code instead of hook commands. This plugin runs the commands and fails if they fail; at the session start only once. */
function pluginFor(hooks: readonly HookCommand[]): string {
  const commands = (event: Hook['event']) =>
    JSON.stringify(hooks.filter((hook) => hook.event === event).map(({ command }) => command))
  return `import { execFileSync } from 'node:child_process'
const run = (commands, said) => commands.map((command) => {
  const input = JSON.stringify({ ...said, session_id: said.sessionID, cwd: process.cwd() })
  return execFileSync('/bin/sh', ['-c', command], { input, encoding: 'utf8', maxBuffer: 1e7 })
})
const kept = new Map()
export const Context = async () => ({
  'experimental.chat.system.transform': async (input, output) => {
    if (!kept.has(input.sessionID)) kept.set(input.sessionID, run(${commands('start')}, input))
    output.system.push(...kept.get(input.sessionID))
  },
  'chat.message': async (input, output) => {
    run(${commands('prompt')}, input).forEach((text, i) => output.parts.push({
      id: 'prt_context' + i, sessionID: input.sessionID, messageID: output.message.id, type: 'text', text, synthetic: true,
    }))
  },
})
`
}

/** The settings format of three agents: events with groups of commands. */
function entries(
  hooks: readonly HookCommand[],
  limit: (seconds: number) => number,
): Record<string, { hooks: unknown[] }[]> {
  const byEvent = Object.groupBy(hooks, (hook) => hook.eventName)
  return Object.fromEntries(
    Object.entries(byEvent).map(([event, those]) => [
      event,
      [
        {
          hooks: those!.map(({ command, timeoutSeconds = 20, settings }) => ({
            type: 'command',
            command,
            timeout: limit(timeoutSeconds),
            ...settings,
          })),
        },
      ],
    ]),
  )
}

function write(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}
