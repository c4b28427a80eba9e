// The command line of the official inspector. Each call is a separate connection.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BlueProject, blueProject } from './mcp-project.ts'
import { binary, type Ran, World } from './program.ts'
import { type Served, serveProject } from './serving.ts'

const require = createRequire(import.meta.url)
const program = require.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const commandLine = require.resolve('@modelcontextprotocol/inspector/clients/cli/build/index.js')
const world = new World()
/** The inspector is large, and compiling it takes a third of its start: vitest.config.ts says where Node keeps compiled code. */
const { NODE_COMPILE_CACHE = join(world.dir, 'compile-cache') } = process.env
let project: BlueProject
let served: Served
let host: ChildProcess
beforeAll(async () => {
  project = blueProject(world)
  served = await serveProject(world, project.root)
  host = fork(join(import.meta.dirname, 'mcp-inspector-host.ts'), {
    cwd: project.root,
    env: { ...world.env, NODE_COMPILE_CACHE, INSPECTOR: commandLine },
  })
})
afterAll(async () => {
  host.disconnect()
  await served.stop()
  world.remove()
})

const foreword = (...args: string[]) => world.foreword(args, { cwd: project.root })
const document = (...args: string[]) => JSON.parse(foreword(...args, '--json').out)

const combinations = ['stdio', 'http'].flatMap((way) => ['legacy', 'modern'].map((era) => ({ way, era })))

describe.each(combinations)("the inspector's command line by $way, $era", ({ way, era }) => {
  const target = () => (way === 'http' ? [served.where.mcp] : [process.execPath, binary, 'mcp'])

  // An option with several values ends at the next option.
  const command = (method: string, options: readonly string[]) => {
    return [...options, '--quiet', '--protocol-era', era, '--method', method, ...target()]
  }

  function inspect(method: string, ...options: string[]): Promise<Ran> {
    return new Promise((resolve) =>
      execFile(
        process.execPath,
        [program, '--cli', ...command(method, options)],
        { cwd: project.root, env: { ...world.env, NODE_COMPILE_CACHE }, maxBuffer: 1e7 },
        (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      ),
    )
  }

  async function answer(method: string, ...options: string[]) {
    host.send(command(method, options))
    const [{ out, err }] = await once(host, 'message')
    if (out === '') throw new Error(err)
    return JSON.parse(out)
  }

  it('M-78 lists resources, templates, tools and prompts', async () => {
    const { resources } = await answer('resources/list')
    const { resourceTemplates } = await answer('resources/templates/list')
    const { tools } = await answer('tools/list', '--strict')
    const { prompts } = await answer('prompts/list')
    const uris = resources.map(({ uri }: { uri: string }) => uri)
    expect(new Set(uris).size).toBe(uris.length)
    expect(uris).toContain('blue://docs/spikes/0003-postgres')
    expect(JSON.stringify(resourceTemplates)).toContain('blue://docs/adrs/{id}')
    expect(tools).toHaveLength(4)
    expect(prompts).toMatchObject([{ name: 'blue_start' }])
  })

  it.each([
    'blue://docs/adrs/',
    'blue://docs/rfcs/{active}',
    'blue://state/active-tasks',
    'blue://tickets/issues',
  ])('M-79 reads %s with the bytes of "foreword read", on record with its name', async (uri) => {
    const { contents } = await answer('resources/read', '--uri', uri)
    expect(contents[0].text).toBe(foreword('read', uri).out)
    const { injection } = document('show', contents[0]._meta['foreword/receipt'])
    expect(injection).toMatchObject({ asked: uri, session_id: expect.any(String) })
    expect(injection.client).toMatch(/inspector.* \d+\.\d+\.\d+$/)
  })

  it('M-47 calls every tool', async () => {
    const call = (tool: string, ...args: string[]) =>
      answer('tools/call', '--tool-name', tool, ...args.flatMap((arg) => ['--tool-arg', arg]))
    const uri = 'uri=blue://docs/adrs/'
    const status = await call('blue_context_status')
    expect(status.structuredContent).toEqual(document('context', 'show'))
    const read = await call('blue_read', uri)
    const search = await call('blue_search', 'query=postgres')
    const explain = await call('blue_explain', uri)
    expect(read.content[0].text).toBe(foreword('read', 'blue://docs/adrs/').out)
    expect(search.content[0].text).toContain('0003-postgres')
    expect(explain.content[0].text).toContain('Section adrs')
  })

  it('gets a task with its context', async () => {
    const order = ['--prompt-name', 'blue_start', '--prompt-args', 'task=Add vouchers']
    expect(JSON.stringify(await answer('prompts/get', ...order))).toContain('Add vouchers')
  })

  it('is told by the protocol what is not there', async () => {
    const { code, out, err } = await inspect('resources/read', '--uri', 'blue://docs/adrs/0404')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('0404')
  })
})
