// The plugin that `foreword install opencode` writes, run as opencode would run it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { agents } from '../../src/agents/index.ts'
import { pluginText } from '../../src/app/install/plugin.ts'

const directory = mkdtempSync(join(tmpdir(), 'plugin-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const opencode = agents.find((agent) => agent.id === 'opencode')!
const calls = join(directory, 'calls')
let count = 0

type Hook = (input: object, output: object) => Promise<void>
/** A plugin whose program does what `body` says, with `words` and `input` at hand. */
async function plugin(body: string, seconds?: number) {
  writeFileSync(calls, '')
  const id = ++count
  const script = join(directory, `foreword-${id}.cjs`)
  writeFileSync(
    script,
    `const { readFileSync, appendFileSync } = require('node:fs')
const words = process.argv.slice(2)
const input = JSON.parse(readFileSync(0, 'utf8'))
appendFileSync(${JSON.stringify(calls)}, JSON.stringify({ words, input }) + '\\n')
${body}`,
  )
  const events = Object.entries(opencode.hooks!.events).map(([name, rule]) => [
    name,
    { ...rule, timeoutSeconds: seconds ?? rule.timeoutSeconds },
  ])
  const agent = { ...opencode, hooks: { ...opencode.hooks!, events: Object.fromEntries(events) } }
  const file = join(directory, `plugin-${id}.mjs`)
  writeFileSync(file, pluginText(agent, [process.execPath, script]))
  const made = await import(pathToFileURL(file).href)
  expect(Object.values(made).every((one) => typeof one === 'function')).toBe(true)
  const client = {
    session: {
      get: async ({ path }: { path: { id: string } }) => ({
        data: { parentID: path.id === 'child' ? 'ses' : undefined },
      }),
    },
  }
  const hooks: Record<string, Hook> = await made.Foreword({ directory, client })
  const system = async (sessionID?: string) => {
    const output = { system: ['theirs'] }
    await hooks['experimental.chat.system.transform']!({ sessionID }, output)
    return output.system
  }
  const message = async (typed: string) => {
    const parts: Record<string, unknown>[] = [{ type: 'text', text: typed, id: 'prt_000000000000a' }]
    await hooks['chat.message']!({ sessionID: 'ses' }, { message: { id: 'msg' }, parts })
    return parts
  }
  const compacting = async () => {
    const output = { context: [] as string[] }
    await hooks['experimental.session.compacting']!({ sessionID: 'ses' }, output)
    return output.context
  }
  return { system, message, compacting }
}
const called = () =>
  readFileSync(calls, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('the plugin for opencode', () => {
  it('T29 asks once per session, however many calls of the model there are', async () => {
    const { system } = await plugin('process.stdout.write("context of " + input.session_id)')
    expect(await Promise.all([system('ses'), system('ses')])).toEqual([
      ['theirs', 'context of ses'],
      ['theirs', 'context of ses'],
    ])
    expect(await system('two')).toEqual(['theirs', 'context of two'])
    expect(await system()).toEqual(['theirs'])
    expect(called()).toHaveLength(2)
    expect(called()[0]).toEqual({
      words: ['hook', 'session-start', '--agent', 'opencode'],
      input: {
        session_id: 'ses',
        cwd: directory,
        hook_event_name: 'experimental.chat.system.transform',
        source: 'startup',
      },
    })
  })

  it('T29 gives a session that another one started nothing', async () => {
    const { system } = await plugin('process.stdout.write("context")')
    expect(await system('child')).toEqual(['theirs'])
    expect(called()).toEqual([])
  })

  it('T29 puts what a prompt brings behind what was typed, as a part of its own', async () => {
    const { message } = await plugin('process.stdout.write("news on " + input.prompt)')
    const [typed, added] = await message('my words')
    expect(added).toMatchObject({
      type: 'text',
      text: 'news on my words',
      synthetic: true,
      sessionID: 'ses',
      messageID: 'msg',
    })
    expect(String(added!.id)).toMatch(/^prt_[0-9a-f]{12}[0-9a-z]{14}$/)
    expect(String(added!.id) > String(typed!.id)).toBe(true)
  })

  it('T29 asks again after a compaction', async () => {
    const { system, compacting } = await plugin('process.stdout.write(words[1])')
    await system('ses')
    expect(await compacting()).toEqual(['before-compaction'])
    await system('ses')
    expect(called().map((one) => one.input.source)).toEqual(['startup', undefined, 'compact'])
  })

  it.each([
    ['fails', 'process.stdout.write("half"); process.exit(1)', undefined],
    ['prints nothing', '', undefined],
    ['hangs', 'setInterval(() => {}, 1000)', 0.5],
    [
      'never ends to print',
      'process.stdout.on("error", () => process.exit()); (function go() { process.stdout.write("x".repeat(1e6), go) })()',
      undefined,
    ],
  ])('T29 leaves the turn alone when the program %s', async (_, body, seconds) => {
    const { system, message, compacting } = await plugin(body, seconds)
    expect(await system('ses')).toEqual(['theirs'])
    expect(await message('words')).toHaveLength(1)
    expect(await compacting()).toEqual([])
  })
})
