// A conversation with an agent, in which an update follows the start. Headless, or in a terminal.
import { spawnSync } from 'node:child_process'
import { describe, expect } from 'vitest'
import type { ModelRequest } from '../../src/ports/index.ts'
import type { AgentTerminal } from './session.ts'
import { manifest, openShop, type Shop } from './shop.ts'

const tiers = `tiers:
  work: { budget: 30000, refresh: [{ on_change: '*' }] }
refresh: { cooldown_seconds: 0 }
`
const withNow = `${manifest.replace('sections:\n', `${tiers}sections:\n`)}  now: { tier: work, sources: ["file:now.md"] }\n`
const files = { 'now.md': '# Now\n\nNOW-ONE vouchers\n' }
export const again = 'Sent again, because it did not arrive whole:'

const hasTmux = spawnSync('tmux', ['-V']).status === 0
/** Events that exist only in a terminal. */
export const describeTerminal: typeof describe.skip = describe.skipIf(!hasTmux)
export const inTerminal = hasTmux ? 'in a terminal' : 'in a terminal (skipped: tmux is not installed)'

export type AgentId = Parameters<typeof openShop>[0]

/** Opens a project with a section `now` that is sent again when it changes. */
export async function inConversation(id: AgentId, tests: (engine: Shop) => Promise<void>): Promise<void> {
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

/** Changes the section `now`. */
export const update = (engine: Shop): void => engine.write('now.md', '# Now\n\nNOW-TWO refunds\n')

export const textOf = ({ texts }: ModelRequest): string => texts.map(({ text }) => text).join('\n')
export const pause = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms))

/** Sends a prompt and returns the longest request with it, which is the one of the conversation. */
export async function ask(terminal: AgentTerminal, says: string, mark = says): Promise<string> {
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
export async function talk(engine: Shop, ready: RegExp): Promise<AgentTerminal> {
  const terminal = engine.terminal()
  await terminal.until('a prompt', () => ready.test(terminal.screen()))
  await pause(2_000)
  expect(await ask(terminal, 'MARK-ONE hello')).toContain('NOW-ONE')
  update(engine)
  expect(await ask(terminal, 'MARK-TWO hello')).toContain('NOW-TWO')
  return terminal
}

export const statesOf = (engine: Shop): unknown[] =>
  engine.ledger().map(({ asked, states }) => [asked ?? 'start', states])
export const started = { guide: 'delivered', rules: 'delivered', now: 'delivered' }
