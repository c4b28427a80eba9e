import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { serverOn } from '../../../adapters/plugins/server.fixture.ts'
import { gone } from '../../../adapters/plugins/world.fixture.ts'
import type { AdapterResult } from './adapter-result.ts'
import { formatWorkList, startServer, type Workplace, workItem, workplace } from './workplace.fixture.ts'

const quoted = JSON.stringify
const list = formatWorkList(workItem('a'), workItem('b'))
const printing = (text: string) => `process.stdout.write(${quoted(text)})`
const degraded = (reason: string, words: RegExp = /./) => ({
  status: 'degraded',
  reason,
  detail: expect.stringMatching(words),
  items: [],
  diagnostics: [{ code: 'adapter-degraded', detail: `adapter_degraded:${reason}:beads` }],
})

/** Asks a plugin that the user enables with these settings and the manifest names without options. */
async function enabled(place: Workplace, plugin: object, rule: object = {}): Promise<AdapterResult> {
  place.enable({ beads: plugin })
  const [answer] = await place.ask({ adapters: { beads: rule }, names: ['beads'] })
  return answer!
}
const command = (place: Workplace, body: string, more: object = {}) =>
  enabled(place, { command: [place.program(body)], timeout_seconds: 30, ...more })

describe('a command that gives work items', () => {
  it('is asked for them by a word of its own, and answers in the published shape', async () => {
    const place = workplace()
    const body = `require('fs').writeFileSync(${quoted(place.at('asked'))}, require('fs').readFileSync(0)); ${printing(list)}`
    const answer = await command(place, body)
    expect(answer).toMatchObject({
      status: 'loaded',
      adapterId: 'beads',
      candidates: 2,
      items: [{ id: 'a' }, { id: 'b' }],
      place: null,
    })
    expect(JSON.parse(readFileSync(place.at('asked'), 'utf8'))).toEqual({
      read: 'items',
      provides: [],
      project: 'shop',
    })
  })

  it('is asked for what the manifest says', async () => {
    const place = workplace()
    const body = `if (require('fs').readFileSync(0, 'utf8').includes('"read":"work/open"')) ${printing(list)}`
    const plugin = { command: [place.program(body)] }
    expect(await enabled(place, plugin, { read: 'work/open' })).toMatchObject({ status: 'loaded' })
  })

  it('needs no manifest that names it, where the user asks for it by name', async () => {
    const place = workplace()
    place.enable({ beads: { command: [place.program(printing(list))] } })
    expect(await place.ask({ names: ['beads'] })).toMatchObject([{ status: 'loaded', maxItems: 4 }])
  })

  it('C-44 T1 is not started for a manifest that is not trusted', async () => {
    const place = workplace()
    place.enable({
      beads: { command: [place.program(`require('fs').writeFileSync(${quoted(place.at('ran'))}, '')`)] },
    })
    for (const adapters of [{ beads: {} }, {}]) {
      const answers = await place.ask({ adapters, names: ['beads'], trusted: false })
      expect(answers).toMatchObject([degraded('not_trusted', /foreword trust/)])
    }
    expect(existsSync(place.at('ran'))).toBe(false)
  })

  it('C-44 is not started where the user has enabled it for other projects', async () => {
    const place = workplace()
    expect(await command(place, printing(list), { projects: [place.at('other')] })).toMatchObject(
      degraded('not_enabled', /enabled for other projects only/),
    )
  })

  it('C-44 is enabled and cannot be started, which is said as such', async () => {
    const place = workplace()
    expect(await enabled(place, { command: [place.at('gone')] })).toMatchObject(
      degraded('not_ready', /it is enabled but not ready: .*not a program.*Correct plugins\.beads/s),
    )
    const url = { mcp_url: 'http://127.0.0.1:9/mcp', bearer_env: 'BEADS_TOKEN' }
    expect(await enabled(workplace(), url)).toMatchObject(degraded('not_ready', /BEADS_TOKEN.*is not set/))
  })

  it('C-44 is nowhere: there is no file, and no plugin', async () => {
    const answers = await workplace().ask({ adapters: { beads: {} }, names: ['beads'] })
    expect(answers).toMatchObject([
      {
        reason: 'missing_adapter_file',
        detail: expect.stringMatching(/no file is named for it.*plugins\.yaml/s),
        diagnostics: [{ detail: 'adapter_degraded:missing_adapter_file' }],
      },
    ])
  })
})

