// `foreword doctor`: which hooks are installed, by whom, and what they print.
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { files, secrets, World } from './program.ts'

const world = new World()
afterAll(() => world.remove())
const home = world.env.HOME!
const root = world.project()

beforeEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true })
  for (const name of ['.claude', '.gemini']) rmSync(join(root, name), { recursive: true, force: true })
  for (const name of readdirSync(world.bin)) rmSync(join(world.bin, name))
})
const run = (...args: string[]) => world.foreword(args, { cwd: root })
const examined = (...args: string[]) => {
  const { code, out } = run('doctor', ...args, '--json')
  const answer = JSON.parse(out)
  return { code, answer, first: answer.agents[0] }
}

describe('foreword doctor', () => {
  it('T29 says that nothing is installed', () => {
    expect(run('doctor')).toMatchObject({ code: 1, out: expect.stringContaining('foreword install --all') })
    expect(examined('claude').first.problems).toEqual([
      'Nothing is installed: "foreword install claude" does it.',
    ])
  })

  it('T29 finds program, version and entries, and tries each as the agent would', () => {
    world.agent('claude', 'echo "9.8.7 (Claude Code)"')
    run('install', 'claude')
    const { first } = examined()
    expect(first).toMatchObject({
      agent: 'claude',
      program: join(world.bin, 'claude'),
      version: '9.8.7 (Claude Code)',
    })
    expect(first.settings[0].own).toHaveLength(7)
    expect(first.settings[0].own.every((hook: { current: boolean }) => hook.current)).toBe(true)
    expect(first.trials.map((trial: { event: string }) => trial.event)).toEqual([
      'session-start',
      'session-start',
      'session-start',
      'prompt',
    ])
    expect(first.trials[0]).toMatchObject({ cap: 10_000, unit: 'utf-16' })
  })

  it.each([
    ['claude', 10_000],
    ['gemini', null],
    ['opencode', null],
  ])('T29 is well where %s gets a packet that fits', (agent, cap) => {
    run('install', agent)
    const { code, answer, first } = examined(agent)
    expect({ code, well: answer.well, problems: first.problems }).toEqual({
      code: 0,
      well: true,
      problems: [],
    })
    expect(first.trials[0]).toMatchObject({
      event: 'session-start',
      outcome: 'sent',
      exit_code: 0,
      cap,
      fits: true,
    })
    expect(first.trials[0].size).toBeGreaterThan(100)
  })

  it('T29 takes a notice in place of the packet for what it is', () => {
    const others = Object.keys(files).filter((name) => name !== 'docs/ANCHORS.md')
    const bare = world.project(Object.fromEntries(others.map((name) => [name, null])), 'bare')
    run('install', 'gemini')
    const { code, out } = world.foreword(['doctor', 'gemini', '--json'], { cwd: bare })
    const [first] = JSON.parse(out).agents
    expect(code).toBe(1)
    expect(first.trials[0]).toMatchObject({ outcome: 'failed', exit_code: 0, fits: false })
    expect(first.problems[0]).toContain('session-start: no project context this time')
  })

  it('says that a directory has no manifest, and that its hooks are silent', () => {
    const bare = world.project(Object.fromEntries(Object.keys(files).map((name) => [name, null])), 'bare')
    run('install', 'gemini')
    const { code, out } = world.foreword(['doctor', 'gemini', '--json'], { cwd: bare })
    const { problems, agents } = JSON.parse(out)
    expect(code).toBe(1)
    expect(problems[0]).toContain('bare has no manifest')
    expect(agents[0].trials[0]).toMatchObject({ outcome: 'nothing', exit_code: 0, size: 0 })
  })

  it('T29 lists the hooks of others, without their secrets, and runs none of them', () => {
    const trap = join(world.dir, 'trap')
    const evil = `touch '${trap}'; foreword hook session-start --agent claude`
    const hooks = [
      evil,
      `curl -H ${secrets.github}`,
      `"$(touch '${trap}')/foreword" hook prompt --agent claude`,
    ]
    const handlers = hooks.map((command) => ({ type: 'command', command }))
    world.write(
      join(home, '.claude/settings.json'),
      JSON.stringify({ hooks: { SessionStart: [{ matcher: 'startup', hooks: handlers }] } }),
    )
    const { first } = examined('claude')
    expect(first.settings[0].own).toEqual([])
    expect(first.settings[0].foreign).toHaveLength(3)
    expect(first.settings[0].foreign[0]).toEqual({ event: 'SessionStart', matcher: 'startup', command: evil })
    expect(JSON.stringify(first)).not.toContain(secrets.github)
    expect(run('doctor', 'claude').out).toContain('other: SessionStart (startup): touch')
    expect(existsSync(trap)).toBe(false)
  })

  it('T29 lists the hooks that one person has in a project for themselves', () => {
    run('install', 'claude')
    const local = join(root, '.claude/settings.local.json')
    const hooks = [{ type: 'command', command: 'say hello' }]
    world.write(local, JSON.stringify({ hooks: { SessionStart: [{ hooks }] } }))
    const { first } = examined('claude')
    const foreign = [{ event: 'SessionStart', matcher: null, command: 'say hello' }]
    expect(first.settings[2]).toEqual({
      scope: 'project',
      file: local,
      add_on: null,
      state: 'read',
      own: [],
      foreign,
    })
    expect(first.problems).toEqual([])
    world.write(local, '{')
    expect(examined('claude').first.problems.join()).toContain('settings.local.json:1:2:')
  })

  it('T29 lists the hooks that codex has in its other settings', () => {
    const [user, project] = [join(home, '.codex/config.toml'), join(root, '.codex/config.toml')]
    world.write(
      user,
      `[[hooks.SessionStart]]
matcher = "startup"
[[hooks.SessionStart.hooks]]
type = "command"
command = "curl -H ${secrets.github}"
[hooks.state."x"]
trusted_hash = "y"
`,
    )
    world.write(project, 'hooks.Stop = [{ hooks = [{ type = "command", command = "say done" }] }]\n')
    const { first } = examined('codex')
    const [, , mine, theirs] = first.settings
    expect(mine).toMatchObject({ scope: 'user', file: user, state: 'read', own: [] })
    expect(mine.foreign).toEqual([
      { event: 'SessionStart', matcher: 'startup', command: expect.stringMatching(/^curl -H /) },
    ])
    expect(JSON.stringify(first)).not.toContain(secrets.github)
    const foreign = [{ event: 'Stop', matcher: null, command: 'say done' }]
    expect(theirs).toEqual({ scope: 'project', file: project, add_on: null, state: 'read', own: [], foreign })
    expect(run('doctor', 'codex').out).toContain('other: Stop: say done')
    world.write(project, '[hooks\n')
    expect(examined('codex').first.problems.join()).toContain(`${project}:1:7: `)
    rmSync(join(root, '.codex'), { recursive: true })
  })

  it('T29 lists the plugins of opencode, from every place that it loads them from', () => {
    run('install', 'opencode')
    const config = join(home, '.config/opencode')
    for (const path of ['plugins/a.js', 'plugin/foreword.js']) world.write(join(config, path), '')
    world.write(join(config, 'opencode.jsonc'), '{ "plugin": ["b@1", ["./c.ts", { "key": 1 }]], } // mine')
    for (const path of ['.opencode/plugin/d.ts', '.opencode/plugins/e.js', '.opencode/plugin/notes.md'])
      world.write(join(root, path), '')
    world.write(join(root, 'opencode.json'), '{ "plugin": ["f"] }')
    const found: { file: string; foreign: { event: string; command: string }[] }[] =
      examined('opencode').first.settings
    const others = found.flatMap(({ file, foreign }) =>
      foreign.map(({ event, command }) => `${event} ${command} in ${file}`),
    )
    expect(others).toEqual([
      `plugin a.js in ${config}/plugins/foreword.js`,
      `plugin e.js in ${root}/.opencode/plugins/foreword.js`,
      `plugin foreword.js in ${config}/plugin`,
      `plugin d.ts in ${root}/.opencode/plugin`,
      `plugin b@1 in ${config}/opencode.jsonc`,
      `plugin ./c.ts in ${config}/opencode.jsonc`,
      `plugin f in ${root}/opencode.json`,
    ])
    for (const name of ['.opencode', 'opencode.json']) rmSync(join(root, name), { recursive: true })
  })

  it('T29 does not run an entry that only looks like ours: a clone could have brought it', () => {
    const trap = join(world.dir, 'trap-script')
    const script = join(world.dir, 'evil', 'foreword.cjs')
    world.write(script, `require('node:fs').writeFileSync(${JSON.stringify(trap)}, '')`)
    const command = `${process.execPath} ${script} hook session-start --agent claude`
    world.write(
      join(home, '.claude/settings.json'),
      JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] } }),
    )
    const { code, first } = examined('claude')
    expect(code).toBe(1)
    expect(first.settings[0].own).toEqual([{ event: 'SessionStart', command, current: false }])
    expect(first.trials).toEqual([])
    expect(first.problems[0]).toContain('1 of 1 entries are not what this foreword writes')
    expect(existsSync(trap)).toBe(false)
  })

  describe('numbers that a person has set in an entry', () => {
    const set = (file: string, ...changes: [string, string][]) => {
      const before = readFileSync(join(home, file), 'utf8')
      const text = changes.reduce((now, [from, to]) => now.replace(from, to), before)
      writeFileSync(join(home, file), text)
      return text
    }
    const kept = (agent: string, file: string, text: string) => {
      const { first } = examined(agent, '--no-run')
      expect(first.settings[0].own.every((hook: { current: boolean }) => hook.current)).toBe(true)
      expect(run('install', agent).out).toContain('already installed, nothing changed')
      expect(readFileSync(join(home, file), 'utf8')).toBe(text)
      return first
    }

    it.each([
      ['claude', '.claude/settings.json', 'claude --part 1/3', ['20', '30']],
      ['gemini', '.gemini/settings.json', 'gemini', ['20000', '30000']],
    ])('T29 count beside the command and in it: the time of %s', (agent, file, words, [old, now]) => {
      run('install', agent)
      const text = set(
        file,
        [`--agent ${words}"`, `--agent ${words} --timeout 30"`],
        [`"timeout": ${old}`, `"timeout": ${now}`],
      )
      expect(kept(agent, file, text).problems).toEqual([])
    })

    it('T29 count beside the command and in it: the cap of codex', () => {
      run('install', 'codex')
      const file = '.codex/hooks.json'
      const text = set(file, ['--limit 20000', '--limit 5000'], ['Limit": 20000', 'Limit": 5000'])
      expect(kept('codex', file, text).trials[0]).toMatchObject({ event: 'session-start', cap: 20_000 })
    })

    it('T29 are no numbers where the one does not know of the other', () => {
      run('install', 'claude')
      set('.claude/settings.json', ['"timeout": 20', '"timeout": 30'])
      expect(examined('claude', '--no-run').first.problems).toEqual([
        expect.stringContaining('1 of 7 entries are not what this foreword writes'),
      ])
      expect(run('install', 'claude').out).toContain('replaced')
    })
  })

  it('T29 looks at the settings of a user once who stands in their home', () => {
    world.write(join(home, 'README.md'), '# Home\n\nA home.\n')
    world.foreword(['install', 'claude'], { cwd: home })
    const { out } = world.foreword(['doctor', 'claude', '--no-run', '--json'], { cwd: home })
    const [{ settings, notes }] = JSON.parse(out).agents
    expect(settings.map((setting: { file: string }) => setting.file)).toEqual([
      join(home, '.claude/settings.json'),
    ])
    expect(notes).toEqual([])
  })

  it('T29 tells a settings file with a fault by its place', () => {
    world.write(join(home, '.codex/hooks.json'), '{"hooks": {')
    const [problem] = examined('codex').first.problems
    expect(problem).toContain('.codex/hooks.json:1:12:')
    expect(problem).not.toContain('changed')
  })

  it('T29 knows whether codex was told to trust each entry', () => {
    run('install', 'codex')
    const asked = 'Run /hooks in codex'
    expect(examined('codex').first.problems.join()).toContain(asked)
    const file = join(home, '.codex/hooks.json')
    const states = ['session_start', 'user_prompt_submit', 'subagent_start', 'session_end'].map(
      (event) => `[hooks.state."${file}:${event}:0:0"]\n`,
    )
    writeFileSync(join(home, '.codex/config.toml'), states.slice(1).join(''))
    expect(examined('codex').first.problems.join()).toContain(asked)
    writeFileSync(join(home, '.codex/config.toml'), states.join(''))
    expect(examined('codex').first.problems.join()).not.toContain(asked)
  })

  it.each([
    ['nobody was asked', () => ({}), false],
    ['the folder is trusted', () => ({ [root]: 'TRUST_FOLDER' }), true],
    ['what is around it is trusted', () => ({ [world.dir]: 'TRUST_FOLDER' }), true],
    ['its parent is trusted by a neighbour', () => ({ [join(world.dir, 'other')]: 'TRUST_PARENT' }), true],
    ['the nearest answer is no', () => ({ [world.dir]: 'TRUST_FOLDER', [root]: 'DO_NOT_TRUST' }), false],
    ['only a folder of a similar name is', () => ({ [root.slice(0, -1)]: 'TRUST_FOLDER' }), false],
  ])('T29 knows whether gemini trusts the folder: %s', (_, answers, trusted) => {
    run('install', 'gemini', '--project')
    world.write(join(home, '.gemini/trustedFolders.json'), JSON.stringify(answers()))
    const { notes, problems } = examined('gemini').first
    expect(notes.join().includes('trusts this folder')).toBe(trusted)
    expect(/Hooks of the project do not run|no hook runs/.test(problems.join())).toBe(!trusted)
  })

  describe('T29 a folder that gemini was told not to trust', () => {
    const file = join(home, '.gemini/trustedFolders.json')
    const distrust = (folder: string) => world.write(file, JSON.stringify({ [folder]: 'DO_NOT_TRUST' }))

    it.each([['--user'], ['--project']])('is a problem for hooks of install %s, with what to do', (scope) => {
      run('install', 'gemini', scope)
      distrust(root)
      const { code, first } = examined('gemini')
      expect(code).toBe(1)
      expect(first.problems).toContain(
        `Gemini CLI does not trust this folder: DO_NOT_TRUST in ${file}. A headless run ends with exit code 55, and no hook runs in a terminal. Start gemini here, enter /permissions and trust the folder.`,
      )
    })

    it('is found through a link', () => {
      run('install', 'gemini')
      const link = join(world.dir, 'link-to-project')
      symlinkSync(root, link)
      distrust(link)
      expect(examined('gemini').first.problems.join()).toContain('DO_NOT_TRUST')
      rmSync(link)
    })

    it.each([
      ['the user does not ask for trust', { security: { folderTrust: { enabled: false } } }, {}],
      ['a variable trusts every folder', {}, { GEMINI_CLI_TRUST_WORKSPACE: 'true' }],
    ])('does not matter where %s', (_, settings, env) => {
      world.write(join(home, '.gemini/settings.json'), JSON.stringify(settings))
      run('install', 'gemini')
      distrust(root)
      const { code, out } = world.foreword(['doctor', 'gemini', '--json'], { cwd: root, env })
      expect([code, JSON.parse(out).agents[0].problems]).toEqual([0, []])
    })
  })

  it('T29 says when the manifest is not trusted', () => {
    const other = world.project(
      { '.foreword/manifest.yaml': 'foreword: 1\nname: x\nextends: preset:outpost\n' },
      'other',
    )
    const { out } = world.foreword(['doctor', '--json'], { cwd: other })
    expect(JSON.parse(out)).toMatchObject({
      manifest: 'never',
      well: false,
      problems: [expect.stringContaining('foreword trust'), expect.anything()],
    })
  })
})
