import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listDirectoryNames, openSettingsFiles, toml } from '../../../../adapters/agents/index.ts'
import { agents } from '../../../../agents/index.ts'
import type { DoctorDeps, InspectedFile } from '../doctor-deps.ts'
import { inspectAddOns } from './inspect-add-ons.ts'

let dir: string
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'add-ons-')))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function write(path: string, content: unknown): void {
  const file = join(dir, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const events = (command: string) => ({ Stop: [{ hooks: [{ type: 'command', command }] }] })
const hooks = (command: string) => ({ hooks: events(command) })

interface Settings {
  readonly user?: unknown
  readonly project?: unknown
}

function look(id: string, { user, project }: Settings = {}) {
  const agent = agents.find((agent) => agent.id === id)!
  const place = (path: string, base: string) => ({
    file: join(base, path),
    base,
    contained: false,
    mode: 0o600,
    generated: false,
  })
  const tools = {
    files: openSettingsFiles({ clock: { now: () => new Date(0) } as never }),
    toml,
    names: listDirectoryNames,
    place: () => place('settings', join(dir, 'repo')),
    userPlace: (_: unknown, path: string) => place(path, join(dir, 'home')),
  } as unknown as DoctorDeps
  const holds = id === 'codex' ? 'toml' : 'hooks'
  const settings = [user, project].map((data) => ({ holds, data }) as unknown as InspectedFile)
  return inspectAddOns(tools, agent, settings)
}

/** Lists kind, name, command and file of each hook. */
function listed(id: string, settings?: Settings): string[] {
  return look(id, settings).files.flatMap(({ add_on, file, foreign }) =>
    foreign.map(
      ({ command }) => `${add_on!.kind} ${add_on!.name}: ${command} in ${file.slice(dir.length + 1)}`,
    ),
  )
}

describe('plugins of Claude Code', () => {
  const plugins = 'home/.claude/plugins'
  const on = (...ids: string[]) => ({ enabledPlugins: Object.fromEntries(ids.map((id) => [id, true])) })

  /** A fetched market, and a market that is a directory of the user. */
  function market(name: string, source: string, catalog: object): void {
    const location = join(dir, name)
    write(`${name}/.claude-plugin/marketplace.json`, catalog)
    write(`${plugins}/known_marketplaces.json`, { [name]: { source: { source }, installLocation: location } })
  }
  const installed = (records: object) => write(`${plugins}/installed_plugins.json`, { plugins: records })

  it('have hooks in a file, in their manifest, in files that it names, and in the catalog of their market', () => {
    const copy = join(dir, 'copy')
    market('fetched', 'github', {
      plugins: [{ name: 'a', source: './a', hooks: { Start: events('catalog').Stop } }],
    })
    installed({ 'a@fetched': [{ scope: 'user', installPath: copy }] })
    write('copy/hooks/hooks.json', hooks('usual'))
    write('copy/more.json', hooks('named'))
    const named = ['./more.json', events('inline'), './hooks/hooks.json', '../out.json', '/etc/x.json', 7]
    write('copy/.claude-plugin/plugin.json', { name: 'a', hooks: named })
    write('out.json', hooks('outside'))
    expect(listed('claude', { user: on('a@fetched') })).toEqual([
      'plugin a@fetched: usual in copy/hooks/hooks.json',
      'plugin a@fetched: named in copy/more.json',
      'plugin a@fetched: inline in copy/.claude-plugin/plugin.json',
      'plugin a@fetched: catalog in fetched/.claude-plugin/marketplace.json',
    ])
  })

  it.each([
    ['of the same event in the plugin', true, events('listed'), ['listed']],
    ['of all events in a plugin without a manifest', false, { Start: events('listed').Stop }, ['listed']],
    ['of none, where they are named', true, './more.json', ['usual']],
  ])('have hooks in a catalog in place of those %s', (_, hasManifest, inCatalog, commands) => {
    market('m', 'github', { plugins: [{ name: 'a', source: './a', hooks: inCatalog }] })
    installed({ 'a@m': [{ installPath: join(dir, 'copy') }] })
    write('copy/hooks/hooks.json', hooks('usual'))
    if (hasManifest) write('copy/.claude-plugin/plugin.json', { name: 'a' })
    const found = look('claude', { user: on('a@m') }).files.flatMap(({ foreign }) => foreign)
    expect(found.map(({ command }) => command)).toEqual(commands)
  })

  it('need no manifest where they were installed', () => {
    installed({ 'a@m': [{ installPath: join(dir, 'copy') }] })
    write('copy/hooks/hooks.json', hooks('usual'))
    expect(listed('claude', { user: on('a@m') })).toHaveLength(1)
  })

  it('are used where they lie when their market is a directory of the person', () => {
    const all = [
      { name: 'a', source: './a' },
      { name: 'b', source: 'b' },
      { name: 'c', source: '../c' },
    ]
    market('own', 'directory', { metadata: { pluginRoot: './inner' }, plugins: all })
    const records = ['a', 'b', 'c'].map((name) => [`${name}@own`, [{ installPath: join(dir, 'copy', name) }]])
    installed(Object.fromEntries(records))
    for (const path of ['own/a', 'own/inner/b', 'copy/a', 'copy/b', 'copy/c']) {
      write(`${path}/hooks/hooks.json`, hooks(path))
    }
    expect(listed('claude', { user: on('a@own', 'b@own', 'c@own') })).toEqual([
      'plugin a@own: own/a in own/a/hooks/hooks.json',
      'plugin b@own: own/inner/b in own/inner/b/hooks/hooks.json',
    ])
  })

  it.each([
    ['nobody has switched it on', {}, 0],
    ['the person has', { user: on('a@m') }, 1],
    ['the project has', { project: on('a@m') }, 1],
    [
      'the project has switched it off',
      { user: on('a@m'), project: { enabledPlugins: { 'a@m': false } } },
      0,
    ],
    ['it is a list of versions', { user: { enabledPlugins: { 'a@m': ['1.0.0'] } } }, 0],
    ['that is no table', { user: { enabledPlugins: 'a@m' } }, 0],
  ])('count by what the settings say: %s', (_, settings, count) => {
    installed({ 'a@m': [{ installPath: join(dir, 'copy') }] })
    write('copy/hooks/hooks.json', hooks('usual'))
    expect(listed('claude', settings)).toHaveLength(count)
  })

  it('are taken from the copy that was made for this project', () => {
    const [elsewhere, here] = ['elsewhere', 'here'].map((name) => join(dir, name))
    const records = [
      { scope: 'project', projectPath: '/elsewhere', installPath: elsewhere },
      { scope: 'project', projectPath: join(dir, 'repo'), installPath: here },
    ]
    installed({ 'a@m': records, 'b@m': records.slice(0, 1) })
    for (const name of ['elsewhere', 'here']) write(`${name}/hooks/hooks.json`, hooks(name))
    expect(listed('claude', { user: on('a@m', 'b@m') })).toEqual([
      'plugin a@m: here in here/hooks/hooks.json',
    ])
  })

  it('may lie among skills, of the person and of the project', () => {
    for (const where of ['home', 'repo']) {
      write(`${where}/.claude/skills/one/.claude-plugin/plugin.json`, { name: `${where}-one` })
      write(`${where}/.claude/skills/one/hooks/hooks.json`, hooks('usual'))
      write(`${where}/.claude/skills/bare/hooks/hooks.json`, hooks('no plugin without a manifest'))
      write(`${where}/.claude/skills/README.md`, '')
    }
    expect(listed('claude')).toEqual([
      'plugin home-one: usual in home/.claude/skills/one/hooks/hooks.json',
      'plugin repo-one: usual in repo/.claude/skills/one/hooks/hooks.json',
    ])
    expect(listed('claude', { user: { enabledPlugins: { 'home-one@skills-dir': false } } })).toHaveLength(1)
  })

  it('are not looked for behind links that lead out of the project', () => {
    write('out/.claude-plugin/plugin.json', { name: 'out' })
    write('out/hooks/hooks.json', hooks('outside'))
    mkdirSync(join(dir, 'repo/.claude/skills'), { recursive: true })
    symlinkSync(join(dir, 'out'), join(dir, 'repo/.claude/skills/out'))
    write('repo/.claude/skills/in/.claude-plugin/plugin.json', { name: 'in' })
    mkdirSync(join(dir, 'repo/.claude/skills/in/hooks'))
    symlinkSync(join(dir, 'out/hooks/hooks.json'), join(dir, 'repo/.claude/skills/in/hooks/hooks.json'))
    const { files, notes } = look('claude')
    expect(files).toEqual([])
    expect(notes).toEqual([expect.stringContaining('leads out of the project')])
  })
})

describe('plugins and profiles of Codex', () => {
  const cache = 'home/.codex/plugins/cache'
  const on = { plugins: { 'a@m': { enabled: true } } }

  function plugin(version: string, manifest: object, folder = '.codex-plugin'): void {
    write(`${cache}/m/a/${version}/${folder}/plugin.json`, { name: 'a', ...manifest })
    write(`${cache}/m/a/${version}/hooks/hooks.json`, hooks(`usual ${version}`))
    write(`${cache}/m/a/${version}/more.json`, hooks('named'))
  }

  it.each([
    ['the usual file', {}, ['usual 1']],
    ['what the manifest has instead', { hooks: hooks('inline') }, ['inline']],
    [
      'the usual file where the manifest has events without their key',
      { hooks: events('bare') },
      ['usual 1'],
    ],
    ['what the manifest names instead', { hooks: './more.json' }, ['named']],
    ['all that it lists', { hooks: ['./more.json', './hooks/hooks.json'] }, ['named', 'usual 1']],
  ])('have hooks in %s', (_, manifest, commands) => {
    plugin('1', manifest)
    const found = look('codex', { user: on }).files.flatMap(({ foreign }) => foreign)
    expect(found.map(({ command }) => command)).toEqual(commands)
  })

  it.each([
    ['the newest', ['1.9.0', '1.10.0'], '1.10.0'],
    ['not what came before it', ['1.0.0', '1.0.0-rc.1', '1.0.0-rc.2'], '1.0.0'],
    ['the newest of those that came before', ['1.0.0-rc.2', '1.0.0-rc.10'], '1.0.0-rc.10'],
    ['a name rather than a number', ['1.0.0', 'abcdef'], 'abcdef'],
    ['a local one', ['1.9.0', 'local'], 'local'],
  ])('count in one version: %s', (_, versions, counts) => {
    for (const version of versions) plugin(version, {}, '.claude-plugin')
    const place = `${cache}/m/a/${counts}/hooks/hooks.json`
    expect(listed('codex', { user: on })).toEqual([`plugin a@m: usual ${counts} in ${place}`])
  })

  it.each([
    ['nobody has named it', {}, 0],
    ['it is named, and no more', { user: { plugins: { 'a@m': {} } } }, 1],
    ['the project names it', { project: on }, 1],
    ['the project switches it off', { user: on, project: { plugins: { 'a@m': { enabled: false } } } }, 0],
    ['none is loaded', { user: { ...on, features: { plugins: false } } }, 0],
    ['it is no name of a plugin', { user: { plugins: { m: {}, 'a@..': {}, '@m': {} } } }, 0],
  ])('count by what the settings say: %s', (_, settings, count) => {
    plugin('1', {})
    expect(listed('codex', settings)).toHaveLength(count)
  })

  it('are none without a manifest', () => {
    write(`${cache}/m/a/1/hooks/hooks.json`, hooks('usual'))
    expect(listed('codex', { user: on })).toEqual([])
  })

  it('profiles are settings with a name in front', () => {
    const text = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "say done"\n'
    write('home/.codex/work.config.toml', text)
    write('home/.codex/quiet.config.toml', 'model = "x"\n')
    for (const name of ['config.toml', '.config.toml', 'managed_config.toml'])
      write(`home/.codex/${name}`, text)
    expect(listed('codex')).toEqual(['profile work: say done in home/.codex/work.config.toml'])
  })
})

describe('extensions of Gemini CLI', () => {
  const folder = 'home/.gemini/extensions'
  function extension(path: string, name: string): void {
    write(`${path}/gemini-extension.json`, { name, version: '1.0.0' })
    write(`${path}/hooks/hooks.json`, hooks(name))
  }

  it('lie in one directory, or are links from there', () => {
    extension(`${folder}/a`, 'one')
    extension('elsewhere/b', 'two')
    write(`${folder}/b/.gemini-extension-install.json`, { type: 'link', source: join(dir, 'elsewhere/b') })
    extension('elsewhere/c', 'three')
    symlinkSync(join(dir, 'elsewhere/c'), join(dir, folder, 'c'))
    write(`${folder}/bare/hooks/hooks.json`, hooks('no extension without a manifest'))
    extension('repo/.gemini/extensions/d', 'of a project')
    expect(listed('gemini')).toEqual([
      `extension one: one in ${folder}/a/hooks/hooks.json`,
      'extension two: two in elsewhere/b/hooks/hooks.json',
      `extension three: three in ${folder}/c/hooks/hooks.json`,
    ])
  })

  it.each([
    ['for what is around the project', ['!{dir}/*'], 0],
    ['for the project', ['!{dir}/repo/'], 0],
    ['for the project alone, and not for what is around it', ['!{dir}/'], 1],
    ['elsewhere', ['!{dir}/rep/*'], 1],
    ['and on again, by what stands behind', ['!{dir}/*', '{dir}/repo/*'], 1],
    ['by what is no rule', [7, null], 1],
  ])('can be switched off: %s', (_, overrides, count) => {
    extension(`${folder}/a`, 'one')
    const rules = overrides.map((override) =>
      typeof override === 'string' ? override.replace('{dir}', dir) : override,
    )
    write(`${folder}/extension-enablement.json`, { one: { overrides: rules } })
    expect(listed('gemini')).toHaveLength(count)
  })
})

describe('whatever lies there', () => {
  const manifest = { name: 'x', version: '1' }
  const folder = 'home/.gemini/extensions'

  it('is told of and passed over when it cannot be read', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) write(`${folder}/${name}/gemini-extension.json`, manifest)
    write(`${folder}/a/hooks/hooks.json`, '{ "hooks": ')
    write(`${folder}/b/hooks/hooks.json`, ' '.repeat(1024 * 1024 + 1))
    write(`${folder}/c/hooks`, 'no directory')
    mkdirSync(join(dir, folder, 'd/hooks/hooks.json'), { recursive: true })
    write(`${folder}/e/hooks/hooks.json`, hooks('fine'))
    const { files, notes } = look('gemini')
    expect(files.flatMap(({ foreign }) => foreign.map(({ command }) => command))).toEqual(['fine'])
    expect(notes).toHaveLength(4)
    expect(notes[0]).toContain(
      `Some hooks of other programs are not listed: ${dir}/${folder}/a/hooks/hooks.json:1:12: `,
    )
  })

  it.each<[string, unknown]>([
    ['a list', []],
    ['a text', '"x"'],
    ['nothing', null],
    ['hooks that are a text', { hooks: 'x' }],
    ['an event that is a number', { hooks: { Stop: 1 } }],
    ['groups that are none', { hooks: { Stop: [1, null, {}, { hooks: {} }] } }],
    ['hooks without a command', { hooks: { Stop: [{ hooks: [1, null, {}, { command: 1 }] }] } }],
  ])('gives no hooks when it is %s', (_, content) => {
    write(`${folder}/a/gemini-extension.json`, manifest)
    write(`${folder}/a/hooks/hooks.json`, content)
    for (const path of ['installed_plugins.json', 'known_marketplaces.json'])
      write(`home/.claude/plugins/${path}`, content)
    expect(look('gemini')).toEqual({ files: [], notes: [] })
    expect(look('claude', { user: { enabledPlugins: { 'a@m': true } } })).toEqual({ files: [], notes: [] })
  })

  it('is looked at up to a number, and that is said', () => {
    for (let i = 0; i < 503; i++) {
      write(`${folder}/${i}/gemini-extension.json`, manifest)
      write(`${folder}/${i}/hooks/hooks.json`, hooks('one'))
    }
    const { files, notes } = look('gemini')
    expect(files).toHaveLength(500)
    expect(notes).toEqual(['Only 500 of its plugins, extensions and profiles were inspected.'])
  })

  it('is shown without secrets', () => {
    const secret = ['ghp', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zA7Bc'].join('_')
    write(`${folder}/a/gemini-extension.json`, { name: secret, version: '1' })
    write(`${folder}/a/hooks/hooks.json`, hooks(`curl -H ${secret}`))
    const found = look('gemini')
    expect(found.files).toHaveLength(1)
    expect(JSON.stringify(found)).not.toContain(secret)
  })
})
