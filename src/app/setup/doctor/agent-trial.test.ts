import { describe, expect, it } from 'vitest'
import { toml } from '../../../adapters/agents/index.ts'
import { agents } from '../../../agents/index.ts'
import type { HookTrial, ModelText, RecordedHookCall } from '../../../ports/index.ts'
import {
  type MemoryLedger,
  makeMemoryLedger,
  makePacket,
  makeWholeSection,
  type Sent,
} from '../../history/past.fixture.ts'
import { type AgentTrialInput, runAgentTrial } from './agent-trial.ts'
import type { DoctorDeps, InspectedFile, TrialEnvironment } from './doctor-deps.ts'

const named = (id: string) => agents.find((agent) => agent.id === id)!
const lines = (what: string) => Array.from({ length: 9 }, (_, i) => `${what} line ${i * 7919}`).join('\n')
const packet = () =>
  makePacket([makeWholeSection('task', lines('task')), makeWholeSection('map', lines('map'))])
const ended: HookTrial = { exitCode: 0, signal: null, timedOut: false, milliseconds: 5, out: '', err: '' }

interface Play {
  readonly past?: MemoryLedger | null
  /** Texts for the model beside the prompt. */
  readonly tells?: readonly Pick<ModelText, 'role' | 'text'>[]
  readonly asks?: boolean
  readonly calls?: readonly RecordedHookCall[]
  readonly ends?: Partial<HookTrial>
}

/** A fake agent, and the files that were written for it. */
function played(play: Play, over: Partial<AgentTrialInput> = {}) {
  const files = new Map<string, string>()
  let asked = { words: [] as readonly string[], env: {} as Readonly<Record<string, string>>, input: '' }
  let closed = false
  const stage: TrialEnvironment = {
    home: '/stage/home',
    project: '/stage/project',
    url: 'http://127.0.0.1:1',
    program: ['/stage/foreword'],
    write: (where, path, text) => void files.set(`${where}/${path}`, text),
    run: async (order) => {
      asked = order
      return { ...ended, ...play.ends }
    },
    calls: () => play.calls ?? [],
    requests() {
      const texts = [{ role: 'user', text: asked.input }, ...(play.tells ?? [])]
      const told = texts.map((text, message) => ({ ...text, message }))
      const small = { method: 'POST', path: '/v1/messages', model: 'small', texts: told.slice(0, 1) }
      return play.asks === false ? [] : [small, { ...small, model: 'opus', texts: told }]
    },
    past: async () => play.past ?? null,
    close: async () => {
      closed = true
    },
  }
  const tools = {
    openTrialEnvironment: async () => stage,
    toml,
    variable: (name: string) => (name === 'GEMINI_CLI_SYSTEM_SETTINGS_PATH' ? '/etc/own.json' : undefined),
    random: () => 'abc',
    now: () => '2026-01-03T19:00:00.000Z',
  } as unknown as DoctorDeps
  const order = {
    agent: named('claude'),
    program: '/bin/claude',
    version: '2.1.3',
    files: [],
    timeoutMs: 3000,
  }
  return {
    proof: runAgentTrial(tools, { ...order, ...over }),
    files,
    asked: () => asked,
    closed: () => closed,
  }
}

function withPacket(...sent: Sent[]): MemoryLedger {
  const past = makeMemoryLedger()
  for (const receipt of sent) past.inject(receipt)
  return past
}

describe('an agent that is run', () => {
  it('proves what its model was told, and in which role', async () => {
    const sent = packet()
    const play = played({ past: withPacket(sent), tells: [{ role: 'system', text: `hook: ${sent.text}` }] })
    const proof = await play.proof
    expect(proof).toMatchObject({ arrived: true, model: 'opus', roles: ['system'], exit_code: 0 })
    expect(proof.sections.map(({ id, state }) => [id, state])).toEqual([
      ['task', 'delivered'],
      ['map', 'delivered'],
    ])
    expect(proof.size).toBe(Buffer.byteLength(sent.text!))
    expect(proof.beginning).toEqual(sent.text!.trim().split('\n').slice(0, 12))
    expect(proof.detail).toContain('all 2 sections')
    expect(play.closed()).toBe(true)
  })

  it('proves a packet of a few words, in the midst of what the agent itself tells its model', async () => {
    const sent = makePacket([makeWholeSection('task', 'A shop that sells books.')])
    const tag = sent.text!.trim().split('\n')[0]
    const text = `${tag}\n${lines('tools')}\nhook: ${sent.text}\n${lines('skills')}`
    const proof = await played({ past: withPacket(sent), tells: [{ role: 'system', text }] }).proof
    expect(proof).toMatchObject({ arrived: true, roles: ['system'] })
    expect(proof.beginning).toEqual(sent.text!.trim().split('\n'))
  })

  it('proves nothing with a text that was cut, with the bytes that arrived', async () => {
    const sent = packet()
    const text = `${sent.text!.slice(0, 150)}\n...\n</persisted-output>`
    const proof = await played({ past: withPacket(sent), tells: [{ role: 'user', text }] }).proof
    expect(proof.arrived).toBe(false)
    expect(proof.sections[0]).toMatchObject({
      id: 'task',
      state: 'truncated',
      bytes: [expect.any(Number), 150],
    })
    expect(proof.detail).toContain('task truncated, map dropped')
  })

  it('tells when two packets came instead of one', async () => {
    const [first, second] = [packet(), packet()]
    const tells = [first, second].map(({ text }) => ({ role: 'system', text: text! }))
    const proof = await played({ past: withPacket(first, second), tells }).proof
    expect(proof.arrived).toBe(false)
    expect(proof.sections.map(({ state }) => state)).toEqual(['duplicated', 'duplicated'])
  })

  it('is not proven by a model that was asked without it', async () => {
    const sent = packet()
    const proof = await played({ past: withPacket(sent) }).proof
    expect(proof.sections.map(({ state }) => state)).toEqual(['dropped', 'dropped'])
  })

  const call = { words: 'hook session-start --agent claude', out: '', err: '', ended: true }
  it.each<[string, Play]>([
    ['asked its model and did not run the hook', {}],
    ['ended the hook before it had answered', { calls: [{ ...call, ended: false }] }],
    ['the hook said: no such thing', { calls: [{ ...call, err: 'foreword: no such thing\n' }] }],
    ['the hook sent nothing', { calls: [call] }],
    [
      'it did not end within 3 s',
      { asks: false, ends: { timedOut: true, exitCode: null, signal: 'SIGKILL' } },
    ],
    [
      'exit code 143: it was terminated: Error: x',
      { asks: false, ends: { exitCode: 143, err: 'Error: x\nbye\n' } },
    ],
  ])('says why: %s', async (words, play) => {
    const proof = await played(play).proof
    expect(proof).toMatchObject({ arrived: false, sections: [] })
    expect(proof.detail).toContain(words)
  })
})

