// The plugin that `foreword install opencode` writes, run as opencode would run it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { agents } from '../../src/agents/index.ts'
import { buildPluginText } from '../../src/app/setup/install/plugin-text.ts'

const directory = mkdtempSync(join(tmpdir(), 'plugin-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const opencode = agents.find((agent) => agent.id === 'opencode')!
const calls = join(directory, 'calls')
let count = 0

type Hook = (input: object, output: object) => Promise<void>
type Part = Record<string, unknown>
interface Turn {
  readonly parts?: readonly Part[]
  /** Changes of another plugin to the system texts. */
  readonly change?: (system: string[]) => void
  /** More keys of the message with the response. */
  readonly [key: string]: unknown
}
const answer = {
  ...{ role: 'assistant', sessionID: 'ses', parentID: 'msg', agent: 'build' },
  ...{ modelID: 'some-model', providerID: 'some' },
}
/** A plugin whose program runs `body`, with `words` and `input` in scope. */
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
  writeFileSync(file, buildPluginText(agent, [process.execPath, script]))
  const made = await import(pathToFileURL(file).href)
  expect(Object.values(made).every((member) => typeof member === 'function')).toBe(true)
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
    const parts: Part[] = [{ type: 'text', text: typed, id: 'prt_000000000000a' }]
    await hooks['chat.message']!({ sessionID: 'ses' }, { message: { id: 'msg' }, parts })
    return parts
  }
  /** One call of the model as opencode makes it: its input, and that it answers. */
  const turn = async ({ parts = [], change = () => {}, ...over }: Turn = {}) => {
    const system = ['theirs']
    const messages = [{ info: { sessionID: 'ses' }, parts }]
    await hooks['experimental.chat.messages.transform']!({}, { messages })
    await hooks['experimental.chat.system.transform']!({ sessionID: 'ses' }, { system })
    change(system)
    await hooks['chat.params']!({ sessionID: 'ses', agent: 'build', message: { id: 'msg' } }, {})
    const info = { ...answer, time: { created: 1, completed: Date.now() }, ...over }
    await hooks.event!({ event: { type: 'message.updated', properties: { info } } }, {})
  }
  const dispose = () => hooks.dispose!({}, {})
  const compacting = async () => {
    const output = { context: [] as string[] }
    await hooks['experimental.session.compacting']!({ sessionID: 'ses' }, output)
    return output.context
  }
  return { hooks, system, message, compacting, turn, dispose }
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

  it('T29 asks for the slice of a subagent where another session started one', async () => {
    const { system } = await plugin('if (words[1] === "subagent-start") process.stdout.write("slice")')
    expect(await system('child')).toEqual(['theirs', 'slice'])
    expect(await system('ses')).toEqual(['theirs'])
    expect(called().map(({ words, input }) => [words[1], input.session_id])).toEqual([
      ['subagent-start', 'child'],
      ['session-start', 'ses'],
    ])
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
    expect(called().map(({ words }) => words[1])).toEqual(['session-start', 'prompt'])
    expect(String(added!.id)).toMatch(/^prt_[0-9a-f]{12}[0-9a-z]{14}$/)
    expect(String(added!.id) > String(typed!.id)).toBe(true)
  })

  it('T29 asks again after a compaction', async () => {
    const { system, compacting } = await plugin('process.stdout.write(words[1])')
    await system('ses')
    expect(await compacting()).toEqual(['before-compaction'])
    await system('ses')
    expect(called().map((call) => call.input.source)).toEqual(['startup', undefined, 'compact'])
  })

  const speaking = 'process.stdout.write(words[1] === "prompt" ? "news" : "context")'
  /** The last input of the program. */
  const record = () =>
    (called().at(-1).input.record as string).split('\n').map((line) => JSON.parse(line)) as Part[]

  it('T29 tells at the end what the model was shown, and which model it was', async () => {
    const { message, turn, dispose } = await plugin(speaking)
    const before = Date.now()
    const parts = await message('words')
    await turn({ parts })
    await turn({ parts })
    await dispose()
    expect(called().map(({ words }) => words[1])).toEqual(['session-start', 'prompt', 'session-end'])
    expect(called().at(-1).input).toMatchObject({ hook_event_name: 'dispose', model: 'some-model' })
    const [began, ...calls] = record()
    expect(began).toMatchObject({ type: 'began' })
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      type: 'call',
      texts: [
        { role: 'system', text: 'context' },
        { role: 'user', text: 'news' },
      ],
    })
    expect(Number(calls[0]!.at)).toBeGreaterThanOrEqual(before)
    expect(Number(calls[0]!.answered)).toBeGreaterThanOrEqual(Number(calls[0]!.at))
  })

  it('T29 tells with the next prompt what another plugin did to the context', async () => {
    const { message, turn } = await plugin(speaking)
    await turn({ change: (system) => void system.splice(1, 1, 'cont') })
    await turn({ change: (system) => void system.pop() })
    await turn({ change: (system) => void system.pop() })
    await message('words')
    const texts = record().flatMap((line) => (line.texts === undefined ? [] : [line.texts]))
    expect(texts).toEqual([[{ role: 'system', text: 'cont' }], []])
  })

  it('T29 tells that the context stands there twice', async () => {
    const { message, turn } = await plugin(speaking)
    await turn({ change: (system) => void system.push('context') })
    await message('words')
    const twice = { role: 'system', text: 'context' }
    expect(record()[1]).toMatchObject({ texts: [twice, twice] })
  })

  it.each([
    ['an answer that failed', { error: { name: 'APIError' } }],
    ['one that has not ended', { time: { created: 1 } }],
    ['a summary', { summary: true }],
    ['the answer to another question', { parentID: 'msg_2' }],
    ['the words of the user', { role: 'user' }],
  ])('T29 takes %s for no evidence', async (_, over) => {
    const { message, turn, dispose } = await plugin(speaking)
    await turn(over)
    await message('words')
    await dispose()
    expect(called().map(({ words }) => words[1])).toEqual(['session-start', 'prompt'])
    expect(called().at(-1).input.record).toBeUndefined()
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
    const { system, message, compacting, turn, dispose } = await plugin(body, seconds)
    expect(await system('ses')).toEqual(['theirs'])
    expect(await message('words')).toHaveLength(1)
    expect(await compacting()).toEqual([])
    await turn()
    await dispose()
  })

  it('T29 leaves the turn alone whatever it is handed', async () => {
    const { hooks } = await plugin(speaking)
    for (const hook of Object.values(hooks)) {
      for (const odd of [
        {},
        { event: {} },
        { event: { type: 'message.updated', properties: { info: { role: 'assistant' } } } },
      ])
        await expect(hook(odd, {})).resolves.toBeUndefined()
    }
  })
})
