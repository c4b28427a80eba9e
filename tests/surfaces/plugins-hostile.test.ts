import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { binary, World } from './program.ts'

// A hostile repository that tries every way to get code started. No command of the user starts any of it.

let world: World
let root: string
let listener: Server
let port: number
let connections: number
beforeEach(async () => {
  world = new World()
  connections = 0
  listener = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as { port: number }).port
  root = world.repository(hostileFiles())
  for (const file of globSync('{tickets,git,node,bin/*,node_modules/.bin/*}', { cwd: root }))
    chmodSync(join(root, file), 0o755)
  for (const key of [
    'core.fsmonitor',
    'core.pager',
    'diff.external',
    'filter.x.clean',
    'gpg.program',
    'core.sshCommand',
  ])
    world.git(root, 'config', key, join(root, 'bin/tickets'))
  // Running git status in the working tree would already start the monitor.
  world.write(join(root, '.git/hooks/post-checkout'), evil())
  chmodSync(join(root, '.git/hooks/post-checkout'), 0o755)
})
afterEach(async () => {
  world.remove()
  await new Promise((resolve) => listener.close(resolve))
})

const canary = () => join(world.dir, 'canary')
const evil = () => `#!/bin/sh\necho "$0 $*" >> '${canary()}'\necho evil\n`
const evilJs = () => `require('node:fs').appendFileSync(${JSON.stringify(canary())}, 'js')\n`

const manifest = `foreword: 1
name: shop
levels: { standard: { budget: 2000 } }
default_level: standard
ceiling: 4000
sections:
  anchors: { sources: ["file:docs/ANCHORS.md"] }
  tickets: { sources: ["foreword://tickets/"], missing: skip }
plugins:
  tickets:
    provides: [issues]
    salience_triggers:
      - { commit_msg_pattern: '.' }
      - { file_annotation: 'e' }
      - { keyword_match: [it] }
`

function hostileFiles(): Record<string, string> {
  const settings = `plugins:\n  tickets: { command: [${join(world.dir, 'shop', 'tickets')}] }\n`
  const lines = [
    `NODE_OPTIONS=--require=./evil.cjs`,
    `HTTP_PROXY=http://127.0.0.1:${port}`,
    `HTTPS_PROXY=http://127.0.0.1:${port}`,
    `FOREWORD_STORE=postgres://127.0.0.1:${port}/x`,
    `XDG_CONFIG_HOME=.`,
    `PATH=.`,
    `LD_PRELOAD=./evil.so`,
  ]
  return {
    '.foreword/manifest.yaml': manifest,
    '.foreword/plugins.yaml': settings,
    'foreword/plugins.yaml': settings,
    '.config/foreword/plugins.yaml': settings,
    '.env': `${lines.join('\n')}\n`,
    '.envrc': `export ${lines.join('\nexport ')}\n`,
    '.npmrc': `node-options=--require=./evil.cjs\nscript-shell=./tickets\n`,
    '.gitattributes': '* filter=x diff=x\n',
    'package.json': JSON.stringify({
      name: 'shop',
      main: './evil.cjs',
      scripts: { preinstall: './tickets', postinstall: './tickets', prepare: './tickets' },
      foreword: { plugins: { tickets: { command: ['./tickets'] } } },
    }),
    'evil.cjs': evilJs(),
    'foreword.config.js': evilJs(),
    'node_modules/foreword-plugin-tickets/index.js': evilJs(),
    tickets: evil(),
    git: evil(),
    node: evil(),
    'bin/tickets': evil(),
    'node_modules/.bin/tickets': evil(),
  }
}

function configure(text: string): void {
  const directory = join(world.env.HOME!, '.config/foreword')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'plugins.yaml'), text, { mode: 0o600 })
}

/** Every command that a user may run inside a repository. */
const verbs = () => [
  ['plugins', '.', '--task=Do it'],
  ['plugins', root, '--json'],
  ['explain', '.', '--task=Do it'],
  ['assemble', '.', 'standard', mkdtempSync(join(world.dir, 'out-'))],
  ['read', 'tickets/'],
  ['ls'],
  ['context'],
  ['context', 'show'],
  ['log'],
  ['scrub', '.'],
  ['init', '.', '--dry-run'],
]

const path = () =>
  ['', '.', root, join(root, 'bin'), join(root, 'node_modules/.bin'), 'bin', world.env.PATH].join(':')

