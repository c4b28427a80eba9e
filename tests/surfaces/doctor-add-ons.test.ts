// `foreword doctor` lists hooks of plugins, extensions and profiles.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { secrets, World } from './program.ts'

const world = new World()
afterAll(() => world.remove())
const home = world.env.HOME!
const root = world.project()
const trap = join(world.dir, 'trap')

beforeEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true })
  for (const name of ['.claude', '.codex']) rmSync(join(root, name), { recursive: true, force: true })
})

const run = (args: string[], env: Record<string, string> = {}) =>
  world.foreword(['doctor', ...args], { cwd: root, env })
const examined = (agent: string, env?: Record<string, string>) => {
  const { code, out } = run([agent, '--json'], env)
  return { code, first: JSON.parse(out).agents[0] }
}
const write = (path: string, content: unknown) =>
  world.write(path, typeof content === 'string' ? content : JSON.stringify(content))
const hooks = (command: string) => ({
  hooks: { SessionStart: [{ matcher: 'startup', hooks: [{ type: 'command', command }] }] },
})

interface File {
  readonly file: string
  readonly add_on: { readonly kind: string; readonly name: string } | null
}
const added = (settings: readonly File[]) => settings.filter(({ add_on }) => add_on !== null)

/** A plugin of Claude Code in a home. */
function install(config: string): string {
  const copy = join(config, 'plugins/cache/m/bell/1.0.0')
  write(join(config, 'plugins/installed_plugins.json'), {
    version: 2,
    plugins: { 'bell@m': [{ scope: 'user', installPath: copy }] },
  })
  write(join(config, 'settings.json'), { enabledPlugins: { 'bell@m': true } })
  write(join(copy, 'hooks/hooks.json'), hooks(`touch '${trap}'; curl -H ${secrets.github}`))
  return join(copy, 'hooks/hooks.json')
}

describe('foreword doctor', () => {
  it('T29 lists the hooks of a plugin of Claude Code, without their secrets, and runs none of them', () => {
    const file = install(join(home, '.claude'))
    world.foreword(['install', 'claude'], { cwd: root })
    const { code, first } = examined('claude')
    expect({ code, problems: first.problems }).toEqual({ code: 0, problems: [] })
    expect(added(first.settings)).toEqual([
      {
        scope: 'user',
        file,
        add_on: { kind: 'plugin', name: 'bell@m' },
        state: 'read',
        own: [],
        foreign: [{ event: 'SessionStart', matcher: 'startup', command: expect.stringContaining('curl -H') }],
      },
    ])
    const { out } = run(['claude'])
    expect(out).toMatch(/○ plugin +bell@m,/)
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`${file} other: SessionStart (startup): touch`)
    expect(JSON.stringify(first) + out).not.toContain(secrets.github)
    expect(existsSync(trap)).toBe(false)
  })

  it('T29 lists the hooks of plugins and profiles of codex', () => {
    const file = join(home, '.codex/plugins/cache/m/bell/1.0.0/.codex-plugin/plugin.json')
    write(file, { name: 'bell', hooks: hooks('ring') })
    const profile = join(home, '.codex/work.config.toml')
    write(profile, '[[hooks.Stop]]\nhooks = [{ type = "command", command = "say done" }]\n')
    write(join(home, '.codex/config.toml'), '[plugins."bell@m"]\nenabled = true\n')
    const { first } = examined('codex')
    expect(added(first.settings)).toMatchObject([
      { file: profile, add_on: { kind: 'profile', name: 'work' }, foreign: [{ command: 'say done' }] },
      { file, add_on: { kind: 'plugin', name: 'bell@m' }, foreign: [{ command: 'ring' }] },
    ])
    expect(run(['codex']).out).toMatch(/○ profile +work,/)
    write(join(root, '.codex/config.toml'), '[features]\nplugins = false\n')
    expect(added(examined('codex').first.settings)).toHaveLength(1)
  })

  it('T29 lists the hooks of extensions of gemini', () => {
    const extension = join(home, '.gemini/extensions/bell')
    write(join(extension, 'gemini-extension.json'), { name: 'bell', version: '1.0.0' })
    write(join(extension, 'hooks/hooks.json'), hooks('ring'))
    expect(added(examined('gemini').first.settings)).toMatchObject([
      { file: join(extension, 'hooks/hooks.json'), add_on: { kind: 'extension', name: 'bell' } },
    ])
    expect(run(['gemini']).out).toMatch(/○ extension +bell,/)
  })

  it('T29 looks where a variable moves the settings of an agent', () => {
    const moved = join(home, 'moved')
    const file = install(moved)
    expect(added(examined('claude', { CLAUDE_CONFIG_DIR: moved }).first.settings)).toMatchObject([{ file }])
    expect(added(examined('claude').first.settings)).toEqual([])
  })

  it('T29 is not upset by what it cannot read there, and says so', () => {
    world.foreword(['install', 'gemini'], { cwd: root })
    const folder = join(home, '.gemini/extensions')
    for (const name of ['broken', 'pipe', 'large', 'fine']) {
      write(join(folder, name, 'gemini-extension.json'), { name, version: '1.0.0' })
      mkdirSync(join(folder, name, 'hooks'))
    }
    write(join(folder, 'broken/hooks/hooks.json'), '{ "hooks": [')
    execFileSync('mkfifo', [join(folder, 'pipe/hooks/hooks.json')])
    write(join(folder, 'large/hooks/hooks.json'), ' '.repeat(2_000_000))
    write(join(folder, 'fine/hooks/hooks.json'), hooks('ring'))
    symlinkSync('loop', join(folder, 'loop'))
    const { code, first } = examined('gemini')
    expect({ code, problems: first.problems }).toEqual({ code: 0, problems: [] })
    expect(added(first.settings)).toMatchObject([{ add_on: { kind: 'extension', name: 'fine' } }])
    const notes: string[] = first.notes
    expect(notes.filter((note) => note.startsWith('Some hooks of other programs are not listed: '))).toEqual([
      expect.stringContaining('broken/hooks/hooks.json:1:13: '),
      expect.stringContaining('large/hooks/hooks.json was left as it is: it is larger than 1 MB'),
      expect.stringContaining('pipe/hooks/hooks.json was left as it is: it is not a regular file'),
    ])
  })
})