describe('C-44 C-45 C-50 a command that gives nothing of use', () => {
  it.each([
    ['crashes', 'throw new Error("no database")', 'failed', /exit code 1.*no database/],
    ['is killed', 'process.kill(process.pid, "SIGKILL")', 'failed', /SIGKILL/],
    ['says nothing', '', 'failed', /answered with nothing/],
    ['says no', 'process.exitCode = 3', 'failed', /exit code 3/],
    ['says half of it', printing(list.slice(0, 40)), 'invalid_json', /not valid/],
    ['says something else', printing('No work today.'), 'invalid_json', /not valid/],
    ['gives a list', printing('[]'), 'invalid_payload_shape', /a list/],
    [
      'ends in half a character',
      'process.stdout.write(Buffer.from([0x7b, 0xe2, 0x82]))',
      'unreadable',
      /UTF-8/,
    ],
    ['gives bytes', 'process.stdout.write(Buffer.from([0x7b, 0x00]))', 'unreadable', /NUL/],
  ])('%s', async (_, body, reason, words) => {
    expect(await command(workplace(), body)).toMatchObject(degraded(reason, words))
  })

  it('has items that are no list', async () => {
    expect(await command(workplace(), printing('{"items":{}}'))).toMatchObject({
      reason: 'items_not_list',
      diagnostics: [{ detail: 'adapter_degraded:items_not_list' }],
    })
  })

  it('prints for ever, and is ended soon after it has printed what it may', async () => {
    const place = workplace()
    const body = `const fs = require('fs'), some = 'x'.repeat(65536)
      for (let all = 0; ; all += some.length) { fs.writeFileSync(${quoted(place.at('printed'))}, String(all)); fs.writeSync(1, some) }`
    expect(await command(place, body)).toMatchObject(degraded('too_large', /more than 262144 bytes/))
    expect(Number(readFileSync(place.at('printed'), 'utf8'))).toBeLessThan(8 * 1024 * 1024)
  })

  it.each([
    ['sleeps', ''],
    ['sleeps after half of an answer', 'printf \'{"items": [\''],
    ['closes its output and sleeps', 'exec 1>&-'],
    ['ignores what asks it to end', "trap '' TERM INT HUP"],
  ])('%s, and is gone afterwards', async (_, line) => {
    const place = workplace()
    // A shell starts at once, even on a busy machine.
    const stall = `echo $$ > ${place.at('pid')}\n${line}\nsleep 1000\nsleep 1000`
    const plugin = { command: [place.program(stall, '/bin/sh')], timeout_seconds: 1 }
    expect(await enabled(place, plugin)).toMatchObject(degraded('timeout', /after 1 s/))
    expect(await gone(Number(readFileSync(place.at('pid'), 'utf8')))).toBe(true)
  })

  it('has no more time and room than the manifest gives it', async () => {
    const place = workplace()
    const stall = { command: [place.program('setInterval(() => {}, 1000)')], timeout_seconds: 60 }
    expect(await enabled(place, stall, { timeout_seconds: 0.2 })).toMatchObject(
      degraded('timeout', /after 0.2 s/),
    )
    const talk = { command: [place.program(printing(list))] }
    expect(await enabled(place, talk, { max_bytes: 100 })).toMatchObject(degraded('too_large', /100 bytes/))
  })
})

describe('C-50 several adapters', () => {
  it('are asked at once: each waits for the others to have begun', async () => {
    const place = workplace()
    const names = ['one', 'two', 'three']
    const waiting = (name: string) => {
      const [mine, all] = [place.at(`begun-${name}`), names.map((other) => place.at(`begun-${other}`))]
      return `const fs = require('fs'); fs.writeFileSync(${quoted(mine)}, '')
        const look = () => ${quoted(all)}.every((one) => fs.existsSync(one)) ? ${printing(list)} : setTimeout(look, 20)
        look()`
    }
    place.enable(
      Object.fromEntries(
        names.map((name) => [name, { command: [place.program(waiting(name))], timeout_seconds: 30 }]),
      ),
    )
    const answers = await place.ask({ names })
    expect(answers.map(({ adapter, status }) => [adapter, status])).toEqual(
      names.map((name) => [name, 'loaded']),
    )
  })

  it('C-46 do without the one that stalls', async () => {
    const place = workplace()
    place.write('shop/items.json', list)
    place.enable({ slow: { command: [place.program('setInterval(() => {}, 1000)')], timeout_seconds: 0.5 } })
    const answers = await place.ask({
      adapters: { slow: {}, beads: { file: 'items.json' } },
      names: ['slow', 'beads'],
    })
    expect(answers).toMatchObject([
      { adapter: 'slow', status: 'degraded', reason: 'timeout' },
      { adapter: 'beads', status: 'loaded', candidates: 2 },
    ])
  })
})

