// The MCP server that `foreword install` enters into the settings of agents.
import { chmodSync, existsSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parse } from 'smol-toml'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { parseSettings } from '../../src/core/settings/index.ts'
import { binary, json, text, World } from './program.ts'

const world = new World()
afterAll(() => world.remove())
const home = world.env.HOME!
const root = world.project()
const program = [process.execPath, realpathSync(binary)]
const run = (...args: string[]) => world.foreword(args, { cwd: root })

beforeEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true })
  for (const name of [
    '.claude',
    '.codex',
    '.gemini',
    '.opencode',
    '.mcp.json',
    'opencode.json',
    'package.json',
  ])
    rmSync(join(root, name), { recursive: true, force: true })
  for (const name of readdirSync(world.bin)) rmSync(join(world.bin, name))
})

const files = {
  claude: { user: '.claude.json', project: '.mcp.json' },
  codex: { user: '.codex/config.toml', project: '.codex/config.toml' },
  gemini: { user: '.gemini/settings.json', project: '.gemini/settings.json' },
  opencode: { user: '.config/opencode/opencode.json', project: 'opencode.json' },
} as const
type Name = keyof typeof files
const names = Object.keys(files) as Name[]

/** The words with which the agent starts the server. */
function serverIn(agent: Name, file: string): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
  const data: any = agent === 'codex' ? parse(text(file)) : parseSettings(text(file))
  const key = { claude: 'mcpServers', codex: 'mcp_servers', gemini: 'mcpServers', opencode: 'mcp' }[agent]
  const { command, args = [] } = data[key].foreword
  return [command, args].flat()
}

describe('the MCP server of an installation', () => {
  it.each(names)('is in the settings of %s, for the user with paths and for the project without', (agent) => {
    const user = join(home, files[agent].user)
    expect(run('install', agent).code).toBe(0)
    expect(serverIn(agent, user)).toEqual([...program, 'mcp', '--with-hooks'])
    const project = join(root, files[agent].project)
    expect(run('install', agent, '--project').code).toBe(0)
    expect(serverIn(agent, project)).toEqual(['foreword', 'mcp', '--with-hooks'])
    expect(text(project)).not.toContain(home)
    expect(text(project)).not.toContain(process.execPath)
    expect(run('install', agent).out).toContain('MCP server "foreword": already installed')
    for (const scope of ['--user', '--project']) expect(run('uninstall', agent, scope).code).toBe(0)
    expect(readdirSync(home)).toEqual([])
    expect(existsSync(project)).toBe(false)
  })

  it.each([
    ['claude', '{\n  "numStartups": 4,\n  "mcpServers": {\n    "mine": { "command": "x" }\n  }\n}'],
    ['codex', '# mine\nmodel = "x"\n\n[mcp_servers.mine]\ncommand = "x"\n'],
    ['gemini', '// mine\n{ "mcpServers": { "mine": { "command": "x" } }, "hooks": {} }\n'],
    ['opencode', '{\n\t"mcp": { "mine": { "type": "local", "command": ["x"] } },\n}\n'],
  ] as const)('leaves every other byte in the settings of %s, and goes without a trace', (agent, before) => {
    const file = join(home, files[agent].user)
    world.write(file, before)
    expect(run('install', agent).code).toBe(0)
    expect(text(file)).toContain('mine')
    expect(serverIn(agent, file)).toEqual([...program, 'mcp', '--with-hooks'])
    expect(run('uninstall', agent).code).toBe(0)
    expect(text(file)).toBe(before)
  })

  it('starts, and gives the context of the project', async () => {
    run('install', 'claude')
    const [command = '', ...args] = serverIn('claude', join(home, '.claude.json'))
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StdioClientTransport({ command, args, cwd: root, env: world.env, stderr: 'ignore' }),
    )
    expect(client.getServerVersion()).toMatchObject({ name: 'foreword' })
    await client.close()
  })

  it('is left out with --no-mcp, and taken out if it was there', () => {
    const file = join(home, '.claude.json')
    run('install', 'claude', '--no-mcp')
    expect([existsSync(file), existsSync(join(home, '.claude/settings.json'))]).toEqual([false, true])
    run('install', 'claude')
    expect(existsSync(file)).toBe(true)
    expect(run('install', 'claude', '--no-mcp').out).toContain('MCP server "foreword": removed')
    expect(existsSync(file)).toBe(false)
  })

  it('is shown under --dry-run and not written', () => {
    for (const agent of names) {
      const { out } = run('install', agent, '--dry-run')
      expect(out).toMatch(/MCP server "foreword": would be\s+installed/)
      expect(out).toMatch(/^\+.*"?mcp"?/m)
    }
    expect(readdirSync(home)).toEqual([])
  })

  it('keeps what the user added to it, and gets the new paths', () => {
    const file = join(home, '.claude.json')
    const old = { command: '/old/foreword', args: ['mcp', '--repo=/a'], alwaysLoad: true }
    world.write(file, JSON.stringify({ mcpServers: { foreword: old } }))
    expect(run('install', 'claude').out).toContain('MCP server "foreword": updated')
    const [node, script] = program
    expect(json(file).mcpServers.foreword).toEqual({
      command: node,
      args: [script, 'mcp', '--repo=/a'],
      alwaysLoad: true,
    })
  })

  it('never takes the place of a server that is not ours, and the hooks are installed all the same', () => {
    const mine = { mcpServers: { foreword: { command: 'docker', args: ['run', 'x'] } } }
    world.write(join(home, '.claude.json'), JSON.stringify(mine))
    const { code, out } = run('install', 'claude')
    expect(code).toBe(0)
    expect(out).toMatch(/already\s+has an MCP server "foreword"/)
    expect(json(join(home, '.claude.json'))).toEqual(mine)
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(true)
    run('uninstall', 'claude')
    expect(json(join(home, '.claude.json'))).toEqual(mine)
    world.write(join(home, '.codex/config.toml'), 'mcp_servers = { mine = { command = "x" } }\n')
    expect(run('install', 'codex').out).toContain('MCP server was not changed')
    expect(text(join(home, '.codex/config.toml'))).toBe('mcp_servers = { mine = { command = "x" } }\n')
  })

  it('goes where the variable of the agent leads, and into the file of opencode that exists', () => {
    const elsewhere = join(world.dir, 'claude-home')
    world.foreword(['install', 'claude'], { cwd: root, env: { CLAUDE_CONFIG_DIR: elsewhere } })
    expect(readdirSync(elsewhere).sort()).toEqual(['.claude.json', 'settings.json'])
    const file = join(home, '.config/opencode/opencode.jsonc')
    world.write(file, '// mine\n{}\n')
    run('install', 'opencode')
    expect(serverIn('opencode', file)).toEqual([...program, 'mcp', '--with-hooks'])
    expect(existsSync(join(home, files.opencode.user))).toBe(false)
  })

  it('is listed by doctor, which names an entry that is out of date', () => {
    world.agent('claude')
    run('install', 'claude')
    const ask = () => JSON.parse(run('doctor', 'claude', '--no-run', '--json').out).agents[0]
    expect(ask().mcp).toMatchObject([{ scope: 'user', state: 'own', current: true }])
    const file = join(home, '.claude.json')
    world.write(file, text(file).replace(program[1]!, '/old/foreword.cjs'))
    expect(ask().mcp).toMatchObject([{ state: 'own', current: false }])
    expect(ask().problems.join()).toContain(`The MCP server in ${file} is not what this foreword writes`)
  })
})

