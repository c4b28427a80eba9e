import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPlugins } from './read-plugins.ts'

let home: string
let root: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'configuration-')))
  root = join(home, 'work', 'repo')
  mkdirSync(join(home, '.config', 'foreword'), { recursive: true })
  mkdirSync(root, { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const file = () => join(home, '.config', 'foreword', 'plugins.yaml')
const read = (env: NodeJS.ProcessEnv = {}) => readPlugins({ env: { HOME: home, ...env }, root })
function given(text: string) {
  writeFileSync(file(), text, { mode: 0o600 })
  return read()
}
const fault = (text: string) => given(text).fault?.replace(file(), 'plugins.yaml')

describe("the user's own list of plugins", () => {
  it('lies in the configuration directory, which is never a relative one', () => {
    const fileWith = (env: NodeJS.ProcessEnv) => readPlugins({ env, root }).file
    expect(fileWith({ HOME: '/home/a' })).toBe('/home/a/.config/foreword/plugins.yaml')
    expect(fileWith({ HOME: '/home/a', XDG_CONFIG_HOME: '/etc/a' })).toBe('/etc/a/foreword/plugins.yaml')
    expect(fileWith({ HOME: '/home/a', XDG_CONFIG_HOME: 'here' })).toBe(
      '/home/a/.config/foreword/plugins.yaml',
    )
    expect(fileWith({ HOME: 'home', XDG_CONFIG_HOME: 'here' })).toBe('~/.config/foreword/plugins.yaml')
    expect(read({ XDG_CONFIG_HOME: 'here' })).toMatchObject({ fault: null, plugins: new Map() })
  })

  it('enables nothing when it is not there, or empty', () => {
    expect(read()).toEqual({ file: file(), plugins: new Map(), fault: null })
    for (const text of ['', '# nothing yet\n', 'plugins:\n', 'plugins: {}\n']) {
      expect(given(text)).toEqual({ file: file(), plugins: new Map(), fault: null })
    }
  })

  it('M-85 says how each is reached, with limits of its own', () => {
    const { plugins, fault } = given(`plugins:
  tickets:
    command: [~/bin/tickets, ~/tickets.json, --max, 10]
    projects: [~/work, /srv/shop]
    timeout_seconds: 0.5
    max_bytes: 1000
    env: [TICKETS_TOKEN]
  wiki: { mcp: [wiki-mcp], projects: ["*"] }
  issues: { mcp_url: "https://example.org/mcp", bearer_env: ISSUES_TOKEN }
`)
    expect(fault).toBeNull()
    expect(Object.fromEntries(plugins)).toEqual({
      tickets: {
        how: 'command',
        command: [join(home, 'bin/tickets'), join(home, 'tickets.json'), '--max', '10'],
        url: null,
        projects: [join(home, 'work'), '/srv/shop'],
        timeoutMs: 500,
        maxBytes: 1000,
        env: ['TICKETS_TOKEN'],
        bearer: null,
      },
      wiki: {
        how: 'mcp-stdio',
        command: ['wiki-mcp'],
        url: null,
        projects: null,
        timeoutMs: 5000,
        maxBytes: 262144,
        env: [],
        bearer: null,
      },
      issues: {
        how: 'mcp-http',
        command: [],
        url: 'https://example.org/mcp',
        projects: null,
        timeoutMs: 5000,
        maxBytes: 262144,
        env: [],
        bearer: 'ISSUES_TOKEN',
      },
    })
  })

  it.each([
    ['plugins: [a', /^plugins.yaml:1:\d+: not valid YAML \(/],
    ['[a]', /^plugins.yaml:1:1: expected a mapping with the key "plugins:"$/],
    ['plugin: {}', /^plugins.yaml:1:1: unknown key "plugin"; did you mean "plugins"\?$/],
    ['plugins: [a]', /^plugins.yaml:1:10: plugins: expected a mapping/],
    ['plugins:\n  Jira: {}', /^plugins.yaml:2:3: a plugin has a name of lower-case letters/],
    ['plugins:\n  docs: { command: [x] }', /^plugins.yaml:2:3: "docs" is reserved/],
    ['plugins:\n  a:\n    comand: [x]', /^plugins.yaml:3:5: unknown key "comand"; did you mean "command"\?$/],
    ['plugins:\n  a: {}', /^plugins.yaml:2:6: plugins.a: expected one of command: .* mcp: .* and mcp_url: /],
    ['plugins:\n  a: { command: [x], mcp: [y] }', /^plugins.yaml:2:6: plugins.a: expected one of/],
    [
      'plugins:\n  a: { command: x --all }',
      /^plugins.yaml:2:17: plugins.a.command: expected a list of words/,
    ],
    ['plugins:\n  a: { command: [] }', /^plugins.yaml:2:17: plugins.a.command: expected a program/],
    ['plugins:\n  a: { command: [[x]] }', /^plugins.yaml:2:17: plugins.a.command: expected a list of words/],
    ['plugins:\n  a: { command: [./x] }', /^plugins.yaml:2:17: .*absolute path, or by a name/],
    ['plugins:\n  a: { mcp: [bin/x] }', /^plugins.yaml:2:13: .*absolute path, or by a name/],
    ['plugins:\n  a: { mcp_url: "file:///x" }', /^plugins.yaml:2:17: plugins.a.mcp_url: expected a URL/],
    ['plugins:\n  a: { mcp_url: "http://u:p@x/" }', /expected a URL without name and password/],
    ['plugins:\n  a: { mcp_url: "http://x/", bearer_env: T }', /expected https:\/\//],
    ['plugins:\n  a: { command: [x], bearer_env: T }', /bearer_env: expected it only together with mcp_url/],
    ['plugins:\n  a: { command: [x], projects: [work] }', /projects: expected a list of absolute paths/],
    ['plugins:\n  a: { command: [x], env: [A=b] }', /env: expected a list of names of variables/],
    [
      'plugins:\n  a: { command: [x], timeout_seconds: 0 }',
      /timeout_seconds: expected a number from 0.1 to 60/,
    ],
    ['plugins:\n  a: { command: [x], timeout_seconds: soon }', /timeout_seconds: expected a number/],
    ['plugins:\n  a: { command: [x], max_bytes: 1e9 }', /max_bytes: expected a number from 1 to 4194304/],
    [
      'plugins:\n  a: &x { command: [x] }\n  b: *x',
      /^plugins.yaml:3:6: expected a mapping with keys such as "command:"$/,
    ],
    ['plugins:\n  a: { command: [x] }\n  a: { command: [y] }', /not valid YAML \(duplicate key\)/],
  ])('has a fault with line and column: %j', (text, message) => {
    expect(fault(text)).toMatch(message)
    expect(given(text).plugins.size).toBe(0)
  })

  it.each([
    ['T13 too large', `# ${'x'.repeat(70_000)}`, /it has 70002 bytes; at most 65536 are read$/],
    ['T13 too deep', '['.repeat(60_000), /nested too deeply|not valid YAML/],
    ['no text', Buffer.from([0x70, 0xff, 0xfe]), /it is not UTF-8 text$/],
  ])('has a fault when it is %s', (_, content, message) => {
    writeFileSync(file(), content, { mode: 0o600 })
    expect(read().fault).toMatch(message)
  })

  it('is not waited for when it is a FIFO or a directory', () => {
    execFileSync('mkfifo', [file()])
    expect(read().fault).toMatch(/it is not a file$/)
    rmSync(file())
    mkdirSync(file())
    expect(read().fault).toMatch(/it is not a file$/)
  })

  it('T1 does not count when others may write to it', () => {
    writeFileSync(file(), 'plugins: { a: { command: [x] } }\n')
    for (const mode of [0o620, 0o602, 0o666]) {
      chmodSync(file(), mode)
      expect(read()).toMatchObject({
        fault: expect.stringMatching(/other users can write to it; run chmod 600/),
        plugins: new Map(),
      })
    }
    chmodSync(file(), 0o644)
    expect(read().plugins.size).toBe(1)
  })

  it('T1 does not count when it lies in the project, or a link leads there', () => {
    const evil = join(root, 'foreword')
    mkdirSync(evil)
    writeFileSync(join(evil, 'plugins.yaml'), 'plugins: { a: { command: [x] } }\n', { mode: 0o600 })
    const refused = { fault: expect.stringMatching(/it is in the project/), plugins: new Map() }
    expect(read({ XDG_CONFIG_HOME: root })).toMatchObject(refused)
    symlinkSync(join(evil, 'plugins.yaml'), file())
    expect(read()).toMatchObject(refused)
    rmSync(join(home, '.config'), { recursive: true })
    symlinkSync(root, join(home, '.config'))
    expect(read()).toMatchObject(refused)
  })

  it('counts when a link leads to another place of the user, as dotfiles do', () => {
    mkdirSync(join(home, 'dotfiles'))
    writeFileSync(join(home, 'dotfiles/p.yaml'), 'plugins: { a: { command: [x] } }\n', { mode: 0o600 })
    symlinkSync(join(home, 'dotfiles/p.yaml'), file())
    expect(read().plugins.size).toBe(1)
  })
})
