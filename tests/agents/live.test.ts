// The conversation loses what it had, in the real programs. The next prompt repairs it, and the ledger says so.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../src/ports/index.ts'
import { describeAgent } from './installed.ts'
import type { AgentTerminal, Session } from './session.ts'
import { linesOf, manifest, openShop, type Shop } from './shop.ts'
import { whole } from './told.ts'

const tiers = `tiers:
  work: { budget: 30000, refresh: [{ on_change: '*' }] }
refresh: { cooldown_seconds: 0 }
`
const withNow = `${manifest.replace('sections:\n', `${tiers}sections:\n`)}  now: { tier: work, sources: ["file:now.md"] }\n`
const files = { 'now.md': '# Now\n\nNOW-ONE vouchers\n' }
const again = 'Sent again, because it did not arrive whole:'

const hasTmux = spawnSync('tmux', ['-V']).status === 0
/** Events that exist only in a terminal. */
const describeTerminal = describe.skipIf(!hasTmux)
const inTerminal = hasTmux ? 'in a terminal' : 'in a terminal (skipped: tmux is not installed)'

type Id = Parameters<typeof openShop>[0]

async function inShop(id: Id, tests: (engine: Shop) => Promise<void>): Promise<void> {
  // Gemini compresses only a conversation that the model calls long.
  const alter = (_: unknown, answer: string) =>
    answer.replace(/"promptTokenCount": ?\d+/g, '"promptTokenCount":50000')
  const engine = await openShop(id, { manifest: withNow, files, alter })
  try {
    await tests(engine)
  } finally {
    await engine.close()
  }
}

const textOf = ({ texts }: ModelRequest) => texts.map(({ text }) => text).join('\n')
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Sends a prompt and returns the longest request with it, which is the one of the conversation. */
async function ask(terminal: AgentTerminal, says: string, mark = says): Promise<string> {
  const found = () =>
    terminal
      .requests()
      .map(textOf)
      .filter((text) => text.includes(mark))
  await terminal.say(says)
  await terminal.until(`a request with ${mark}`, () => found().length > 0)
  // The agent writes its transcript, and asks for a title, after the answer.
  await pause(2_500)
  return found().sort((a, b) => b.length - a.length)[0]!
}

/** Opens the agent in a terminal with two turns, of which the second brought a change. */
async function talk(engine: Shop, ready: RegExp): Promise<AgentTerminal> {
  const terminal = engine.terminal()
  await terminal.until('a prompt', () => ready.test(terminal.screen()))
  await pause(2_000)
  expect(await ask(terminal, 'MARK-ONE hello')).toContain('NOW-ONE')
  engine.write('now.md', '# Now\n\nNOW-TWO refunds\n')
  expect(await ask(terminal, 'MARK-TWO hello')).toContain('NOW-TWO')
  return terminal
}

const statesOf = (engine: Shop) => engine.ledger().map(({ asked, states }) => [asked ?? 'start', states])
const started = { guide: 'delivered', rules: 'delivered', now: 'delivered' }

describeAgent('claude', () => {
  describeTerminal(inTerminal, () => {
    it('loses an update with an edited prompt, and gets it again with the next', () =>
      inShop('claude', async (engine) => {
        const terminal = await talk(engine, /auto mode|shortcuts/)
        await terminal.press('Escape', 'Escape')
        await terminal.until('the list of prompts', () => terminal.screen().includes('Rewind'))
        await terminal.press('Up', 'Enter')
        await terminal.until('the question', () => terminal.screen().includes('Restore conversation'))
        await terminal.press('Enter')
        await pause(1_000)
        expect(await ask(terminal, ' EDITED', 'MARK-TWO hello EDITED')).not.toContain('NOW-TWO')
        const repaired = await ask(terminal, 'MARK-THREE hello')
        expect(repaired.split('NOW-TWO')).toHaveLength(2)
        expect(repaired).toContain(again)
        expect(await ask(terminal, 'MARK-FOUR hello')).toContain('NOW-TWO')
        expect(statesOf(engine)).toEqual([
          ['start', started],
          ['on_change * (work)', { now: 'dropped' }],
          ['lost: now', { now: 'delivered' }],
        ])
      }))
  })
})