describe('an installation for a project', () => {
  const link = () => {
    symlinkSync(realpathSync(binary), join(world.bin, 'foreword'))
    symlinkSync(process.execPath, join(world.bin, 'node'))
  }
  const commands = () =>
    Object.values<{ hooks: { command: string }[] }[]>(
      json(join(root, '.claude/settings.json')).hooks,
    ).flatMap(([group]) => group!.hooks.map(({ command }) => command))

  it('can be committed: it names no path, and its hooks run from PATH', () => {
    link()
    const { out } = run('install', 'claude', '--project')
    for (const command of commands()) expect(command).toMatch(/^foreword hook [a-z-]+ --agent claude/)
    expect(out).toMatch(/can be\s+committed/)
    const [agent] = JSON.parse(run('doctor', 'claude', '--no-run', '--json').out).agents
    expect(agent.problems).toEqual([])
    expect(agent.trials[0]).toMatchObject({ event: 'session-start', outcome: 'sent' })
    expect(run('install', 'claude', '--project').out).toContain('nothing changed')
  })

  it('says so where foreword is not on PATH', () => {
    expect(run('install', 'claude', '--project').out).toMatch(/"foreword" is not on\s+yours/)
    const [agent] = JSON.parse(run('doctor', 'claude', '--no-run', '--json').out).agents
    expect(agent.problems.join()).toContain('"foreword" is not on PATH')
  })

  it('fails its check where the Node on PATH is too old', () => {
    symlinkSync(realpathSync(binary), join(world.bin, 'foreword'))
    world.write(
      join(world.bin, 'node'),
      '#!/bin/sh\necho "foreword needs Node 24 or newer; this is Node 20." >&2\n',
    )
    chmodSync(join(world.bin, 'node'), 0o755)
    run('install', 'claude', '--project')
    const [agent] = JSON.parse(run('doctor', 'claude', '--no-run', '--json').out).agents
    expect(agent.problems.join()).toContain('needs Node 24 or newer')
  })

  it('starts the foreword that the project depends on, and doctor starts no program of the project', () => {
    world.write(join(root, 'package.json'), '{ "devDependencies": { "foreword": "^0.1.0" } }')
    const trap = join(world.bin, 'npx')
    world.write(trap, `#!/bin/sh\ntouch '${world.dir}/started'\n`)
    chmodSync(trap, 0o755)
    run('install', 'claude', 'gemini', '--project')
    for (const command of commands()) expect(command).toMatch(/^npx --no-install foreword hook /)
    expect(serverIn('claude', join(root, '.mcp.json'))).toEqual([
      'npx',
      '--no-install',
      'foreword',
      'mcp',
      '--with-hooks',
    ])
    const [gemini] = json(join(root, '.gemini/settings.json')).hooks.SessionStart[0].hooks
    expect(gemini.command).toMatch(
      /^command -v npx >\/dev\/null \|\| exit 0; exec npx --no-install foreword hook /,
    )
    const { agents } = JSON.parse(run('doctor', 'claude', 'gemini', '--no-run', '--json').out)
    for (const { trials } of agents) expect(trials[0]).toMatchObject({ outcome: 'sent' })
    expect(existsSync(join(world.dir, 'started'))).toBe(false)
    expect(run('uninstall', 'claude', 'gemini', '--project').code).toBe(0)
    expect(existsSync(join(root, '.gemini'))).toBe(false)
  })
})
