import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serverOn } from './server.fixture.ts'
import { gone, makeWorld, type World } from './world.fixture.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

const tickets = {
  'jira://issues/SHOP-1': '# One\n',
  'jira://issues/SHOP-2': '# Two\n',
  'jira://sprints/current': '# Sprint\n',
  'jira://boards': '# Boards\n',
  'wiki://home': '# Home\n',
}
const ask = (given: { path?: string; provides?: string[] }, change = '', limits = {}) =>
  world.read({ how: 'mcp-stdio', command: [world.program(serverOn(tickets, change))], ...limits }, given)

describe('M-66 an MCP server on stdio', () => {
  it.each([
    ['all that is provided', { path: '', provides: ['issues'] }, '# One\n\n---\n\n# Two'],
    [
      'several, in the order of the manifest',
      { path: '', provides: ['boards', 'sprints'] },
      '# Boards\n\n---\n\n# Sprint',
    ],
    ['all there is, where nothing is named', { path: '', provides: [] }, /# One[\s\S]*# Home/],
    ['one, by the end of its URI', { path: 'issues/SHOP-2' }, '# Two'],
    ['one, by its name', { path: 'SHOP-1' }, '# One'],
    ['one, by its whole URI', { path: 'wiki://home' }, '# Home'],
    ['a part, by a part of the URI', { path: 'issues' }, '# One\n\n---\n\n# Two'],
  ])('is read: %s', async (_, given, text) => {
    expect(await ask(given)).toMatchObject({
      state: 'found',
      text: typeof text === 'string' ? text : expect.stringMatching(text),
    })
  })

  it('is asked for what it does not list under its own address', async () => {
    const change = `resources['foreword://it/issues/%C3%BC%20x'] = 'hidden'
      answers['resources/list'] = () => ({ result: { resources: [] } })`
    expect(await ask({ path: 'issues/ü x' }, change)).toMatchObject({ state: 'found', text: 'hidden' })
  })

  it('says that there is nothing: that is absent, and no trouble', async () => {
    expect(await ask({ path: 'issues/SHOP-99' })).toEqual({
      state: 'absent',
      uri: 'foreword://it/issues/SHOP-99',
      detail: 'The plugin "it" has nothing at "issues/SHOP-99".',
    })
  })

  it('may ask back, send news and write empty lines', async () => {
    const replies = world.trace('replies')
    const change = `const read = answers['resources/read']
      answers['resources/read'] = (params, id) => {
        raw('\\n\\r\\n'); say({ method: 'notifications/message', params: {} })
        say({ id: 'a', method: 'ping' }); say({ id: 7, method: 'roots/list' })
        const got = []
        answers.replied = (message) => { got.push(message); if (got.length === 2) { require('fs').writeFileSync(${JSON.stringify(replies)}, JSON.stringify(got)); say({ id, ...read(params) }) } }
      }`
    expect(await ask({ path: 'boards' }, change)).toMatchObject({ text: '# Boards' })
    const got: { id: unknown }[] = JSON.parse(readFileSync(replies, 'utf8'))
    // A client may answer in any order.
    expect(got.sort(({ id }) => (id === 'a' ? -1 : 1))).toEqual([
      { jsonrpc: '2.0', id: 'a', result: {} },
      { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found' } },
    ])
  })

  it('may write its messages in pieces, and cut characters in half', async () => {
    const change = `resources['jira://boards'] = 'ü€😀'
      const { write } = process.stdout
      process.stdout.write = function (text) { for (const byte of Buffer.from(text)) write.call(this, Buffer.from([byte])) }`
    expect(await ask({ path: 'boards' }, change)).toMatchObject({ text: 'ü€😀' })
  })

  it('is ended once it has answered, also when it would go on for ever', async () => {
    const change = `process.stdin.removeAllListeners('end'); setInterval(() => {}, 1000)
      require('fs').writeFileSync(${JSON.stringify(world.trace('pid'))}, String(process.pid))`
    expect(await ask({ path: 'boards' }, change)).toMatchObject({ state: 'found' })
    expect(await gone(Number(readFileSync(world.trace('pid'), 'utf8')))).toBe(true)
  })
})

describe('an MCP server on stdio that does not do as it should is an observation, never a throw', () => {
  it.each([
    [
      'writes what is no JSON',
      `raw('Listening on port 3\\n')`,
      'plugin-failed',
      /wrote a message that is not JSON: "Listening on port 3"/,
    ],
    [
      'writes JSON that is no message',
      `raw('[1]\\n')`,
      'plugin-failed',
      /wrote a message that is not JSON-RPC 2.0: "\[1\]"/,
    ],
    [
      'answers without a result',
      `answers.initialize = (_, id) => { raw(JSON.stringify({ jsonrpc: '2.0', id }) + '\\n') }`,
      'plugin-failed',
      /not JSON-RPC 2.0: "\{.*"id\\":0\}"/,
    ],
    [
      'speaks another protocol',
      `answers.initialize = () => ({ result: { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 's', version: '1' } } })`,
      'plugin-failed',
      /version is not supported: 1999-01-01"; foreword speaks 2025-11-25/,
    ],
    [
      'does not know the protocol',
      `answers.initialize = () => ({ result: { hello: 1 } })`,
      'plugin-failed',
      /did not answer to initialize as an MCP server does/,
    ],
    [
      'answers with a result that is not an object',
      `answers.initialize = () => ({ result: 'hello' })`,
      'plugin-failed',
      /wrote a message that is not JSON-RPC 2.0: .*hello/,
    ],
    [
      'has no resources',
      `answers.initialize = () => ({ result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } })`,
      'plugin-failed',
      /offers no resources/,
    ],
    [
      'refuses',
      `answers['resources/list'] = () => ({ error: { code: -32603, message: 'no\\ntoken\\x1b' } })`,
      'plugin-failed',
      /answered with the error -32603: "no\\ntoken.*"/,
    ],
    [
      'lists nonsense',
      `answers['resources/list'] = () => ({ result: { resources: 7 } })`,
      'plugin-failed',
      /resources\/list without a list/,
    ],
    [
      'lists nothing that fits',
      `answers['resources/list'] = () => ({ result: { resources: [{ uri: 'a://b', name: 'c' }, 1, null, {}] } })`,
      'plugin-failed',
      /lists no resource that is called issues; it lists "c"/,
    ],
    [
      'reads nonsense',
      `answers['resources/read'] = () => ({ result: { contents: [{ uri: 'x' }] } })`,
      'plugin-failed',
      /contents that are not text/,
    ],
    [
      'reads no contents',
      `answers['resources/read'] = () => ({ result: {} })`,
      'plugin-failed',
      /resources\/read without a list/,
    ],
    [
      'reads bytes',
      `answers['resources/read'] = () => ({ result: { contents: [{ uri: 'x', blob: 'AAAA' }] } })`,
      'binary',
      /has bytes at "jira:\/\/issues\/SHOP-1", not text/,
    ],
    [
      'reads text with a NUL',
      `answers['resources/read'] = () => ({ result: { contents: [{ uri: 'x', text: 'a\\0b' }] } })`,
      'binary',
      /NUL bytes/,
    ],
    [
      'reads nothing',
      `answers['resources/read'] = () => ({ result: { contents: [] } })`,
      'plugin-failed',
      /answered with nothing/,
    ],
    [
      'writes what is not UTF-8',
      `process.stdout.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]))`,
      'not-utf8',
      /not UTF-8/,
    ],
    [
      'dies halfway',
      `answers['resources/read'] = () => { console.error('out of cards'); process.exit(3) }`,
      'plugin-failed',
      /ended with exit code 3: "out of cards"/,
    ],
    [
      'ends quietly',
      `answers['resources/read'] = () => { process.exit(0) }`,
      'plugin-failed',
      /ended before it had answered/,
    ],
  ])('%s', async (_, change, reason, detail) => {
    expect(await ask({ provides: ['issues'] }, change)).toMatchObject({
      state: 'unavailable',
      reason,
      detail: expect.stringMatching(detail),
    })
  })

  it.each([
    ['never answers', `answers['resources/read'] = () => undefined`],
    [
      'answers to somebody else',
      `answers['resources/read'] = () => { say({ id: 99, result: { contents: [] } }) }`,
    ],
    ['lists pages without end', `answers['resources/list'] = () => { setTimeout(() => {}, 1e6) }`],
  ])('%s: it is ended when its time is up', async (_, change) => {
    expect(await ask({}, change, { timeoutMs: 600 })).toMatchObject({ reason: 'plugin-timeout' })
  })

  it('has pages without end: ten of them are looked at', async () => {
    const change = `let page = 0; answers['resources/list'] = () => { page++; return { result: { resources: [{ uri: 'x://' + page, name: 'n' + page }], nextCursor: 'on' } } }
      answers['resources/read'] = () => ({ result: { contents: [{ uri: 'x', text: String(page) }] } })`
    expect(await ask({ path: 'n10' }, change)).toMatchObject({ text: '10' })
  })

  it.each([
    [
      'one text',
      `answers['resources/read'] = () => ({ result: { contents: [{ uri: 'x', text: 'x'.repeat(2000) }] } })`,
    ],
    [
      'a line without end',
      `const flood = () => process.stdout.write('x'.repeat(100000), flood); answers['resources/read'] = () => { flood() }`,
    ],
    [
      'news without end',
      `const flood = () => process.stdout.write('{"jsonrpc":"2.0","method":"n"}\\n'.repeat(1000), flood); answers['resources/read'] = () => { flood() }`,
    ],
  ])('answers with too much: %s', async (_, change) => {
    expect(await ask({}, change, { maxBytes: 1000 })).toMatchObject({
      reason: 'too-large',
      detail: expect.stringMatching(/more than 1000 bytes/),
    })
  })
})

describe('the example plugin', () => {
  const program = join(import.meta.dirname, '../../../examples/plugin-tickets/tickets.mjs')
  const ways = [
    ['as a command', { how: 'command', command: [process.execPath, program] }],
    ['as an MCP server', { how: 'mcp-stdio', command: [process.execPath, program, '--mcp'] }],
  ] as const

  it.each(ways)('M-36 serves tickets %s', async (_, enabled) => {
    const all = await world.read(enabled, { provides: ['issues'] })
    expect(all).toMatchObject({
      state: 'found',
      text: expect.stringMatching(/## SHOP-12: .*[\s\S]*## SHOP-15: /),
    })
    const result = await world.read(enabled, { path: 'issues/SHOP-9' })
    expect(result).toMatchObject({ state: 'found', text: expect.stringMatching(/^## SHOP-9: Show the cart/) })
    const sprint = await world.read(enabled, { path: 'sprints' })
    expect(sprint).toMatchObject({ text: expect.stringMatching(/^- SHOP-12 \(open\)/) })
  })

  it.each(ways)('says that there is no such ticket %s', async (_, enabled) => {
    const none = await world.read(enabled, { path: 'issues/SHOP-99' })
    expect(none).toMatchObject({
      detail: expect.stringMatching(/nothing at "issues\/SHOP-99"|there is no ticket issues\/SHOP-99/),
    })
  })
})