describe('T1 a repository that wants to be started', () => {
  it.each([
    ['a plugin that is enabled and found nowhere else', 'plugins: { tickets: { command: [tickets] } }\n'],
    [
      'a plugin that is enabled as a server and found nowhere else',
      'plugins: { tickets: { mcp: [tickets, --mcp] } }\n',
    ],
    ['no plugin that is enabled', ''],
  ])('has nothing of it started, with %s', (_, configuration) => {
    configure(configuration)
    for (const args of verbs()) {
      const { err } = world.foreword(args, { cwd: root, env: { PATH: path() } })
      expect(err, args.join(' ')).not.toContain('has a bug')
      expect(existsSync(canary()) ? readFileSync(canary(), 'utf8') : '', args.join(' ')).toBe('')
    }
    expect(connections).toBe(0)
  })

  it('T4 nor with CI=1 and without a terminal, and context is made all the same', () => {
    configure('plugins: { tickets: { command: [tickets] } }\n')
    const output = mkdtempSync(join(world.dir, 'out-'))
    const ran = world.foreword(['assemble', '.', 'standard', output], {
      cwd: root,
      env: { CI: '1', PATH: path() },
    })
    expect(ran.code).toBe(0)
    expect(readFileSync(join(output, 'context.md'), 'utf8')).toContain('Prices are integers')
    expect([existsSync(canary()), connections]).toEqual([false, 0])
  })

  it.each([
    ['command: [./tickets]'],
    ['mcp: [./tickets]'],
    ['mcp_url: "http://127.0.0.1:PORT/"'],
    ['module: ./evil.cjs'],
    ['exec: ./tickets'],
    ['env: { NODE_OPTIONS: "--require=./evil.cjs" }'],
    ['base_url: "http://127.0.0.1:PORT/"'],
    ['hooks: { start: ./tickets }'],
    ['about: !!js/function "function () { return 1 }"'],
  ])('T3 cannot say in its manifest how a plugin is reached: %s', (line) => {
    const said = line.replace('PORT', String(port))
    world.write(
      join(root, '.foreword/manifest.yaml'),
      manifest.replace('    provides:', `    ${said}\n    provides:`),
    )
    for (const args of verbs().slice(0, 5)) world.foreword(args, { cwd: root, env: { PATH: path() } })
    expect([existsSync(canary()), connections]).toEqual([false, 0])
    if (!line.startsWith('about')) {
      const { code, err } = world.foreword(['plugins', root])
      expect(code).toBe(3)
      expect(err).toMatch(/manifest\.yaml:11:5: plugins\.tickets/)
    }
  })

  it('T3 cannot say anywhere in it: command, hooks, database and proxy are no keys of a manifest', () => {
    for (const key of ['command', 'hooks', 'module', 'database_url', 'base_url', 'env', 'configuration']) {
      world.write(join(root, '.foreword/manifest.yaml'), `${manifest}${key}: ./tickets\n`)
      expect(world.foreword(['plugins', root])).toMatchObject({
        code: 3,
        err: expect.stringContaining(`"${key}"`),
      })
    }
    expect(existsSync(canary())).toBe(false)
  })

  it("cannot be the user's configuration, by XDG_CONFIG_HOME or by a link", () => {
    const asked = (env: Record<string, string>) => {
      const { out } = world.foreword(['plugins', root, '--json'], { cwd: root, env })
      return JSON.parse(out)
    }
    expect(asked({ XDG_CONFIG_HOME: '.' })).toMatchObject({ plugins: [{ enabled: false }] })
    expect(asked({ XDG_CONFIG_HOME: root })).toMatchObject({
      fault: expect.stringContaining('is in the project'),
    })
    const home = join(world.dir, 'other-home')
    mkdirSync(home)
    symlinkSync(join(root, '.config'), join(home, '.config'))
    expect(asked({ HOME: home })).toMatchObject({ fault: expect.stringContaining('is in the project') })
  })

  const traces = spawnSync('strace', ['-f', '-o', '/dev/null', '/bin/true']).status === 0
  it.skipIf(!traces)(
    'is not executed nor loaded, as the system saw it (skipped where strace may not look)',
    () => {
      configure('plugins: { tickets: { command: [tickets] } }\n')
      for (const args of verbs()) {
        const log = join(world.dir, 'strace.log')
        const traced = [
          '-f',
          '-qq',
          '-e',
          'trace=execve,openat,connect',
          '-o',
          log,
          process.execPath,
          binary,
          ...args,
        ]
        spawnSync('strace', traced, { cwd: root, env: { ...world.env, PATH: path() } })
        const calls = readFileSync(log, 'utf8').split('\n')
        const inside = (line: string) =>
          line.includes(`"${root}/`) || /execve\("(\.|bin|tickets|node_modules)/.test(line)
        expect(
          calls.filter((line) => line.includes('execve(') && inside(line) && line.endsWith(' = 0')),
          args.join(' '),
        ).toEqual([])
        // foreword reads text of a project and never its code. A search for secrets reads everything as text.
        const code = calls.filter((line) => /openat\(.*\.(cjs|js|so)"/.test(line) && line.includes(root))
        if (args[0] !== 'scrub' && args[0] !== 'plugins') expect(code, args.join(' ')).toEqual([])
        expect(calls.filter((line) => line.includes(`htons(${port})`))).toEqual([])
      }
      expect(existsSync(canary())).toBe(false)
    },
  )
})

describe("T1 the user's own program of the same name", () => {
  it('is the one that is started, in every working directory', () => {
    const own = join(world.bin, 'tickets')
    mkdirSync(dirname(own), { recursive: true })
    writeFileSync(own, '#!/bin/sh\necho own\n')
    chmodSync(own, 0o755)
    configure('plugins: { tickets: { command: [tickets] } }\n')
    const { out } = world.foreword(['plugins', '.', '--json'], { cwd: root, env: { PATH: path() } })
    expect(JSON.parse(out).plugins[0]).toMatchObject({ enabled: true })
    expect(existsSync(canary())).toBe(false)
  })
})
