// Real sessions after `foreword install opencode`: what the model received, and what the ledger records.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alter } from './altered.ts'
import { describeAgent } from './installed.ts'
import { prompt, type Session } from './session.ts'
import { document, type Kept, linesOf, manifest, openShop, type Shop } from './shop.ts'
import { asked, placeOf, whole } from './told.ts'

const roomy = manifest.replaceAll('40000', '400000')
const all = (state: string) => ({ guide: state, rules: state })
const leaveOut = 'leave it out of the summary'
const missed = 'Sent now, because the session did not get it when it started:'
const again = 'Sent again, because it did not arrive whole:'

/** Every line as in the receipt, and none twice. */
function checkArrived(session: Session, kept: Kept): void {
  for (const section of Object.keys(kept.states)) {
    expect(kept.arrived(section)).toContain(`- ${section} ends here`)
    expect(linesOf(section, whole(session))).toEqual(linesOf(section, kept.arrived(section)))
  }
  expect(kept).toMatchObject({ model: 'fake-model', why: null })
}

/** Replaces our program at the session start only. */
const atStart = (engine: Shop, does: (command: string) => string, { timeout = 10_000, atPrompt = 0 } = {}) =>
  engine.edit(({ command }) => ({
    command: `case "$2" in session-start) ${does(command)};; prompt) ${command}; exit ${atPrompt};; *) exec ${command};; esac`,
    timeout,
  }))

