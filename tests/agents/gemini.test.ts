import { beforeAll, expect, it } from 'vitest'
import { describeAgent } from './installed.ts'
import { prompt, runSession, type Session } from './session.ts'
import { asked, envelope, hasPrompt, placeOf, sized, whole } from './told.ts'

const start = { event: 'start' } as const

describeAgent('gemini', () => {
  let session: Session
  beforeAll(async () => {
    session = await runSession('gemini', {
      hooks: [
        { ...start, name: 'slow', prints: envelope('SLOW'), sleepSeconds: 2 },
        { ...start, name: 'small', prints: envelope(sized('SMALL', 1000)) },
        { ...start, name: 'over', prints: envelope(sized('OVER', 10_001)) },
        { ...start, name: 'large', prints: envelope(sized('LARGE', 60_000)) },
        { ...start, name: 'escaped', prints: envelope('ESCAPED <b>&amp;</b> "q" \\ é 漢 😀') },
        { ...start, name: 'plain', prints: 'PLAIN text\n' },
        { ...start, name: 'garbage', prints: '{"GARBAGE": ' },
        { ...start, name: 'one', prints: envelope('EXIT-ONE'), exit: 1 },
        { ...start, name: 'two', prints: envelope('EXIT-TWO'), exit: 2 },
        { ...start, name: 'late', prints: envelope('TOO-LATE'), sleepSeconds: 9, timeoutSeconds: 3 },
        { ...start, name: 'other', prints: () => envelope('OTHER-EVENT')('Nonsense') },
        { name: 'prompt', event: 'prompt', prints: envelope('AT-PROMPT') },
      ],
    })
  })

  it('tells a hook which event it is, and where the transcript is', () => {
    const said = JSON.parse(session.seen('small')!)
    expect(said).toMatchObject({ hook_event_name: 'SessionStart', source: 'startup' })
    expect(said.transcript_path).toMatch(/\.jsonl?$/)
  })

  it('hands a prompt hook the prompt with the context of the start in front', () => {
    const said = JSON.parse(session.seen('prompt')!)
    expect(said.hook_event_name).toBe('BeforeAgent')
    expect(said.prompt).toMatch(new RegExp(`^<hook_context>[^<]*</hook_context>\\n\\n${prompt}$`))
  })

  it('puts context into the text of the user, in front of the prompt, marked as data', () => {
    const { role, text } = placeOf(session, 'SMALL-BEGIN')
    expect(role).toBe('user')
    expect(text).toMatch(new RegExp(`^<hook_context>[^<]*</hook_context>\\n\\n${prompt}$`))
    expect(placeOf(session, 'AT-PROMPT').text).toBe('<hook_context>AT-PROMPT</hook_context>')
    expect(asked(session).texts[0]).toMatchObject({
      role: 'system',
      text: expect.stringContaining('hook_context'),
    })
  })

  it.each([
    ['SMALL', 1000],
    ['OVER', 10_001],
    ['LARGE', 60_000],
  ])('lets %s through whole: it has no cap', (tag, length) => {
    expect(whole(session)).toContain(sized(tag, length))
  })

  it('turns every angle bracket into an entity, and nothing else', () => {
    expect(whole(session)).toContain('ESCAPED &lt;b&gt;&amp;&lt;/b&gt; "q" \\ é 漢 😀')
  })

  it('keeps the order of the settings, whichever hook is done first', () => {
    expect(whole(session)).toContain('<hook_context>SLOW\nSMALL-BEGIN')
  })

  it('shows plain text to the user only', () => {
    for (const tag of ['PLAIN', 'GARBAGE']) {
      expect(whole(session)).not.toContain(tag)
      expect(session.err).toContain(tag)
    }
  })

  it('takes JSON whatever the exit code and the name of the event', () => {
    for (const tag of ['EXIT-ONE', 'EXIT-TWO', 'OTHER-EVENT']) expect(whole(session)).toContain(tag)
  })

  it('goes on without a hook that is late', () => {
    expect(session.seen('late')).not.toBeNull()
    expect(whole(session)).not.toContain('TOO-LATE')
    expect(session.code).toBe(0)
    expect(JSON.parse(session.out).response).toBe('Understood.')
  })

  it('shows the context to a small model as well, which is asked first', () => {
    expect(session.requests.filter(hasPrompt).map(({ path }) => path.split(':').at(-1))).toEqual([
      'generateContent',
      'streamGenerateContent',
    ])
  })

  it('asks no model when a prompt hook ends with 2, and says 0 all the same', async () => {
    const blocked = await runSession('gemini', {
      hooks: [{ name: 'two', event: 'prompt', prints: '', exit: 2 }],
    })
    expect(blocked.seen('two')).not.toBeNull()
    expect(blocked.requests.filter(hasPrompt)).toEqual([])
    expect(blocked.code).toBe(0)
  })

  it('ends with 55 in a folder that is not trusted', async () => {
    const untrusted = await runSession('gemini', {
      hooks: [{ ...start, name: 'small', prints: envelope('SMALL') }],
      env: { GEMINI_CLI_TRUST_WORKSPACE: 'false' },
    })
    expect(untrusted.code).toBe(55)
    expect(untrusted.seen('small')).toBeNull()
    expect(untrusted.requests).toEqual([])
  })
})
