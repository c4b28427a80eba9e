import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agents } from '../../src/agents/index.ts'
import { type Foreign, putBehindStart } from './foreign.ts'
import { describeAgent } from './installed.ts'
import { prompt, type Session } from './session.ts'
import { document, type InstalledId, type Kept, linesOf, openShop, type Shop } from './shop.ts'
import { asked, placeOf, whole } from './told.ts'

const models = { claude: 'claude-opus-5-5', codex: 'fake-model' }
const cutByAgent = /persisted-output|tokens truncated/

/** Sorts the values of an event, because they arrive in any order. */
const numbersOf = (name: string, text: string) => linesOf(name, text).toSorted((a, b) => a - b)

/** The same context at each size: the whole packet, or as much of it as the channel carries. */
function sizes(id: InstalledId): void {
  const { outputLimit: cap } = agents.find((agent) => agent.id === id)!.hooks!
  const sizeOf = (text: string) => (cap!.unit === 'bytes' ? Buffer.byteLength(text) : text.length)
  let engine: Shop
  beforeAll(async () => {
    engine = await openShop(id)
  })
  afterAll(() => engine?.close())

  /** The packet has this size if it is sent whole. */
  async function sent(length: number): Promise<{ session: Session; kept: Kept }> {
    const around = 70 + sizeOf(document('rules', 500))
    engine.write('guide.md', document('guide', length - around, sizeOf))
    const session = await engine.again()
    return { session, kept: engine.ledger().at(-1)! }
  }

  /** The model, the receipt and the agent's own transcript must agree. */
  function checkArrived(session: Session, kept: Kept): void {
    for (const name of ['guide', 'rules']) {
      expect(numbersOf(name, whole(session))).toEqual(numbersOf(name, kept.text))
      expect(numbersOf(name, kept.arrived(name))).toEqual(numbersOf(name, kept.text))
    }
    expect(whole(session)).not.toMatch(cutByAgent)
    expect(new Set(Object.values(kept.states))).toEqual(new Set(['delivered']))
    expect(kept).toMatchObject({ model: models[id], why: null })
  }

  it.each([
    ['1 KB', 1_000],
    ['just under the cap', 9_880],
  ])('has all of it, in its place: %s', async (_, length) => {
    const { session, kept } = await sent(length)
    expect(sizeOf(kept.text)).toBeGreaterThan(length - 150)
    expect(whole(session)).toContain(kept.text.trim())
    for (const name of ['guide', 'rules']) expect(kept.text).toContain(`- ${name} ends here`)
    checkArrived(session, kept)
    const [context, question] = [placeOf(session, '- guide 1: '), placeOf(session, prompt)]
    expect(context.role).toBe(id === 'claude' ? 'system' : 'developer')
    expect(context.message).toBe(question.message + (id === 'claude' ? 1 : -1))
    expect(asked(session).model).toBe(kept.model)
  })

  const beyond: readonly [string, number][] = [
    ['just over the cap', 10_100],
    ['60 KB', 60_000],
    // Codex allows a hook to ask for 80,000 bytes.
    ...(id === 'codex' ? [['just over what an entry asks for', 80_100] as [string, number]] : []),
  ]
  it.each(beyond)('has what the channel carries, and a note on what is left out: %s', async (_, length) => {
    const { session, kept } = await sent(length)
    checkArrived(session, kept)
    expect(linesOf('guide', kept.text).length).toBeGreaterThan(150)
    const isWhole = ['guide', 'rules'].every((name) => kept.text.includes(`- ${name} ends here`))
    if (id === 'codex') expect(isWhole).toBe(length < 80_000)
    expect(/<!-- .*(GUIDE|RULES)/.test(whole(session))).toBe(!isWhole)
  })
}

const delivered = { guide: 'delivered', rules: 'delivered' }
const gone = { guide: 'dropped', rules: 'dropped' }

const rearrange = `const [head, guide, rest] = context.split(/## (?:GUIDE|RULES)/)
const at = rest.indexOf('- rules ends here') + '- rules ends here\\n'.length
const [rules, tail] = [rest.slice(0, at), rest.slice(at)];`

interface Loss extends Foreign {
  readonly name: string
  readonly expected: Readonly<Record<string, string>>
}

