// `foreword doctor` runs the agent itself against a model of its own.
import { cpSync, existsSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeClaude, fakeCodex } from './doctor-agents.ts'
import { documentOf, keepsToTheScreen } from './past-asking.ts'
import { binary, text, World } from './program.ts'

const world = new World()
afterAll(() => world.remove())
const home = world.env.HOME!
const root = world.project()
const tmp = join(world.dir, 'tmp')

beforeEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true })
  for (const name of readdirSync(world.bin)) rmSync(join(world.bin, name))
  for (const name of ['.claude', '.foreword', '.mcp.json'])
    rmSync(join(root, name), { recursive: true, force: true })
  rmSync(tmp, { recursive: true, force: true })
  world.write(join(tmp, 'keep'), '')
})

const run = (...args: string[]) => world.foreword(args, { cwd: root, env: { TMPDIR: tmp } })
/** The home of a person who has run `foreword install`, by agent. The first call makes it, the others copy it. */
const installedHomes = new Map<string, string>()
function install(agent: string): void {
  const saved = installedHomes.get(agent)
  if (saved === undefined) {
    expect(readdirSync(home)).toEqual([])
    run('install', agent)
    const copy = join(world.dir, `installed-${agent}`)
    cpSync(home, copy, { recursive: true })
    installedHomes.set(agent, copy)
  } else cpSync(saved, home, { recursive: true })
}
const examined = (...args: string[]) => {
  const { code, out } = run('doctor', ...args, '--json')
  return { code, ...documentOf('doctor', out).agents[0] }
}
const said = (...args: string[]) => {
  const { out } = run('doctor', ...args)
  keepsToTheScreen(out)
  return out.replace(/\s+/g, ' ')
}

