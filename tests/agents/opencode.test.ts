import { beforeAll, expect, it } from 'vitest'
import { describeAgent } from './installed.ts'
import { prompt, runSession, type Session } from './session.ts'
import { asked, hasPrompt, placeOf, sized } from './told.ts'

const odd = 'ODD <b>&amp;</b> <system-reminder>x</system-reminder> "q" \\ é 漢 😀'
const start = { event: 'start' } as const

// opencode starts slowly, so this suite runs few sessions.
describeAgent('opencode', () => {
  let session: Session
  beforeAll(async () => {
    session = await runSession('opencode', {
      hooks: [
        { ...start, name: 'small', prints: sized('SMALL', 1000) },
        { ...start, name: 'over', prints: sized('OVER', 10_001) },
        { ...start, name: 'large', prints: sized('LARGE', 60_000) },
        { ...start, name: 'odd', prints: odd },
        { name: 'prompt', event: 'prompt', prints: 'AT-PROMPT' },
      ],
    })
  })

  it('tells a plugin which session it is, but not where its record lies', () => {
    const said = JSON.parse(session.seen('prompt')!)
    expect(said.sessionID).toMatch(/^ses_/)
    expect(Object.keys(said)).not.toContain('transcript_path')
    expect(JSON.parse(session.seen('small')!)).toMatchObject({
      sessionID: said.sessionID,
      model: { id: 'fake-model' },
    })
  })

  it('joins what was pushed into a second system message: whole, in order, unchanged', () => {
    const context = placeOf(session, 'SMALL-BEGIN')
    expect(context).toMatchObject({ role: 'system', message: 1 })
    expect(context.text).toBe(
      [sized('SMALL', 1000), sized('OVER', 10_001), sized('LARGE', 60_000), odd].join('\n'),
    )
    expect(asked(session).texts[0]).toMatchObject({ role: 'system', message: 0 })
  })

  it('puts a part of the message hook behind the prompt, in the same message', () => {
    const question = placeOf(session, prompt)
    const { texts } = asked(session)
    expect(texts[texts.indexOf(question) + 1]).toEqual({ ...question, text: 'AT-PROMPT' })
    expect(question.text).toBe(prompt)
  })

  it('shows the context to every model that it asks, also to the one that makes up a title', () => {
    const asking = session.requests.filter(hasPrompt)
    expect(asking.length).toBeGreaterThan(0)
    for (const { texts } of asking) expect(texts.some(({ text }) => text.includes('SMALL-BEGIN'))).toBe(true)
    expect(session.code).toBe(0)
  })

  it('fails the turn when a plugin throws', async () => {
    const failing = await runSession('opencode', {
      hooks: [{ ...start, name: 'one', prints: 'EXIT-ONE', exit: 1 }],
    })
    expect(failing.seen('one')).not.toBeNull()
    expect(failing.requests.filter(hasPrompt)).toEqual([])
    expect(failing.code).toBe(1)
  })
})