describeAgent('codex', () => {
  describeTerminal(inTerminal, () => {
    const edit = async (terminal: AgentTerminal, ...keys: readonly string[]) => {
      await terminal.press('Escape', 'Escape')
      await terminal.until('the transcript', () => terminal.screen().includes('rewind'))
      await terminal.press(...keys, 'Enter')
      await terminal.until('the earlier prompt', () => /reverted|› MARK-/.test(terminal.screen()))
      await pause(1_000)
    }

    it('loses an update with an edited prompt, and gets it again with that prompt', () =>
      inShop('codex', async (engine) => {
        const terminal = await talk(engine, /Ask Codex/)
        await edit(terminal)
        const repaired = await ask(terminal, ' EDITED', 'MARK-TWO hello EDITED')
        expect(repaired.split('NOW-TWO')).toHaveLength(2)
        expect(repaired).toContain(again)
        expect(linesOf('guide', repaired).filter((number) => number === 1)).toHaveLength(1)
        expect(await ask(terminal, 'MARK-THREE hello')).toContain('NOW-TWO')
        expect(statesOf(engine)).toEqual([
          ['start', started],
          ['on_change * (work)', { now: 'dropped' }],
          ['lost: now', { now: 'delivered' }],
        ])
      }))

    it('loses everything with its first prompt, and gets it again with that prompt', () =>
      inShop('codex', async (engine) => {
        const terminal = await talk(engine, /Ask Codex/)
        await edit(terminal, 'Left')
        const repaired = await ask(terminal, ' EDITED', 'MARK-ONE hello EDITED')
        for (const part of ['- guide ends here', '- rules ends here', 'NOW-TWO'])
          expect(repaired.split(part)).toHaveLength(2)
        expect(await ask(terminal, 'MARK-THREE hello')).toContain('NOW-TWO')
        expect(engine.ledger().at(-1)!.states).toEqual(started)
      }))
  })
})

describeAgent('gemini', () => {
  describeTerminal(inTerminal, () => {
    it('loses what it compresses, and gets it again with the next prompt', () =>
      inShop('gemini', async (engine) => {
        const terminal = await talk(engine, /Type your message/)
        await terminal.say('/compress')
        await terminal.until('the compression', () => /compressed/i.test(terminal.screen()))
        await pause(1_000)
        const repaired = await ask(terminal, 'MARK-THREE hello')
        expect(repaired).toContain(again)
        for (const part of ['- guide ends here', '- rules ends here', 'NOW-TWO'])
          expect(repaired.split(part)).toHaveLength(2)
        expect(await ask(terminal, 'MARK-FOUR hello')).toContain('- guide ends here')
        expect(statesOf(engine)).toEqual([
          ['start', { guide: 'dropped', rules: 'dropped', now: 'delivered' }],
          ['on_change * (work)', { now: 'delivered' }],
          ['lost: guide, rules', { guide: 'delivered', rules: 'delivered' }],
        ])
      }))
  })
})

const settings = {
  claude: { file: '.claude/settings.json', event: 'UserPromptSubmit' },
  codex: { file: '.codex/hooks.json', event: 'UserPromptSubmit' },
  gemini: { file: '.gemini/settings.json', event: 'BeforeAgent' },
} as const

/** Another hook that refuses every prompt. Returns a function that removes it. */
function blockPrompts(engine: Shop, id: keyof typeof settings): () => void {
  const { file, event } = settings[id]
  const path = join(engine.place.home, file)
  const before = readFileSync(path, 'utf8')
  const all = JSON.parse(before)
  all.hooks[event].push({ hooks: [{ type: 'command', command: 'sleep 1; echo blocked >&2; exit 2' }] })
  writeFileSync(path, JSON.stringify(all))
  return () => writeFileSync(path, before)
}

describe.each(['claude', 'codex', 'gemini'] as const)('a prompt that another hook blocks', (id) => {
  describeAgent(id, () => {
    it.each([
      ['at the start', false],
      ['with the prompt', true],
    ])('never has an update delivered that came %s, and the model has it with the next', (_, withPrompt) =>
      inShop(id, async (engine) => {
        await engine.again()
        engine.write('now.md', '# Now\n\nNOW-TWO refunds\n')
        if (withPrompt)
          engine.edit((handler, event) =>
            event === 'SessionStart' ? { ...handler, command: 'true' } : handler,
          )
        const unblock = blockPrompts(engine, id)
        const blocked: Session = await engine.resume('BLOCKED say hi')
        expect(blocked.requests.map(textOf).filter((text) => text.includes('BLOCKED'))).toEqual([])
        expect(engine.ledger().length).toBeGreaterThan(1)
        expect(JSON.stringify(engine.ledger().at(-1)!.states)).not.toContain('delivered')
        unblock()
        const after = await engine.resume('AFTER say hi')
        expect(whole(after, 'AFTER').split('NOW-TWO')).toHaveLength(2)
        const last = await engine.resume('LAST say hi')
        expect(whole(last, 'LAST').split('NOW-TWO')).toHaveLength(2)
        expect(engine.ledger().at(-1)!.states.now).toBe('delivered')
      }),
    )
  })
})
