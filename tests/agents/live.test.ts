// The conversation loses what it had, in the real programs. The next prompt repairs it, and the ledger says so.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  again,
  ask,
  describeTerminal,
  inConversation,
  inTerminal,
  pause,
  started,
  statesOf,
  talk,
  textOf,
  update,
} from './conversation.ts'
import { describeAgent } from './installed.ts'
import type { AgentTerminal, Session } from './session.ts'
import { linesOf, type Shop } from './shop.ts'
import { whole } from './told.ts'

describeAgent('claude', () => {
  describeTerminal(inTerminal, () => {
    it('loses an update with an edited prompt, and gets it again with the next', () =>
      inConversation('claude', async (engine) => {
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
      inConversation('codex', async (engine) => {
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
      inConversation('codex', async (engine) => {
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
      inConversation('gemini', async (engine) => {
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
      inConversation(id, async (engine) => {
        await engine.again()
        update(engine)
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
