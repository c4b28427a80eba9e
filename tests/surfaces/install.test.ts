// `foreword install` and `uninstall`: what they write into the settings of agents, and what they keep.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { binary, json, secrets, text, World } from './program.ts'

const world = new World()
afterAll(() => world.remove())
const home = world.env.HOME!
const root = world.project()
const program = [process.execPath, realpathSync(binary)]

beforeEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true })
  for (const name of ['.claude', '.codex', '.gemini', '.opencode'])
    rmSync(join(root, name), { recursive: true, force: true })
  for (const name of readdirSync(world.bin)) rmSync(join(world.bin, name))
})

const run = (...args: string[]) => world.foreword(args, { cwd: root })
const files = {
  claude: '.claude/settings.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  opencode: '.config/opencode/plugins/foreword.js',
} as const
const userFile = (agent: keyof typeof files) => join(home, files[agent])

const odd = `// my settings
{
\t"model": "opus", /* the best */
\t"env": { "KEY": "value", },
\t"hooks": {
\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
\t\t"SessionStart": [], // none yet
\t},
}`.replaceAll('\n', '\r\n')

describe('foreword install', () => {
  it.each([
    [
      'claude',
      'seconds',
      ['SessionStart:3', 'UserPromptSubmit:1', 'PreCompact:1', 'SubagentStart:1', 'SessionEnd:1'],
    ],
    ['codex', 'seconds', ['SessionStart:1', 'UserPromptSubmit:1', 'SubagentStart:1', 'SessionEnd:1']],
    ['gemini', 'milliseconds', ['SessionStart:1', 'BeforeAgent:1', 'SessionEnd:1']],
  ] as const)('T29 gives %s one entry per event, its time limit in %s', (agent, unit, events) => {
    expect(run('install', agent)).toMatchObject({ code: 0, err: '' })
    const { hooks } = json(userFile(agent))
    const found = Object.entries<{ hooks: object[]; matcher?: string }[]>(hooks).map(
      ([event, [group]]) => `${event}:${group!.hooks.length}`,
    )
    expect(found).toEqual(events)
    const [first] = hooks.SessionStart[0].hooks
    expect(first).toMatchObject({ type: 'command', timeout: unit === 'seconds' ? 20 : 20_000 })
    expect(first.additionalContextLimit).toBe(agent === 'codex' ? 20_000 : undefined)
    const more = { claude: ' --part 1/3', codex: ' --limit 20000', gemini: '' }[agent]
    const guard = agent === 'gemini' ? `[ -x ${program[0]} ] || exit 0; exec ` : ''
    expect(first.command).toBe(`${guard}${program.join(' ')} hook session-start --agent ${agent}${more}`)
    expect(hooks.SessionStart[0]).not.toHaveProperty('matcher')
    expect((statSync(userFile(agent)).mode & 0o777).toString(8)).toBe('600')
  })

  it('T29 changes nothing the second time, and is undone without a trace', () => {
    for (const agent of ['claude', 'codex', 'gemini', 'opencode']) {
      run('install', agent)
      const file = userFile(agent as keyof typeof files)
      const before = lstatSync(file)
      expect(run('install', agent).out).toContain('nothing changed')
      expect(lstatSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
    }
    expect(run('uninstall', '--all').code).toBe(0)
    expect(readdirSync(home)).toEqual([])
    expect(run('uninstall', 'claude').out).toContain('not installed, nothing changed')
  })

  it('T29 leaves every byte of a file that people wrote, and restores it', () => {
    const file = userFile('claude')
    world.write(file, odd)
    chmodSync(file, 0o640)
    const { agents } = JSON.parse(run('install', 'claude', '--json').out)
    expect(text(agents[0].backup)).toBe(odd)
    expect((statSync(agents[0].backup).mode & 0o777).toString(8)).toBe('600')
    expect(text(file)).toContain('"Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],\r\n')
    expect(text(file)).not.toMatch(/[^\r]\n/)
    expect((statSync(file).mode & 0o777).toString(8)).toBe('640')
    expect(run('uninstall', 'claude').code).toBe(0)
    expect(text(file)).toBe(odd)
    expect(readdirSync(dirname(file))).toEqual(['settings.json'])
  })

  it('T29 replaces entries of an older foreword where they stand', () => {
    const file = userFile('codex')
    const old = {
      type: 'command',
      command: '/old/node "/old place/foreword.cjs" hook session-start --agent codex',
    }
    const other = { type: 'command', command: 'echo other' }
    world.write(
      file,
      JSON.stringify({ hooks: { SessionStart: [{ hooks: [old] }, { hooks: [other, old] }] } }, null, 4),
    )
    expect(run('install', 'codex').out).toContain('hooks of an older foreword replaced')
    const { SessionStart } = json(file).hooks
    expect(SessionStart).toHaveLength(2)
    expect(SessionStart[0].hooks[0].command).toContain(program[1])
    expect(SessionStart[1]).toEqual({ hooks: [other] })
  })

  /** Rewrites the settings as an older foreword would have written them. */
  const asOlder = (file: string) =>
    writeFileSync(file, text(file).replaceAll(program[1]!, '/old/foreword.cjs'))

  it('T29 leaves nothing behind where an older one had made the file, either', () => {
    const file = userFile('claude')
    run('install', 'claude')
    asOlder(file)
    expect(run('install', 'claude').out).toMatch(/backup:\s/)
    expect(run('uninstall', 'claude').code).toBe(0)
    expect(readdirSync(home)).toEqual([])
  })

  it('T29 leaves a copy that holds something of the user, and says where it is', () => {
    const file = userFile('claude')
    world.write(file, '{ "model": "opus" }\n')
    run('install', 'claude')
    asOlder(file)
    run('install', 'claude')
    writeFileSync(file, text(file).replace('opus', 'sonnet'))
    const { agents } = JSON.parse(run('uninstall', 'claude', '--json').out)
    expect(text(file)).toBe('{ "model": "sonnet" }\n')
    const left = readdirSync(dirname(file)).map((name) => join(dirname(file), name))
    const mine = left.filter((path) => path !== file && text(path).includes('opus'))
    expect(mine.length).toBeGreaterThan(0)
    for (const path of mine) expect(agents[0].notes.join()).toContain(`so it was kept: ${path}`)
  })

  it('T29 refuses under --dry-run what it would refuse', () => {
    const file = join(home, '.claude/settings.json')
    world.write(file, '{}\n')
    chmodSync(file, 0o444)
    for (const words of [['--dry-run'], []])
      expect(run('install', 'claude', ...words)).toMatchObject({
        code: 3,
        out: '',
        err: expect.stringContaining(`${file} is read-only`),
      })
  })

  it('T29 shows under --dry-run what would change, without secrets, and changes nothing', () => {
    const file = userFile('claude')
    world.write(file, JSON.stringify({ env: { KEY: secrets.github } }, null, 2))
    const before = text(file)
    const { out, code } = run('install', 'claude', '--dry-run')
    expect(code).toBe(0)
    expect(out).toContain('would be installed')
    expect(out).toContain('+    "SessionStart": [')
    expect(out).not.toContain(secrets.github)
    expect([text(file), readdirSync(dirname(file))]).toEqual([before, ['settings.json']])
    run('install', 'gemini', '--dry-run')
    expect(existsSync(join(home, '.gemini'))).toBe(false)
  })

  it('T29 refuses a file with a fault, tells the place, and touches nothing', () => {
    const file = userFile('gemini')
    world.write(file, '{\n  "a": 1\n  "b": 2\n}\n')
    for (const action of ['install', 'uninstall']) {
      expect(run(action, 'gemini')).toMatchObject({
        code: 3,
        out: '',
        err: expect.stringContaining(`${file}:3:3: expected "," or "}". Nothing was changed.`),
      })
    }
    expect(text(file)).toBe('{\n  "a": 1\n  "b": 2\n}\n')
    expect(readdirSync(dirname(file))).toEqual(['settings.json'])
  })

  it('T29 takes all agents that are there, and goes on after one that is refused', () => {
    for (const name of ['claude', 'gemini', 'aider']) world.agent(name)
    world.write(userFile('gemini'), '[]')
    const { code, out } = run('install', '--all', '--json')
    const states = JSON.parse(out).agents.map((agent: { agent: string; state: string }) => [
      agent.agent,
      agent.state,
    ])
    expect(code).toBe(1)
    expect(states).toEqual([
      ['claude', 'installed'],
      ['codex', 'not-found'],
      ['gemini', 'refused'],
      ['opencode', 'not-found'],
    ])
    expect(readdirSync(home).sort()).toEqual(['.claude', '.claude.json', '.gemini'])
  })

  it('T29 writes into the project on demand, at the top of the repository, and says what is in the file', () => {
    const below = join(root, 'deep', 'er')
    mkdirSync(below, { recursive: true })
    mkdirSync(join(root, '.git'), { recursive: true })
    const { out } = world.foreword(['install', 'claude', '--project'], { cwd: below })
    expect(out).toMatch(/no path of this machine/)
    expect((statSync(join(root, files.claude)).mode & 0o777).toString(8)).toBe('644')
    expect(readdirSync(home)).toEqual([])
    expect(run('uninstall', 'claude').out).toMatch(/use\s+--project/)
    expect(run('uninstall', 'claude', '--project').code).toBe(0)
    expect(existsSync(join(root, '.claude'))).toBe(false)
  })

  it('T29 does not follow a link that leads out of a project', () => {
    mkdirSync(join(root, '.claude'))
    world.write(userFile('claude'), '{}\n')
    symlinkSync(userFile('claude'), join(root, files.claude))
    expect(run('install', 'claude', '--project')).toMatchObject({
      code: 3,
      err: expect.stringContaining('leads out'),
    })
    expect(text(userFile('claude'))).toBe('{}\n')
  })

  it('T29 goes where the variable of the agent leads', () => {
    const elsewhere = join(world.dir, 'codex-home')
    mkdirSync(elsewhere, { recursive: true })
    const call = { cwd: root, env: { CODEX_HOME: elsewhere } }
    world.foreword(['install', 'codex'], call)
    expect(readdirSync(elsewhere).sort()).toEqual(['config.toml', 'hooks.json'])
    world.foreword(['uninstall', 'codex'], call)
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('T29 quotes what a shell would take apart: the command runs in sh and bash', () => {
    const place = join(world.dir, 'a "b" $HOME `c` d')
    const copy = join(place, 'bin', basename(binary))
    mkdirSync(place)
    for (const name of ['bin', 'dist', 'presets', 'package.json'])
      cpSync(join(dirname(dirname(realpathSync(binary))), name), join(place, name), { recursive: true })
    spawnSync(process.execPath, [copy, 'install', 'gemini'], { cwd: root, env: world.env })
    const { command } = json(userFile('gemini')).hooks.SessionStart[0].hooks[0]
    const asked = `${command.slice(0, command.indexOf(' hook '))} --version`
    for (const shell of ['/bin/sh', 'bash']) {
      const ran = spawnSync(shell, ['-c', asked], { env: world.env, encoding: 'utf8' })
      expect(ran.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    }
    expect(run('uninstall', 'gemini').out).toContain('removed')
  })

  it('T29 refuses to lead to the cache of npx, unless it is forced', () => {
    const place = join(world.dir, '_npx', '1a2b', 'node_modules', 'foreword')
    for (const name of ['bin', 'dist', 'presets', 'package.json'])
      cpSync(join(dirname(dirname(realpathSync(binary))), name), join(place, name), { recursive: true })
    const call = (...args: string[]) =>
      spawnSync(process.execPath, [join(place, 'bin', basename(binary)), ...args], {
        cwd: root,
        env: world.env,
        encoding: 'utf8',
      })
    const refused = call('install', 'claude')
    expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining('npm install --global .')])
    expect(readdirSync(home)).toEqual([])
    expect(call('install', 'claude', '--force').status).toBe(0)
    expect(call('uninstall', 'claude').status).toBe(0)
  })

  it('T29 does not lead all projects to the dependency of one, unless it is forced', () => {
    const owner = join(world.dir, 'owner')
    const place = join(owner, 'node_modules', 'foreword')
    for (const name of ['bin', 'dist', 'presets', 'package.json'])
      cpSync(join(dirname(dirname(realpathSync(binary))), name), join(place, name), { recursive: true })
    const script = join(place, 'bin', basename(binary))
    const call = (...args: string[]) =>
      spawnSync(process.execPath, [script, ...args], { cwd: root, env: world.env, encoding: 'utf8' })
    // A directory for global packages has no package.json beside its node_modules.
    expect(call('install', 'claude').status).toBe(0)
    expect(call('uninstall', 'claude').status).toBe(0)
    world.write(join(owner, 'package.json'), '{ "devDependencies": { "foreword": "*" } }')
    const refused = call('install', 'claude')
    expect([refused.status, refused.stdout]).toEqual([3, ''])
    expect(refused.stderr).toContain(`this foreword is a dependency of ${owner}`)
    expect(refused.stderr).toContain('--project')
    expect(readdirSync(home)).toEqual([])
    expect(call('install', 'claude', '--force').status).toBe(0)
    expect(call('uninstall', 'claude').status).toBe(0)
    expect(call('install', 'claude', '--project').status).toBe(0)
    expect(text(join(root, files.claude))).not.toContain(owner)
    symlinkSync(script, join(world.bin, 'foreword'))
    // The test is below /tmp, whose links do not count as lasting.
    expect(call('install', 'claude').status).toBe(3)
  })

  it('T29 never takes the place of a plugin that is not ours', () => {
    world.write(userFile('opencode'), 'export const Mine = async () => ({})\n')
    expect(run('install', 'opencode')).toMatchObject({
      code: 3,
      err: expect.stringContaining('was not made by foreword'),
    })
    expect(run('uninstall', 'opencode').out).toContain('not installed, nothing changed')
    expect(text(userFile('opencode'))).toBe('export const Mine = async () => ({})\n')
  })

  it('T29 says what to do about an agent without hooks', () => {
    const { code, out, err } = run('install', 'claude', 'aider')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/Aider has no hooks: nothing can be installed\. Nothing was changed\./)
    expect(err).toContain('foreword dispatch --executor=aider')
    expect(existsSync(userFile('claude'))).toBe(false)
    expect(run('uninstall', 'aider').code).toBe(0)
  })

  it.each([
    [['install'], 'name an agent or use --all'],
    [['install', 'claude', '--all'], 'not both'],
    [['install', 'cursor'], 'unknown agent "cursor"'],
    [['uninstall', 'claude', '--user', '--project'], 'exclude each other'],
  ])('is not understood: %j', (args, words) => {
    expect(run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) })
  })

  it('T29 two at once leave one set of entries', async () => {
    world.write(userFile('claude'), odd)
    const started = Array.from({ length: 4 }, () => world.start(['install', 'claude'], { cwd: root }))
    for (const { ended } of started) expect(await ended).toMatchObject({ code: 0 })
    expect(run('install', 'claude').out).toContain('nothing changed')
    run('uninstall', 'claude')
    expect(text(userFile('claude'))).toBe(odd)
    writeFileSync(userFile('claude'), '{}')
  })
})