function lossesIn(id: InstalledId): readonly Loss[] {
  const isClaude = id === 'claude'
  return [
    {
      name: 'the end is cut off',
      does: `print(context.slice(0, context.indexOf('- guide 30:')))`,
      expected: { guide: 'truncated', rules: 'dropped' },
    },
    isClaude
      ? {
          name: 'more is printed than the agent takes, which keeps the beginning',
          does: `print(context + 'z'.repeat(10_000))`,
          expected: { guide: 'truncated', rules: 'dropped' },
        }
      : {
          name: 'the entry lets less through, and the agent keeps both ends',
          does: 'print(context)',
          settings: { additionalContextLimit: 500 },
          expected: { guide: 'truncated', rules: 'delivered' },
        },
    {
      name: 'so much is put around it that nothing is left',
      does: `print('z'.repeat(100_000) + context + 'z'.repeat(100_000))`,
      expected: gone,
    },
    { name: 'another event is named', does: `print(context, 'Nonsense')`, expected: gone },
    { name: 'garbage is printed', does: `process.stdout.write('{"hookSpecificOutput": ')`, expected: gone },
    { name: 'the hook ends with 2', does: `console.error('no'); process.exit(2)`, expected: gone },
    {
      name: 'the hook hangs',
      does: 'setTimeout(() => print(context), 60_000)',
      settings: { timeout: 3 },
      expected: gone,
    },
    {
      name: 'the hook ends with 1, with which only Claude Code takes what it printed',
      does: 'print(context); process.exitCode = 1',
      expected: isClaude ? delivered : gone,
    },
    {
      name: 'it is printed twice',
      does: 'print(context + context)',
      expected: { guide: 'duplicated', rules: 'duplicated' },
    },
    {
      name: 'a section is printed twice',
      does: `${rearrange} print(head + '## GUIDE' + guide + '## RULES' + rules + '## RULES' + rules + tail)`,
      expected: { guide: 'delivered', rules: 'duplicated' },
    },
    {
      name: 'the sections change places',
      does: `${rearrange} print(head + '## RULES' + rules + '## GUIDE' + guide + tail)`,
      expected: delivered,
    },
  ]
}

const again = 'Sent again, because it did not arrive whole:'
const isLost = (state: string) => state === 'truncated' || state === 'dropped'

/** Sections of the session start that did not arrive, and their repair at the next prompt. */
function losses(id: InstalledId): void {
  let engine: Shop
  beforeAll(async () => {
    engine = await openShop(id, { files: { 'guide.md': document('guide', 4_000) } })
  })
  afterAll(() => engine?.close())

  it.each(lossesIn(id))('$name: it is known, and repaired', async ({ expected, ...foreign }) => {
    putBehindStart(engine, foreign)
    const first = await engine.again()
    expect(first).toMatchObject({ code: 0, out: 'Understood.\n' })
    const next = await engine.resume('NEXT-MARKER say hi')
    const [start, ...later] = engine.ledger()
    expect(start!.states).toEqual(expected)
    checkRanges(start!, first)
    const lost = Object.keys(expected).filter((section) => isLost(expected[section]!))
    const repairs = later.filter((kept) => kept.asked?.startsWith('lost: '))
    const repaired = Object.fromEntries(lost.map((section) => [section, 'delivered']))
    expect(repairs.map(({ states }) => states)).toEqual(lost.length === 0 ? [] : [repaired])
    const [, ...seen] = whole(next, 'NEXT-MARKER').split(again)
    expect(seen).toHaveLength(repairs.length)
    for (const { text } of repairs) expect(seen[0]).toContain(text.trim())
    for (const section of lost) expect(seen[0]).toContain(`- ${section} ends here`)
  })

  it.each([
    ['is missing', '/nowhere/foreword hook session-start'],
    ['is ended before it has begun', 'sleep 60; true'],
  ])('the command at the start %s: the first prompt brings it, and says so', async (_, command) => {
    engine.edit((handler, event) =>
      event === 'SessionStart' ? { ...handler, command, timeout: 2 } : handler,
    )
    const session = await engine.again()
    expect(session).toMatchObject({ code: 0, out: 'Understood.\n' })
    const [kept, ...others] = engine.ledger()
    expect([kept!.states, others]).toEqual([delivered, []])
    const [, seen] = whole(session).split('Sent now, because the session did not get it when it started:')
    expect(seen).toContain(kept!.text.trim())
  })

  /** The lines in the receipt must arrive, and the last line only if the receipt says that all arrived. */
  function checkRanges(kept: Kept, session: Session): void {
    const seen = whole(session).split(again)[0]!
    for (const [section, state] of Object.entries(kept.states)) {
      const numbers = linesOf(section, kept.arrived(section))
      for (const number of numbers) expect(linesOf(section, seen)).toContain(number)
      if (state === 'truncated') expect(numbers.length).toBeGreaterThan(5)
      if (isLost(state))
        expect(linesOf(section, seen).length).toBeLessThan(linesOf(section, kept.text).length)
    }
  }
}

describe('with foreword installed in', () => {
  for (const id of ['claude', 'codex'] as const) {
    describeAgent(id, () => {
      describe('a session', () => sizes(id))
      describe('when something is lost:', () => losses(id))
    })
  }
})
