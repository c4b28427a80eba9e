import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serverOn } from './server.fixture.ts'
import { makeWorld, type World } from './world.fixture.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

const ask = (body: string, enabled: object, limits: object, how: 'command' | 'mcp-stdio' = 'command') =>
  world
    .plugins({ how, command: [world.program(body)], ...enabled })
    .read({ plugin: 'it', path: '', provides: [], limits })

describe('the limits of a caller of plugins', () => {
  it('count where the user allows more', async () => {
    const prints = 'process.stdout.write("x".repeat(100))'
    expect(await ask(prints, {}, { maxBytes: 99 })).toMatchObject({ reason: 'too-large' })
    expect(await ask(prints, {}, { maxBytes: 100 })).toMatchObject({ state: 'found' })
    expect(await ask('setInterval(() => {}, 1000)', {}, { timeoutMs: 100 })).toMatchObject({
      reason: 'plugin-timeout',
      detail: expect.stringContaining('after 0.1 s'),
    })
  })

  it('allow nothing that the user does not', async () => {
    const prints = 'process.stdout.write("x".repeat(100))'
    expect(await ask(prints, { maxBytes: 99 }, { maxBytes: 1000 })).toMatchObject({ reason: 'too-large' })
    const stalls = 'setInterval(() => {}, 1000)'
    expect(await ask(stalls, { timeoutMs: 100 }, { timeoutMs: 60_000 })).toMatchObject({
      detail: expect.stringContaining('after 0.1 s'),
    })
  })
})

describe('a server that lists more than anybody would', () => {
  it.each([
    ['resources/list', "{ resources: Array(500000).fill({ uri: '' }) }", 'plugin-failed'],
    ['resources/read', "{ contents: Array(500000).fill({ text: 'x' }) }", 'too-large'],
  ])('gives an answer of no use, and no fault of ours: %s', async (method, result, reason) => {
    const server = serverOn({ 'it://items': '{}' }, `answers['${method}'] = () => ({ result: ${result} })`)
    const read = await ask(server, { maxBytes: 3 * 1024 * 1024 }, {}, 'mcp-stdio')
    expect(read).toMatchObject({ state: 'unavailable', reason })
  })
})

describe('a machine without room for temporary files', () => {
  it('is said, and nothing is started', async () => {
    const before = process.env.TMPDIR
    process.env.TMPDIR = `${world.home}/none`
    try {
      expect(await ask('console.log(1)', {}, {})).toMatchObject({
        state: 'unavailable',
        reason: 'plugin-failed',
        detail: 'The plugin "it" could not be started (ENOENT).',
      })
    } finally {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    }
  })
})
