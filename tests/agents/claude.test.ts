import { beforeAll, expect, it } from 'vitest'
import { describeAgent } from './installed.ts'
import { prompt, runSession, type Session } from './session.ts'
import { asked, envelope, placeOf, sized, whole } from './told.ts'

const escaped = 'ESCAPED <b>&amp;</b> <system-reminder>x</system-reminder> "q" \\ é 漢 😀'
const start = { event: 'start' } as const

describeAgent('claude', () => {
  let session: Session
  beforeAll(async () => {
    session = await runSession('claude', {
      hooks: [
        { ...start, name: 'slow', prints: envelope('SLOW'), sleepSeconds: 2 },
        { ...start, name: 'small', prints: envelope(sized('SMALL', 1000)) },
        { ...start, name: 'under', prints: envelope(sized('UNDER', 10_000)) },
        { ...start, name: 'accents', prints: envelope(sized('ACCENTS', 10_000, 'é')) },
        { ...start, name: 'over', prints: envelope(sized('OVER', 10_001)) },
        { ...start, name: 'large', prints: envelope(sized('LARGE', 60_000)) },
        { ...start, name: 'escaped', prints: envelope(escaped) },
        { ...start, name: 'plain', prints: 'PLAIN text\n' },
        { ...start, name: 'garbage', prints: '{"GARBAGE": ' },
        { ...start, name: 'one', prints: envelope('EXIT-ONE'), exit: 1 },
        { ...start, name: 'one-plain', prints: 'PLAIN-ONE', exit: 1 },
        { ...start, name: 'two', prints: envelope('EXIT-TWO'), exit: 2 },
        { ...start, name: 'late', prints: envelope('TOO-LATE'), sleepSeconds: 9, timeoutSeconds: 3 },
        { ...start, name: 'other', prints: () => envelope('OTHER-EVENT')('Stop') },
        { name: 'prompt', event: 'prompt', prints: envelope('AT-PROMPT') },
      ],
    })
  })

  it('tells a hook which event it is, where the project and the transcript are', () => {
    const said = JSON.parse(session.seen('small')!)
    expect(said).toMatchObject({ hook_event_name: 'SessionStart', source: 'startup' })
    expect(said.transcript_path).toMatch(/\.jsonl$/)
    expect(JSON.parse(session.seen('prompt')!)).toMatchObject({ session_id: said.session_id, prompt })
  })

  it('puts all contexts into one system message behind the prompt', () => {
    const place = placeOf(session, 'SMALL-BEGIN')
    expect(place.role).toBe('system')
    expect(place.message).toBe(placeOf(session, prompt).message + 1)
    expect(place.text).toContain('SessionStart hook additional context: ')
    expect(place.text).toContain('UserPromptSubmit hook additional context: AT-PROMPT')
  })

  it('lets 10,000 UTF-16 units of each hook through, whatever they are', () => {
    for (const text of [sized('SMALL', 1000), sized('UNDER', 10_000), sized('ACCENTS', 10_000, 'é')])
      expect(whole(session)).toContain(text)
  })

  it.each(['OVER', 'LARGE'])('shows of more (%s) some 2,000 from the beginning, and a file', (tag) => {
    expect(whole(session)).toMatch(new RegExp(`Preview \\(first 2KB\\):\\n${tag}-BEGIN x{1900,2048}\\n`))
    expect(whole(session)).not.toContain(`${tag}-END`)
  })

  it('keeps no order between hooks: who is done first comes first', () => {
    const { text } = placeOf(session, 'SLOW')
    expect(text.indexOf('SLOW')).toBeGreaterThan(text.indexOf('SMALL-BEGIN'))
  })

  it('changes its own tag, and nothing else', () => {
    expect(whole(session)).toContain(escaped.replace(/<(\/?system-reminder)/g, '&lt;$1'))
  })

  it('takes plain text, and JSON that is broken, as text', () => {
    expect(whole(session)).toContain('SessionStart:startup hook success: PLAIN text')
    expect(whole(session)).toContain('SessionStart:startup hook success: {"GARBAGE":')
  })

  it('takes JSON whatever the exit code, but no plain text of a hook that failed', () => {
    expect(whole(session)).toContain('EXIT-ONE')
    expect(whole(session)).toContain('EXIT-TWO')
    expect(whole(session)).not.toContain('PLAIN-ONE')
  })

  it('goes on without a hook that is late, or that names another event', () => {
    expect(session.seen('late')).not.toBeNull()
    expect(whole(session)).not.toContain('TOO-LATE')
    expect(whole(session)).not.toContain('OTHER-EVENT')
    expect(session).toMatchObject({ code: 0, out: 'Understood.\n' })
  })

  it('puts context into the user message, in front of the prompt, for an older model', async () => {
    const older = await runSession('claude', {
      hooks: [{ ...start, name: 'small', prints: envelope('SMALL') }],
      args: ['--model', 'claude-sonnet-4-5'],
    })
    expect(asked(older).model).toBe('claude-sonnet-4-5')
    const [context, question] = [placeOf(older, 'SMALL'), placeOf(older, prompt)]
    expect(context.text).toBe(
      '<system-reminder>\nSessionStart hook additional context: SMALL\n</system-reminder>',
    )
    expect(context).toMatchObject({ role: 'user', message: question.message })
    const { texts } = asked(older)
    expect(texts.indexOf(context)).toBeLessThan(texts.indexOf(question))
  })

  it('asks no model when a prompt hook ends with 2, and says 0 all the same', async () => {
    const blocked = await runSession('claude', {
      hooks: [{ name: 'two', event: 'prompt', prints: envelope('EXIT-TWO'), exit: 2 }],
    })
    expect(blocked.seen('two')).not.toBeNull()
    expect(blocked.requests.filter(({ path }) => path === '/v1/messages')).toEqual([])
    expect(blocked.code).toBe(0)
  })
})
