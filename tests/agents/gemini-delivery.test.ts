// Real sessions after `foreword install gemini`: what the model received, and what the ledger records.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putBehindStart } from './foreign.ts'
import { describeAgent } from './installed.ts'
import { prompt, type Session } from './session.ts'
import { document, type Kept, linesOf, manifest, openShop, type Shop } from './shop.ts'
import { asked, placeOf, whole } from './told.ts'

const roomy = manifest.replaceAll('40000', '400000')
const all = (state: string) => ({ guide: state, rules: state })
const again = 'Sent again, because it did not arrive whole:'
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Every line as in the receipt, and none twice. */
function checkArrived(session: Session, kept: Kept): void {
  for (const section of Object.keys(kept.states)) {
    expect(kept.arrived(section)).toContain(`- ${section} ends here`)
    expect(linesOf(section, whole(session))).toEqual(linesOf(section, kept.arrived(section)))
  }
  expect(kept).toMatchObject({ model: asked(session).model, why: null })
}

describeAgent('gemini', () => {
  describe('with foreword installed', () => {
    let engine: Shop
    beforeAll(async () => {
      engine = await openShop('gemini', { manifest: roomy })
    })
    afterAll(() => engine?.close())

    it.each([1_000, 60_000, 300_000])('has all of the context in front of the prompt: %i', async (length) => {
      engine.write('guide.md', document('guide', length))
      engine.warm()
      const session = await engine.again()
      const kept = engine.ledger().at(-1)!
      expect(kept.states).toEqual(all('delivered'))
      const { role, text } = placeOf(session, '- guide 1: ')
      expect(role).toBe('user')
      expect(text === `<hook_context>${escaped(kept.text)}</hook_context>\n\n${prompt}`).toBe(true)
      checkArrived(session, kept)
      expect(session.err).not.toMatch(/hook|foreword/i)
      expect(session.code).toBe(0)
    })
  })

  describe('that is resumed', () => {
    let engine: Shop
    let sessions: readonly Session[]
    beforeAll(async () => {
      engine = await openShop('gemini', {
        manifest: `${manifest}  memory: { sources: ["file:GEMINI.md"] }\n  imported: { sources: ["file:docs/imported.md"] }\n  other: { sources: ["file:AGENTS.md"] }\n`,
        files: {
          'GEMINI.md': `${document('memory', 500)}\n@./docs/imported.md\n`,
          'AGENTS.md': document('other', 500),
          'docs/imported.md': document('imported', 500),
        },
      })
      sessions = [await engine.again(), await engine.resume(prompt)]
    })
    afterAll(() => engine?.close())

    it('has forgotten what a hook said, and is told again, once', () => {
      const kept = engine.ledger()
      expect(kept.map(({ states }) => states)).toEqual(
        Array(2).fill({ ...all('delivered'), other: 'delivered' }),
      )
      expect(new Set(kept.map((injection) => injection.session)).size).toBe(1)
      for (const [i, session] of sessions.entries()) checkArrived(session, kept[i]!)
      expect(whole(sessions[1]!)).not.toContain(again)
    })

    // Gemini drops messages that start with the hook output of the session start, with everything in them.
    it('has forgotten the prompt that came with it, too', () => {
      expect(whole(sessions[1]!).split(prompt)).toHaveLength(2)
    })

    it('is not told what it has read by itself, but what it has not', () => {
      for (const session of sessions) {
        for (const name of ['memory', 'imported']) {
          expect(linesOf(name, whole(session)).filter((number) => number === 1)).toHaveLength(1)
          expect(placeOf(session, `- ${name} 1: `).text).not.toContain('<hook_context>')
        }
        expect(placeOf(session, '- other 1: ').text).toContain('<hook_context>')
      }
    })
  })

  describe('whose user has named another file of memory', () => {
    let engine: Shop
    let session: Session
    beforeAll(async () => {
      engine = await openShop('gemini', {
        manifest: `${manifest}  memory: { sources: ["file:GEMINI.md"] }\n  named: { sources: ["file:AGENTS.md"] }\n`,
        files: { 'GEMINI.md': document('memory', 500), 'AGENTS.md': document('named', 500) },
      })
      const settings = join(engine.place.home, '.gemini/settings.json')
      const now = JSON.parse(readFileSync(settings, 'utf8'))
      writeFileSync(settings, JSON.stringify({ ...now, context: { fileName: ['AGENTS.md'] } }))
      session = await engine.again()
    })
    afterAll(() => engine?.close())

    it('reads both by itself, and is told neither', () => {
      for (const name of ['memory', 'named']) {
        expect(linesOf(name, whole(session)).filter((number) => number === 1)).toHaveLength(1)
        expect(placeOf(session, `- ${name} 1: `).text).not.toContain('<hook_context>')
      }
      expect(engine.ledger().at(-1)!.states).toEqual(all('delivered'))
    })
  })

  describe('whose hook goes wrong', () => {
    const files = { 'guide.md': document('guide', 4_000) }
    let engine: Shop
    beforeAll(async () => {
      engine = await openShop('gemini', { files })
    })
    afterAll(() => engine?.close())

    const reinstall = () => engine.edit((handler) => handler)
    /** The packet of the start, and what the first prompt sent again. */
    const checkRepaired = (session: Session, expected: Readonly<Record<string, string>>) => {
      const [lost, repair] = engine.ledger().slice(-2)
      const sections = Object.keys(expected).join(', ')
      expect(lost).toMatchObject({ states: expected, asked: undefined })
      expect(repair).toMatchObject({ states: all('delivered'), asked: `lost: ${sections}` })
      expect(repair!.session).toBe(lost!.session)
      expect(placeOf(session, again).text).toBe(
        `<hook_context>${again}\n\n${escaped(repair!.text)}</hook_context>`,
      )
      for (const section of Object.keys(expected)) {
        expect(whole(session)).toContain(`- ${section} ends here`)
        expect(repair!.arrived(section)).toContain(`- ${section} ends here`)
      }
      return lost!
    }

    it.each([1, 2])('takes the context of one that ends with %i, and the receipt says so', async (code) => {
      putBehindStart(engine, { does: `print(context); process.exitCode = ${code}` })
      const session = await engine.again()
      expect(session.code).toBe(0)
      const kept = engine.ledger().at(-1)!
      expect(kept.states).toEqual(all('delivered'))
      checkArrived(session, kept)
    })

    it('goes on without a program that is gone, and never reports a delivery', async () => {
      const before = JSON.stringify(engine.ledger())
      engine.edit((handler) => ({
        ...handler,
        command: handler.command.replaceAll(process.execPath, '/nowhere/node'),
      }))
      const session = await engine.again()
      expect(session.code).toBe(0)
      expect(linesOf('guide', whole(session))).toEqual([])
      expect(JSON.stringify(engine.ledger())).toBe(before)
    })

    const late = () =>
      engine.edit((handler, event) =>
        event === 'SessionStart'
          ? { ...handler, command: `(${handler.command}) > /dev/null; exec sleep 60`, timeout: 3_000 }
          : handler,
      )

    it('goes on without one that is late, and the first prompt brings all of it', async () => {
      late()
      const session = await engine.again()
      expect(session.code).toBe(0)
      checkRepaired(session, all('dropped'))
      expect(linesOf('guide', whole(session))).toEqual(
        linesOf('guide', engine.ledger().at(-1)!.arrived('guide')),
      )
    })

    it.each([
      ['garbage', `process.stdout.write('{"hookSpecificOutput": ')`, all('dropped')],
      [
        'half of it',
        `print(context.slice(0, context.indexOf('- guide 30:')))`,
        { guide: 'truncated', rules: 'dropped' },
      ],
    ])('repairs with the prompt what a start lost that prints %s', async (_, does, expected) => {
      putBehindStart(engine, { does })
      const session = await engine.again()
      expect(session.code).toBe(0)
      const lost = checkRepaired(session, expected)
      expect(linesOf('guide', lost.arrived('guide'))).toHaveLength(expected.guide === 'truncated' ? 29 : 0)
    })

    it('repairs with the prompt what the start of a resumed session lost', async () => {
      reinstall()
      const first = await engine.again()
      checkArrived(first, engine.ledger().at(-1)!)
      late()
      const resumed = await engine.resume(prompt)
      checkRepaired(resumed, all('dropped'))
      reinstall()
      const last = await engine.resume(prompt)
      const kept = engine.ledger()
      expect(new Set(kept.map(({ session }) => session)).size).toBe(1)
      for (const name of ['guide', 'rules']) expect(whole(last)).toContain(`- ${name} ends here`)
    })
  })
})