describeAgent('opencode', () => {
  describe('with foreword installed', () => {
    let engine: Shop
    beforeAll(async () => {
      engine = await openShop('opencode', { manifest: roomy })
    })
    afterAll(() => engine?.close())

    it.each([1_000, 60_000, 300_000])('has all of the context as a system text: %i', async (length) => {
      engine.write('guide.md', document('guide', length))
      engine.warm()
      const session = await engine.again()
      const kept = engine.ledger().at(-1)!
      expect(kept.states).toEqual(all('delivered'))
      const { role, message, text } = placeOf(session, '- guide 1: ')
      expect({ role, message }).toEqual({ role: 'system', message: 1 })
      expect(text === kept.text).toBe(true)
      expect(placeOf(session, prompt)).toMatchObject({ role: 'user', message: 2, text: prompt })
      checkArrived(session, kept)
      expect(session).toMatchObject({ code: 0, err: '' })
    })

    it('has what another plugin makes of it, and the receipt says so', async () => {
      engine.write('guide.md', document('guide', 1_000))
      const other = join(engine.place.repo, '.opencode/plugins/other.js')
      mkdirSync(dirname(other), { recursive: true })
      const change = async (what: string) => {
        const hook = `async (_, { system }) => { ${what} }`
        writeFileSync(
          other,
          `export const O = async () => ({ 'experimental.chat.system.transform': ${hook} })`,
        )
        return engine.again()
      }
      const doubled = await change('system.push(system[1])')
      expect(linesOf('guide', whole(doubled)).filter((number) => number === 1)).toHaveLength(2)
      expect(engine.ledger().at(-1)!.states).toEqual(all('duplicated'))
      const cut = await change(`system[1] = system[1].slice(0, system[1].indexOf('- guide 9:'))`)
      expect(linesOf('guide', whole(cut))).toHaveLength(8)
      const kept = engine.ledger().at(-1)!
      expect(kept.states).toEqual({ guide: 'truncated', rules: 'dropped' })
      expect(linesOf('guide', kept.arrived('guide'))).toEqual(linesOf('guide', whole(cut)))
      rmSync(other)
    })
  })

  describe('that starts a subagent', () => {
    it.each([
      ['its slice', 'subagent-start', 1],
      ['nothing', 'session-start', 0],
    ])('has it told %s, by the manifest', async (_, trigger, times) => {
      const helper = `  helper: { sources: ["file:helper.md"], when: { trigger: ${trigger} } }\n`
      const files = { 'helper.md': '# Helper\n\n- FOR-HELPERS\n' }
      const engine = await openShop('opencode', { files, manifest: manifest + helper, alter: callsSubagent })
      try {
        const session = await engine.again()
        const own = asked(session, 'SUBAGENT-PROMPT')
          .texts.map(({ text }) => text)
          .join('\n')
        expect(linesOf('guide', own)).toEqual([])
        expect(own.split('FOR-HELPERS')).toHaveLength(times + 1)
        expect(whole(session).split('FOR-HELPERS')).toHaveLength(2 - times)
        expect(session.code).toBe(0)
      } finally {
        await engine.close()
      }
    })
  })

  describe('that goes on with a session', () => {
    let engine: Shop
    let sessions: readonly Session[]
    beforeAll(async () => {
      engine = await openShop('opencode', {
        manifest: `${manifest}  memory: { sources: ["file:AGENTS.md"] }\n  named: { sources: ["file:docs/named.md"] }\n  other: { sources: ["file:CLAUDE.md"] }\n`,
        files: {
          'AGENTS.md': document('memory', 500),
          'CLAUDE.md': document('other', 500),
          'docs/named.md': document('named', 500),
          'opencode.json': '{ "instructions": ["docs/named.md"] }\n',
        },
      })
      const first = await engine.again()
      engine.write('guide.md', document('guide', 2_000))
      sessions = [first, await engine.resume(prompt)]
    })
    afterAll(() => engine?.close())

    it('is told what holds now, once: nothing of ours is in its history', () => {
      const kept = engine.ledger()
      const states = { ...all('delivered'), other: 'delivered' }
      expect(kept.map((injection) => injection.states)).toEqual([states, states])
      for (const [i, session] of sessions.entries()) checkArrived(session, kept[i]!)
      expect(whole(sessions[1]!).split(prompt)).toHaveLength(3)
    })

    it('is not told what it has read by itself, but what it has not', () => {
      for (const session of sessions) {
        for (const name of ['memory', 'named'])
          expect(placeOf(session, `- ${name} 1: `)).toMatchObject({ role: 'system', message: 0 })
        expect(placeOf(session, '- other 1: ')).toMatchObject({ role: 'system', message: 1 })
      }
    })
  })

  describe('whose program goes wrong', () => {
    const files = { 'guide.md': document('guide', 4_000) }
    let engine: Shop
    beforeAll(async () => {
      engine = await openShop('opencode', { files })
    })
    afterAll(() => engine?.close())

    it('goes on without a program that is gone, and never reports a delivery', async () => {
      engine.edit((handler) => ({ ...handler, command: `exec /nowhere/${handler.command}` }))
      const session = await engine.again()
      expect(session).toMatchObject({ code: 0, err: '' })
      expect(linesOf('guide', whole(session))).toEqual([])
      expect(() => engine.ledger()).toThrow()
    })

    it.each([
      ['hangs before it begins', () => 'exec sleep 60', []],
      // Both packets have the same bytes, so the text with the prompt stands for both.
      ['hangs at its end', (command: string) => `${command} > /dev/null; exec sleep 60`, [all('delivered')]],
      ['ends with 1', (command: string) => `${command}; exit 1`, [all('delivered')]],
    ])('gets with the prompt what a start did not bring that %s', async (_, does, earlier) => {
      atStart(engine, does, { timeout: 4_000 })
      const session = await engine.again()
      expect(session).toMatchObject({ code: 0, err: '' })
      const kept = engine.ledger()
      expect(kept.map(({ states }) => states)).toEqual([...earlier, all('delivered')])
      const { role, text } = placeOf(session, missed)
      expect(role).toBe('user')
      expect(text).toBe(`${missed}\n\n${kept.at(-1)!.text}`)
      checkArrived(session, kept.at(-1)!)
    })

    it('gets with the prompt what the start of a resumed session did not bring', async () => {
      engine.edit((handler) => handler)
      const first = await engine.again()
      checkArrived(first, engine.ledger().at(-1)!)
      atStart(engine, () => 'exec sleep 60', { timeout: 4_000 })
      const resumed = await engine.resume(prompt)
      expect(placeOf(resumed, missed).role).toBe('user')
      checkArrived(resumed, engine.ledger().at(-1)!)
      expect(engine.ledger().map(({ states }) => states)).toEqual([all('delivered'), all('delivered')])
      const session = engine.ledger()[0]!.session
      expect(engine.ledger().every((kept) => kept.session === session)).toBe(true)
    })

    it('goes on without one that ends with 1, and with 2', async () => {
      atStart(engine, (command) => `${command}; exit 1`, { atPrompt: 2 })
      const session = await engine.again()
      expect(session).toMatchObject({ code: 0, err: '' })
      expect(linesOf('guide', whole(session))).toEqual([])
      expect(engine.ledger().map(({ states }) => states)).toEqual([all('dropped'), all('dropped')])
    })

    it('takes garbage for what it is, and repairs with the next prompt what is lost', async () => {
      atStart(engine, (command) => `${command} > /dev/null; echo GARBAGE`)
      const first = await engine.again()
      expect(placeOf(first, 'GARBAGE')).toMatchObject({ role: 'system', message: 1 })
      expect(engine.ledger().map(({ states }) => states)).toEqual([all('dropped')])
      atStart(engine, () => 'exit 0')
      const next = await engine.resume(prompt)
      const [, repair] = engine.ledger()
      expect(repair).toMatchObject({ states: all('delivered'), asked: 'lost: guide, rules' })
      const { role, message, text } = placeOf(next, again)
      expect(role).toBe('user')
      expect(text).toBe(`${again}\n\n${repair!.text}`)
      expect(asked(next).texts.filter((text) => text.message === message)).toHaveLength(2)
      checkArrived(next, repair!)
    })
  })

  it('has the context again after a compaction', async () => {
    let isFull = true
    /** The first response says that the context is full, so the program summarises and continues. */
    const alter: Alter = ({ body }, answer) => {
      if (!isFull || !body.includes('You are opencode')) return answer
      isFull = false
      return answer.replace('"prompt_tokens":1,', '"prompt_tokens":999500,')
    }
    const engine = await openShop('opencode', { alter })
    try {
      const session = await engine.again()
      expect(session.code).toBe(0)
      const last = session.requests.at(-1)!
      expect(session.requests.at(-2)!.texts.some(({ text }) => text.includes(leaveOut))).toBe(true)
      expect(last.texts.some(({ text }) => text.includes('Continue if you have next steps'))).toBe(true)
      const kept = engine.ledger()
      expect(kept.map(({ states }) => states)).toEqual([all('delivered'), all('delivered')])
      expect(last.texts.filter(({ text }) => text === kept[1]!.text)).toMatchObject([
        { role: 'system', message: 1 },
      ])
    } finally {
      await engine.close()
    }
  })
})

/** The session's model calls one subagent, whose model only answers. */
const callsSubagent: Alter = ({ body }, answer) => {
  const { tools = [], messages = [] } = body === '' ? {} : JSON.parse(body)
  const canCall = tools.some((tool: { function: { name: string } }) => tool.function.name === 'task')
  const hasCalled = messages.some((message: { role: string }) => message.role === 'tool')
  if (!canCall || hasCalled || body.includes('SUBAGENT-PROMPT')) return answer
  const input = { description: 'look', prompt: 'SUBAGENT-PROMPT look around', subagent_type: 'general' }
  const call = { name: 'task', arguments: JSON.stringify(input) }
  const delta = {
    role: 'assistant',
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }],
  }
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'fake-model' }
  const events = [
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  ]
  return [...events.map((event) => JSON.stringify(event)), '[DONE]']
    .map((text) => `data: ${text}\n\n`)
    .join('')
}