/** An ended process stays in the process list until its parent reads its exit code. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(text('/proc', String(pid), 'status'))
  } catch {
    return false
  }
}

describe('doctor runs the agent', () => {
  it('shows that all of it arrived, in which role, from which model', () => {
    fakeClaude(world, 'arrives')
    install('claude')
    const { code, proof, problems } = examined('claude')
    expect({ code, problems }).toEqual({ code: 0, problems: [] })
    expect(proof).toMatchObject({ arrived: true, exit_code: 0, model: 'fake-opus', roles: ['system'] })
    expect(proof.sections.length).toBeGreaterThan(2)
    expect(proof.sections.every((section: { state: string }) => section.state === 'delivered')).toBe(true)
    expect(said('claude')).toMatch(
      /✓ run Claude Code sent the model \d+ sections \(\d+ bytes, system role, fake-opus\)/,
    )
  })

  it('leaves nothing behind: no receipt, no file in home or project, no directory', () => {
    fakeClaude(world, 'arrives')
    install('claude')
    const before = readdirSync(home, { recursive: true }).sort()
    expect(examined('claude').proof.arrived).toBe(true)
    const after = readdirSync(home, { recursive: true }).map(String)
    expect(after.filter((name) => !name.startsWith('.cache')).sort()).toEqual(before)
    expect(readdirSync(root).includes('left-behind')).toBe(false)
    expect(existsSync(join(root, '.foreword'))).toBe(false)
    expect(readdirSync(tmp)).toEqual(['keep'])
    expect(run('log').out).toContain('No injections into')
  })

  it('finds hooks of a project, too', () => {
    fakeClaude(world, 'arrives')
    symlinkSync(realpathSync(binary), join(world.bin, 'foreword'))
    symlinkSync(process.execPath, join(world.bin, 'node'))
    run('install', 'claude', '--project')
    expect(examined('claude').proof).toMatchObject({ arrived: true })
  })

  it('tells when both settings have them', () => {
    fakeClaude(world, 'arrives')
    install('claude')
    run('install', 'claude', '--project')
    const { notes } = examined('claude')
    expect(notes.join(' ')).toContain('It is installed for the user and in the project')
  })

  it.each([
    ['skips', 'asked its model and did not run the hook'],
    ['drops', 'Nothing of it reached the model'],
    ['cuts', 'gives the model 10000 UTF-16 units of each hook and cuts what is longer'],
    ['twice', 'It arrived twice'],
    ['impatient', 'ended the hook before it had answered'],
    ['garbage', 'it did not ask the model: it ended with exit code 0: Error:'],
    ['fails', 'it did not ask the model: it ended with exit code 3: API Error: the model said no'],
  ] as const)('says what is wrong where an agent %s', (manner, words) => {
    fakeClaude(world, manner)
    install('claude')
    const { code, proof, problems } = examined('claude')
    expect(code).toBe(1)
    expect(proof.arrived).toBe(false)
    expect(problems.join(' ')).toContain(words)
    expect(said('claude')).toContain('✗ run')
  })

  it('ends one that hangs, with all that it started', () => {
    fakeClaude(world, 'hangs')
    install('claude')
    const { proof, problems } = examined('claude', '--timeout=2')
    expect(proof).toMatchObject({ arrived: false, exit_code: null })
    expect(problems.join(' ')).toContain('it did not end within 2 s and was ended (--timeout gives it more)')
    expect(readdirSync(tmp)).toEqual(['keep'])
  })

  it('takes the agent along when it is interrupted itself', async () => {
    fakeClaude(world, 'hangs')
    install('claude')
    const { child, ended } = world.start(['doctor', 'claude'], { cwd: root, env: { TMPDIR: tmp } })
    const pidFile = () =>
      readdirSync(tmp, { recursive: true }).find((name) => String(name).endsWith('a-transcript'))
    await expect.poll(pidFile, { timeout: 30_000 }).toBeDefined()
    const pid = Number(text(tmp, String(pidFile())))
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, out: '' })
    expect(readdirSync(tmp)).toEqual(['keep'])
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  })

  it('takes what arrived for arrived, also where the agent does not end', () => {
    fakeClaude(world, 'lingers')
    install('claude')
    const { code, proof } = examined('claude', '--timeout=3')
    expect({ code, arrived: proof.arrived }).toEqual({ code: 0, arrived: true })
    expect(proof.detail).toContain('did not end by itself')
  })

  it('lets a switch in the settings count: hooks that are off do not run', () => {
    fakeClaude(world, 'arrives')
    world.write(join(home, '.claude/settings.json'), '{ "disableAllHooks": true, "env": { "A": "b" } }')
    run('install', 'claude')
    const { problems } = examined('claude')
    expect(problems.join()).toContain('did not run the hook')
    const file = join(home, '.claude/settings.json')
    expect(problems[0]).toBe(
      `Claude Code runs no hook: disableAllHooks is true in ${file}. Set it to false, or take it out.`,
    )
  })

  it('runs no agent with --no-run, and none that is not there', () => {
    fakeClaude(world, 'fails')
    install('claude')
    expect(examined('claude', '--no-run')).toMatchObject({ code: 0, proof: null })
    rmSync(join(world.bin, 'claude'))
    expect(examined('claude')).toMatchObject({ code: 0, proof: null })
    expect(said('claude')).toContain('run not run: not on PATH')
  })

  it('keeps the hooks of a clone away from the agent', () => {
    fakeClaude(world, 'arrives')
    install('claude')
    const trap = join(world.dir, 'trap')
    const hooks = [{ type: 'command', command: `touch '${trap}'` }]
    world.write(join(root, '.claude/settings.json'), JSON.stringify({ hooks: { SessionStart: [{ hooks }] } }))
    expect(examined('claude').proof.arrived).toBe(true)
    expect(existsSync(trap)).toBe(false)
  })
})

describe('doctor asks codex what it trusts', () => {
  it.each([
    ['trusted', 'Codex CLI trusts every entry.'],
    ['untrusted', 'does not trust 4 of 4 entries yet. Run /hooks in codex'],
    ['modified', '4 of 4 entries changed since they were trusted'],
    ['silent', 'The agent does not trust the hooks yet. Run /hooks in codex'],
  ] as const)('%s', (trust, words) => {
    fakeCodex(world, trust)
    install('codex')
    const { notes, problems } = examined('codex')
    expect([...notes, ...problems].join(' ')).toContain(words)
  })
})

describe('hooks that are switched off', () => {
  it.each([
    ['a table', '[features]\nhooks = false\n', 'features.hooks'],
    ['a dotted key', 'features.hooks = false\n', 'features.hooks'],
    ['the older name of the key', 'features = { codex_hooks = false }\n', 'features.codex_hooks'],
  ])('are told of codex with file and key: %s', (_, config, key) => {
    fakeCodex(world, 'trusted')
    install('codex')
    world.write(join(home, '.codex/config.toml'), config)
    const { code, notes, problems } = examined('codex')
    expect(code).toBe(1)
    expect(problems.join()).toContain(
      `${key} is false in ${join(home, '.codex/config.toml')}. Set it to true`,
    )
    if (key === 'features.hooks') expect(notes.join()).not.toContain('trusts every entry')
    expect(problems.join()).not.toContain('does not load')
  })

  it('are told by the nearest file that says something', () => {
    const [user, project] = [join(home, '.gemini/settings.json'), join(root, '.gemini/settings.json')]
    const set = (file: string, enabled: boolean) =>
      world.write(file, JSON.stringify({ hooksConfig: { enabled } }))
    set(user, false)
    run('install', 'gemini')
    const off = () => examined('gemini', '--no-run').problems.join()
    expect(off()).toContain(`hooksConfig.enabled is false in ${user}. Set it to true`)
    set(project, true)
    expect(off()).not.toContain('runs no hook')
    rmSync(join(root, '.gemini'), { recursive: true })
  })

  describe('in the settings of the whole machine', () => {
    const machine = join(world.dir, 'etc/settings.json')
    const defaults = join(world.dir, 'etc/system-defaults.json')
    const user = join(home, '.gemini/settings.json')
    const env = { GEMINI_CLI_SYSTEM_SETTINGS_PATH: machine }
    const set = (file: string, enabled: boolean) =>
      world.write(file, JSON.stringify({ hooksConfig: { enabled } }))
    const problems = () => {
      const { out } = world.foreword(['doctor', 'gemini', '--no-run', '--json'], { cwd: root, env })
      return JSON.parse(out).agents[0].problems.join()
    }
    afterEach(() => rmSync(join(world.dir, 'etc'), { recursive: true, force: true }))

    it.each([
      ['override all others', machine, true, machine],
      ['are the defaults', defaults, undefined, defaults],
    ])('are told where they %s', (_, file, own, told) => {
      set(file, false)
      if (own !== undefined) set(user, own)
      run('install', 'gemini')
      expect(problems()).toContain(`hooksConfig.enabled is false in ${told}. Set it to true`)
    })

    it('are not told where they switch hooks on again, or where the user does', () => {
      set(machine, true)
      set(user, false)
      run('install', 'gemini')
      expect(problems()).toBe('')
      rmSync(machine)
      set(defaults, false)
      rmSync(user)
      set(user, true)
      run('install', 'gemini')
      expect(problems()).toBe('')
    })

    it('are told where they cannot be read', () => {
      run('install', 'gemini')
      world.write(machine, '{')
      expect(problems()).toContain(`${machine}:1:2:`)
    })
  })

  it('are told where a list names the command of an entry', () => {
    const user = join(home, '.gemini/settings.json')
    run('install', 'gemini')
    const settings = JSON.parse(text(user))
    const { command } = settings.hooks.SessionStart[0].hooks[0]
    const list = (disabled: unknown) => {
      world.write(user, JSON.stringify({ ...settings, hooksConfig: { disabled } }))
      return examined('gemini', '--no-run')
    }
    const { code, problems } = list(['another hook', command])
    expect(code).toBe(1)
    expect(problems).toEqual([
      `Gemini CLI skips 1 of 3 entries: hooksConfig.disabled in ${user} lists ${command}. Take that out of the list.`,
    ])
    for (const harmless of [[], ['another hook'], command, null])
      expect(list(harmless)).toMatchObject({ code: 0, problems: [] })
  })
})

describe('the copy that codex is asked in', () => {
  it('has what a person trusted, under the place of the copy, and no other table', () => {
    fakeCodex(world, 'trusted')
    install('codex')
    const file = join(home, '.codex/hooks.json')
    const config = `model = "x"
[mcp_servers.a.env]
TOKEN = "secret"
[hooks.state."${file}:session_start:0:0"]
trusted_hash = "sha256:1"
[projects."${root}"]
trust_level = "trusted"
[model_providers.a]
key = "secret"
`
    world.write(join(home, '.codex/config.toml'), config)
    examined('codex')
    const saw = text(world.dir, 'codex-saw')
    expect(saw).toMatch(
      /^\[hooks\.state\."\/.*stage-\w+\/home\/\.codex\/hooks\.json:session_start:0:0"\]\ntrusted_hash/,
    )
    expect(saw).toContain(`[projects."${root}"]`)
    expect(saw).not.toMatch(/secret|model/)
    expect(text(home, '.codex/config.toml')).toBe(config)
  })
})

describe('install', () => {
  it('runs what it has installed, and says what it gives', () => {
    const { out } = run('install', 'claude')
    expect(out).toMatch(/✓ session-start +\d+ UTF-16 units in 1 of 3 hooks, cap 10000 each, \d+ ms/)
    expect(out).toContain('Next: "foreword doctor" proves')
    const { agents } = documentOf('install', run('install', 'claude', '--json').out)
    expect(agents[0]).toMatchObject({ state: 'unchanged' })
    expect(agents[0].trials[0]).toMatchObject({ event: 'session-start', outcome: 'sent', fits: true })
    expect(existsSync(join(root, '.foreword'))).toBe(false)
  })

  it('says at once where there is nothing to give', () => {
    const bare = join(world.dir, 'bare')
    world.write(join(bare, '.foreword/manifest.yaml'), 'foreword: 1\nname: x\nextends: preset:outpost\n')
    const { code, out } = world.foreword(['install', 'claude'], { cwd: bare })
    expect(code).toBe(0)
    expect(out).toContain('✗ session-start  failed')
  })
})
