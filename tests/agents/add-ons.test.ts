// Plugins, extensions and profiles of the real agents bring hooks: `foreword doctor` lists exactly those that run.
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { drivers } from './drivers.ts'
import { describeAgent } from './installed.ts'
import { openWorld, type Place, type Turn, type World } from './session.ts'
import { binary } from './shop.ts'

type Opened = Awaited<ReturnType<typeof openWorld>>
let world: Opened | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** Hooks that each write a file with their name. */
class Bell {
  readonly place: Place
  constructor(place: Place) {
    this.place = place
    mkdirSync(this.rung)
  }

  get rung(): string {
    return join(this.place.home, '../rung')
  }

  events(name: string) {
    const hooks = [{ type: 'command', command: `touch ${this.rung}/${name}; echo '{}'` }]
    return { SessionStart: [{ hooks }] }
  }

  /** Paths below the directory that has the home and the project. */
  write(path: string, content: string | object): void {
    const file = join(this.place.home, '..', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }

  /** A directory with a manifest and the default hook file. */
  plugin(path: string, manifest: string, more: object = {}): void {
    const name = path.slice(path.lastIndexOf('/') + 1)
    this.write(`${path}/${manifest}`, { name, version: '1.0.0', description: name, ...more })
    this.write(`${path}/hooks/hooks.json`, { hooks: this.events(`${name}-usual`) })
    this.write(`${path}/more.json`, { hooks: this.events(`${name}-named`) })
  }
}

async function rung(id: keyof typeof drivers, put: (bell: Bell) => void, turn: Turn = {}) {
  let bell: Bell | undefined
  world = await openWorld(id, {
    settle(place) {
      bell = new Bell(place)
      put(bell)
    },
  })
  // Runs first, because an agent changes its files when it runs.
  const told = listed(world, id)
  await world.again(turn)
  return { ran: readdirSync(bell!.rung).sort(), listed: told }
}

/** Names of the hooks listed for an add-on. */
function listed({ run }: World, id: string): string[] {
  const out = run('/bin/sh', ['-c', `"$0" ${binary} doctor ${id} --no-run --json || true`, process.execPath])
  const files: { add_on: object | null; foreign: { command: string }[] }[] =
    JSON.parse(out).agents[0].settings
  const commands = files.filter(({ add_on }) => add_on !== null).flatMap(({ foreign }) => foreign)
  return commands.map(({ command }) => /rung\/([^;]+);/.exec(command)![1]!).sort()
}

describeAgent('claude', () => {
  it('runs the hooks of plugins that are switched on, wherever they lie, and doctor lists just these', async () => {
    const { ran, listed } = await rung('claude', (bell) => {
      const manifest = '.claude-plugin/plugin.json'
      const above = join(bell.place.home, '..')
      const plugins = 'home/.claude/plugins'
      const copies = ['full', 'listed', 'off', 'away', 'bare']
      const inline = ['./more.json', bell.events('full-inline')]
      bell.plugin(`${plugins}/cache/fetched/full`, manifest, { hooks: inline })
      for (const name of copies.slice(1, -1)) bell.plugin(`${plugins}/cache/fetched/${name}`, manifest)
      bell.write(`${plugins}/cache/fetched/bare/hooks/hooks.json`, {
        hooks: { SessionEnd: bell.events('bare-usual').SessionStart },
      })
      bell.write(`${plugins}/marketplaces/fetched/.claude-plugin/marketplace.json`, {
        name: 'fetched',
        owner: { name: 'A' },
        plugins: copies.map((name) => ({
          name,
          source: `./${name}`,
          ...(['listed', 'bare'].includes(name) ? { hooks: bell.events(`${name}-catalog`) } : {}),
        })),
      })
      for (const path of ['own/placed', 'own/inner/rooted']) bell.plugin(path, manifest)
      bell.write('own/.claude-plugin/marketplace.json', {
        name: 'own',
        owner: { name: 'A' },
        metadata: { pluginRoot: './inner' },
        plugins: [
          { name: 'placed', source: './placed' },
          { name: 'rooted', source: 'rooted' },
        ],
      })
      const at = '2026-11-17T00:00:00.000Z'
      bell.write(`${plugins}/known_marketplaces.json`, {
        fetched: {
          source: { source: 'git', url: 'https://example.org/fetched.git' },
          installLocation: join(above, plugins, 'marketplaces/fetched'),
          lastUpdated: at,
        },
        own: {
          source: { source: 'directory', path: join(above, 'own') },
          installLocation: join(above, 'own'),
          lastUpdated: at,
        },
      })
      const record = (path: string) => ({
        scope: 'user',
        installPath: join(above, path),
        version: '1.0.0',
        installedAt: at,
        lastUpdated: at,
      })
      const away = { ...record(`${plugins}/cache/fetched/away`), scope: 'project', projectPath: '/away' }
      bell.write(`${plugins}/installed_plugins.json`, {
        version: 2,
        plugins: {
          ...Object.fromEntries(
            copies.map((name) => [`${name}@fetched`, [record(`${plugins}/cache/fetched/${name}`)]]),
          ),
          'away@fetched': [away],
          'placed@own': [record('gone')],
          'rooted@own': [record('gone')],
        },
      })
      const on = [
        'full@fetched',
        'listed@fetched',
        'bare@fetched',
        'off@fetched',
        'away@fetched',
        'placed@own',
        'rooted@own',
      ]
      const marks = on.map((id) => [id, true])
      bell.write('home/.claude/settings.json', { enabledPlugins: Object.fromEntries(marks) })
      bell.write('repo/.claude/settings.json', { enabledPlugins: { 'off@fetched': false } })
      for (const name of ['lying', 'silent']) bell.plugin(`home/.claude/skills/${name}`, manifest)
      const local = { enabledPlugins: { 'silent@skills-dir': false } }
      bell.write('repo/.claude/settings.local.json', local)
      bell.write('home/.claude/skills/none/hooks/hooks.json', { hooks: bell.events('none-usual') })
    })
    expect(ran).toEqual([
      'bare-catalog',
      'full-inline',
      'full-named',
      'full-usual',
      'listed-catalog',
      'lying-usual',
      'placed-usual',
      'rooted-usual',
    ])
    expect(listed).toEqual(ran)
  })
})

describeAgent('codex', () => {
  const put = (bell: Bell) => {
    const cache = 'home/.codex/plugins/cache/m'
    const manifest = '.codex-plugin/plugin.json'
    bell.plugin(`${cache}/usual/1.9.0`, manifest)
    bell.plugin(`${cache}/usual/1.10.0`, manifest)
    bell.plugin(`${cache}/usual/1.10.0-rc.1`, manifest)
    bell.plugin(`${cache}/other/one`, '.claude-plugin/plugin.json')
    bell.plugin(`${cache}/named/two`, manifest, { hooks: './more.json' })
    bell.plugin(`${cache}/inline/three`, manifest, { hooks: { hooks: bell.events('three-inline') } })
    bell.plugin(`${cache}/off/four`, manifest)
    bell.write(`${cache}/none/five/hooks/hooks.json`, { hooks: bell.events('five-usual') })
    const hook = `[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\n`
    bell.write('home/.codex/work.config.toml', `${hook}command = "touch ${bell.rung}/work; echo '{}'"\n`)
    const on = ['usual', 'other', 'named', 'inline', 'none'].map(
      (name) => `[plugins."${name}@m"]\nenabled = true\n`,
    )
    const settings = `${on.join('')}[plugins."off@m"]\nenabled = false\n`
    appendFileSync(join(bell.place.home, '.codex/config.toml'), settings)
  }
  const plugins = ['1.10.0-usual', 'one-usual', 'three-inline', 'two-named']
  const withPlugins = { withoutArgs: ['--disable', 'plugins', 'unbounded_connection_retries', '-'] }

  it('runs the hooks of plugins, and of a profile that it is started with, and doctor lists just these', async () => {
    const more = ['-c', 'features.unbounded_connection_retries=false', '-p', 'work', '-']
    const { ran, listed } = await rung('codex', put, { ...withPlugins, args: more })
    expect(ran).toEqual([...plugins, 'work'])
    expect(listed).toEqual(ran)
  })
})

describeAgent('gemini', () => {
  it('runs the hooks of extensions, and none of a project, and doctor lists just these', async () => {
    const { ran, listed } = await rung('gemini', (bell) => {
      const manifest = 'gemini-extension.json'
      const folder = 'home/.gemini/extensions'
      const above = join(bell.place.home, '..')
      for (const name of ['one', 'off', 'again']) bell.plugin(`${folder}/${name}`, manifest)
      bell.plugin('elsewhere/linked', manifest)
      bell.write(`${folder}/linked/.gemini-extension-install.json`, {
        type: 'link',
        source: join(above, 'elsewhere/linked'),
      })
      bell.plugin('repo/.gemini/extensions/project', manifest)
      bell.write(`${folder}/none/hooks/hooks.json`, { hooks: bell.events('none-usual') })
      bell.write(`${folder}/extension-enablement.json`, {
        one: { overrides: [`!${bell.place.home}/*`] },
        off: { overrides: [`!${above}/*`] },
        again: { overrides: [`!${above}/*`, `${bell.place.repo}/`] },
      })
    })
    expect(ran).toEqual(['again-usual', 'linked-usual', 'one-usual'])
    expect(listed).toEqual(ran)
  })
})
