import { beforeAll, expect, it } from 'vitest'
import { describeAgent } from './installed.ts'
import { prompt, runSession, type Session } from './session.ts'
import { asked, envelope, placeOf, sized, whole } from './told.ts'

const odd = 'ODD <b>&amp;</b> <system-reminder>x</system-reminder> "q" \\ é 漢 😀'
const start = { event: 'start' } as const

describeAgent('codex', () => {
  let session: Session
  beforeAll(async () => {
    session = await runSession('codex', {
      hooks: [
        { ...start, name: 'slow', prints: envelope('SLOW'), sleepSeconds: 2 },
        { ...start, name: 'small', prints: envelope(sized('SMALL', 1000)) },
        { ...start, name: 'under', prints: envelope(sized('UNDER', 10_000)) },
        { ...start, name: 'over', prints: envelope(sized('OVER', 10_001)) },
        { ...start, name: 'accents', prints: envelope(sized('ACCENTS', 6_000, 'é')) },
        { ...start, name: 'large', prints: envelope(sized('LARGE', 60_000)) },
        {
          ...start,
          name: 'raised',
          prints: envelope(sized('RAISED', 60_000)),
          settings: { additionalContextLimit: 20_000 },
        },
        { ...start, name: 'odd', prints: envelope(odd) },
        { ...start, name: 'plain', prints: 'PLAIN text\n' },
        { ...start, name: 'garbage', prints: '{"GARBAGE": ' },
        { ...start, name: 'one', prints: envelope('EXIT-ONE'), exit: 1 },
        { ...start, name: 'two', prints: envelope('EXIT-TWO'), exit: 2 },
        { ...start, name: 'late', prints: envelope('TOO-LATE'), sleepSeconds: 9, timeoutSeconds: 3 },
        { ...start, name: 'other', prints: () => envelope('OTHER-EVENT')('Stop') },
        { ...start, name: 'unknown', prints: () => envelope('UNKNOWN-EVENT')('Nonsense') },
        { name: 'prompt', event: 'prompt', prints: envelope('AT-PROMPT') },
      ],
    })
  })

  it('tells a hook which event it is, where the transcript is, and which model', () => {
    const said = JSON.parse(session.seen('small')!)
    expect(said).toMatchObject({ hook_event_name: 'SessionStart', source: 'startup', model: 'fake-model' })
    expect(said.transcript_path).toMatch(/rollout-.*\.jsonl$/)
    expect(JSON.parse(session.seen('prompt')!)).toMatchObject({ session_id: said.session_id, prompt })
  })

  it('makes each context a developer message of its own, without a word around it', () => {
    const context = placeOf(session, 'SMALL-BEGIN')
    expect(context).toMatchObject({ role: 'developer', text: sized('SMALL', 1000) })
    expect(asked(session).texts.filter(({ message }) => message === context.message)).toHaveLength(1)
  })

  it('puts context of the start in front of the prompt, and context of the prompt behind it', () => {
    const question = placeOf(session, prompt)
    expect(question.role).toBe('user')
    expect(placeOf(session, 'SMALL-BEGIN').message).toBeLessThan(question.message)
    expect(placeOf(session, 'AT-PROMPT')).toMatchObject({ role: 'developer', message: question.message + 1 })
  })

  it('keeps the order of the settings, whichever hook is done first', () => {
    expect(placeOf(session, 'SLOW').message).toBe(placeOf(session, 'SMALL-BEGIN').message - 1)
  })

  it('lets 10,000 bytes of each hook through', () => {
    expect(placeOf(session, 'UNDER-BEGIN').text).toBe(sized('UNDER', 10_000))
  })

  it.each(['OVER', 'ACCENTS', 'LARGE'])('cuts more (%s) out of the middle, and names a file', (tag) => {
    const { text } = placeOf(session, `${tag}-BEGIN`)
    expect(text).toMatch(/^Warning: truncated output \(original token count: \d+\)\n/)
    expect(text).toMatch(/…\d+ tokens truncated…/)
    expect(text).toContain(`${tag}-END\n\nFull hook output saved to: `)
    expect(Buffer.byteLength(text)).toBeLessThan(10_200)
  })

  it('lets more through where the entry says so', () => {
    expect(placeOf(session, 'RAISED-BEGIN').text).toBe(sized('RAISED', 60_000))
  })

  it('changes nothing in a text', () => {
    expect(placeOf(session, 'ODD').text).toBe(odd)
  })

  it('takes plain text, but not what begins like JSON and is none', () => {
    expect(placeOf(session, 'PLAIN').text).toBe('PLAIN text')
    expect(whole(session)).not.toContain('GARBAGE')
  })

  it('drops all of a hook that fails, or is late', () => {
    for (const tag of ['EXIT-ONE', 'EXIT-TWO', 'TOO-LATE']) expect(whole(session)).not.toContain(tag)
    expect(session.seen('late')).not.toBeNull()
    expect(session.err.match(/hook: SessionStart Failed/g)).toHaveLength(5)
    expect(session).toMatchObject({ code: 0, out: 'Understood.\n' })
  })

  it('takes the name of another event, but none that it does not know', () => {
    expect(whole(session)).toContain('OTHER-EVENT')
    expect(whole(session)).not.toContain('UNKNOWN-EVENT')
  })

  it('skips a hook that the user has not trusted, without a word', async () => {
    const untrusted = await runSession('codex', {
      hooks: [{ ...start, name: 'small', prints: envelope('SMALL') }],
      withoutArgs: ['--dangerously-bypass-hook-trust'],
    })
    expect(untrusted.seen('small')).toBeNull()
    expect(whole(untrusted)).not.toContain('SMALL')
    expect(untrusted.err).not.toMatch(/hook/i)
    expect(untrusted.code).toBe(0)
  })

  it('asks no model when a prompt hook ends with 2, and says 0 all the same', async () => {
    const blocked = await runSession('codex', {
      hooks: [{ name: 'two', event: 'prompt', prints: envelope('EXIT-TWO'), exit: 2 }],
    })
    expect(blocked.seen('two')).not.toBeNull()
    expect(blocked.requests.filter(({ path }) => path === '/v1/responses')).toEqual([])
    expect(blocked.code).toBe(0)
  })
})