describe('the setup that an agent finds', () => {
  const command = '/usr/bin/node /usr/bin/foreword hook session-start --agent claude --part 1/3'
  const file = {
    scope: 'user',
    path: '.claude/settings.json',
    holds: 'hooks',
    file: '/home/dev/.claude/settings.json',
    state: 'read',
    own: [{ event: 'SessionStart', command, current: true }],
    foreign: [],
    faults: [],
    data: { model: 'opus', apiKeyHelper: '/bin/key', disableAllHooks: false, env: { KEY: 'x' } },
    handlers: ['session-start', 'session-end'].map((event, i) => ({
      event: i === 0 ? 'SessionStart' : 'SessionEnd',
      place: [0, 0],
      matcher: null,
      command: command.replace('session-start', event),
      handler: { type: 'command', command, timeout: 20 },
    })),
  } as unknown as InspectedFile

  it('has our entries and the switches of its settings, without keys, other hooks and the end of a session', async () => {
    const play = played({}, { files: [file] })
    await play.proof
    expect(JSON.parse(play.files.get('home/.claude/settings.json')!)).toEqual({
      model: 'opus',
      disableAllHooks: false,
      hooks: {
        SessionStart: [
          {
            hooks: [
              {
                type: 'command',
                command: '/stage/foreword hook session-start --agent claude --part 1/3',
                timeout: 20,
              },
            ],
          },
        ],
      },
    })
  })

  it('is what it needs to ask the model, with the switches of a person, where settings are TOML', async () => {
    const data = { features: { hooks: false }, model: 'gpt', mcp_servers: { a: { env: { KEY: 'x' } } } }
    const [user, project] = (['user', 'project'] as const).map((scope): InspectedFile => {
      return { ...file, scope, path: '.codex/config.toml', holds: 'toml', own: [], handlers: [], data }
    })
    const play = played({}, { agent: named('codex'), files: [user!, project!] })
    await play.proof
    const written = play.files.get('home/.codex/config.toml')!
    expect(written).toMatch(/base_url = "http:[\s\S]*trust_level = "trusted"\n\[features\]\nhooks = false\n$/)
    expect(play.files.get('project/.codex/config.toml')).toBe('[features]\nhooks = false\n')
    expect(written).not.toMatch(/gpt|KEY = /)
  })

  it.each(['claude', 'codex', 'gemini', 'opencode'])(
    '%s asks the endpoint, with a key that is none',
    async (id) => {
      const play = played({}, { agent: named(id), version: `${id} 4.5.6` })
      await play.proof
      const all = JSON.stringify([...play.files.values(), play.asked().env])
      expect(all).toContain('http://127.0.0.1:1')
      expect(all).toContain('dummy')
      expect(all).not.toMatch(/\{(url|project|version)\}/)
      expect(play.asked().input).toContain('foreword-doctor-abc')
    },
  )

  it('is the settings of the machine, by the variables of the user', async () => {
    const play = played({}, { agent: named('gemini') })
    await play.proof
    expect(play.asked().env.GEMINI_CLI_SYSTEM_SETTINGS_PATH).toBe('/etc/own.json')
    expect(play.asked().env).not.toHaveProperty('GEMINI_CLI_SYSTEM_DEFAULTS_PATH')
  })

  it('is the plugin where an agent has plugins, and the package that it would fetch', async () => {
    const own = [{ event: 'plugin', command: 'x', current: true }]
    const path = '.config/opencode/plugins/foreword.js'
    const plugin: InspectedFile = { ...file, path, holds: 'plugins', own, handlers: [] }
    const play = played({}, { agent: named('opencode'), version: '4.5.6', files: [plugin] })
    await play.proof
    expect(play.files.get('home/.config/opencode/plugins/foreword.js')).toContain('["/stage/foreword"]')
    expect(play.files.get('home/.config/opencode/package.json')).toContain('4.5.6')
  })
})