describe('an MCP server that is started', () => {
  const server = (place: Workplace, change = '', more: object = {}) =>
    enabled(place, {
      mcp: [place.program(serverOn({ 'beads://items': list, 'beads://notes': '# Notes' }, change))],
      ...more,
    })

  it('gives the work items among its resources', async () => {
    expect(await server(workplace())).toMatchObject({ status: 'loaded', candidates: 2, adapterId: 'beads' })
  })

  it.each([
    ['stalls', "answers['resources/read'] = () => undefined", 'timeout', /after 2 s/],
    ['gives something else', "resources['beads://items'] = 'Nothing.'", 'invalid_json', /not valid/],
    ['has no such resource', "delete resources['beads://items']", 'failed', /nothing at "items"/],
    ['speaks no JSON', "answers['resources/list'] = () => raw('hello\\n')", 'failed', /not JSON/],
    ['ends', "answers['resources/read'] = () => process.exit(0)", 'failed', /before it had answered/],
    [
      'gives bytes',
      "answers['resources/read'] = () => ({ result: { contents: [{ blob: 'eA==' }] } })",
      'unreadable',
      /has bytes at/,
    ],
    ['gives far too much', "resources['beads://items'] = 'x'.repeat(300000)", 'too_large', /262144 bytes/],
    [
      'writes one line for ever',
      "answers['resources/read'] = function pour() { process.stdout.write('x'.repeat(65536), pour) }",
      'too_large',
      /262144 bytes/,
    ],
  ])('C-44 C-45 C-50 degrades when it %s', async (_, change, reason, words) => {
    // If nothing stalls, allow the time that a busy machine needs to start the program.
    const timeout_seconds = reason === 'timeout' ? 2 : 30
    expect(await server(workplace(), change, { timeout_seconds })).toMatchObject(degraded(reason, words))
  })
})

describe('an MCP server on HTTP', () => {
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { resources: {} },
      serverInfo: { name: 's', version: '1' },
    },
    'resources/list': { resources: [{ uri: 'beads://items', name: 'items' }] },
    'resources/read': { contents: [{ uri: 'beads://items', text: list }] },
  }
  type Strange = (response: import('node:http').ServerResponse) => void

  /** Answers as it should, but for one method. */
  const listen = (method: string, strange: Strange) =>
    startServer(async (request, response) => {
      let body = ''
      for await (const part of request.setEncoding('utf8')) body += part
      const asked = JSON.parse(body)
      if (asked.method === method) return strange(response)
      if (asked.id === undefined) return response.writeHead(202).end()
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(quoted({ jsonrpc: '2.0', id: asked.id, result: results[asked.method] }))
    })
  const ask = async (method: string, strange: Strange, timeout_seconds = 30) =>
    enabled(workplace(), { mcp_url: await listen(method, strange), timeout_seconds })

  it('gives the work items among its resources', async () => {
    expect(await ask('none', () => {})).toMatchObject({ status: 'loaded', candidates: 2 })
  })

  const event = { 'content-type': 'text/event-stream' }
  it.each<[string, string, Strange]>([
    ['at its greeting', 'initialize', () => {}],
    ['at its list', 'resources/list', () => {}],
    ['after its headers', 'resources/read', (response) => response.writeHead(200, event).flushHeaders()],
    ['in the middle', 'resources/read', (response) => response.writeHead(200, event).write('data: {"js')],
  ])('C-45 C-50 degrades when it stalls %s', async (_, method, strange) => {
    expect(await ask(method, strange, 1)).toMatchObject(degraded('timeout', /after 1 s/))
  })

  it('C-50 degrades when it sends 1 GB, and takes little of that', async () => {
    let sent = 0
    const some = Buffer.alloc(65_536, 'x')
    const pour: Strange = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (sent < 1024 ** 3) {
          sent += some.length
          if (!response.write(some)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    }
    expect(await ask('resources/read', pour)).toMatchObject(degraded('too_large', /262144 bytes/))
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it.each<[string, Strange, string, RegExp]>([
    ['is gone', (response) => response.socket?.destroy(), 'failed', /could not be reached/],
    ['has an error', (response) => response.writeHead(500).end(), 'failed', /HTTP status 500/],
    ['leads elsewhere', (response) => response.writeHead(302, { location: '/' }).end(), 'failed', /redirect/],
  ])('C-44 degrades when it %s', async (_, strange, reason, words) => {
    expect(await ask('resources/read', strange)).toMatchObject(degraded(reason, words))
  })
})
