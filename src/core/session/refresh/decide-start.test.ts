import { describe, expect, it } from 'vitest'
import { decideStart, isSamePrompt, type SentClaim, type SessionStart } from './decide-start.ts'
import { start as at, later, makeSent } from './refresh.fixture.ts'

const start = (given: Partial<SessionStart> = {}): SessionStart => ({
  agent: 'claude',
  now: later(60),
  source: 'resume',
  part: 1,
  anew: false,
  resumed: true,
  sections: [{ section: 'rfc', digest: 'a', form: 'content', alike: ['a', 'behind a'] }],
  waiting: [],
  firstPromptInjection: null,
  ...given,
})
const claim = (given: Partial<SentClaim> = {}): SentClaim => ({
  source: 'resume',
  part: 1,
  turn: 0,
  at: later(59),
  ...given,
})
const before = { turns: 0, sent: [], claims: [], sentElsewhere: false }

describe('a value at the start of a session', () => {
  it.each([
    ['is sent to a session that nobody knows', start(), before, 'send'],
    [
      'is known where the session has its text',
      start(),
      { ...before, sent: [makeSent('rfc', 'a')] },
      'known',
    ],
    [
      'is known where it has what lies behind',
      start(),
      { ...before, sent: [makeSent('rfc', 'behind a')] },
      'known',
    ],
    [
      'is sent where it had no room for the session before',
      start(),
      { ...before, sent: [makeSent('rfc', 'behind a', { form: 'left-out' })] },
      'send',
    ],
    [
      'is known where the session has all but what has no room',
      start({
        sections: [
          ...start().sections,
          { section: 'notes/a.md', digest: 'x', form: 'left-out', alike: ['x'] },
        ],
      }),
      { ...before, sent: [makeSent('rfc', 'a')] },
      'known',
    ],
    [
      'is sent where the text is another',
      start({ resumed: false }),
      { ...before, sent: [makeSent('rfc', 'b')] },
      'send',
    ],
    [
      'is an update where the session goes on with another text',
      start(),
      { ...before, sent: [makeSent('rfc', 'b')] },
      'update',
    ],
    [
      'is an update beside other values',
      start({ part: 2 }),
      { ...before, sent: [makeSent('rfc', 'b')] },
      'update',
    ],
    [
      'is sent where the session has only addresses',
      start(),
      { ...before, sent: [makeSent('rfc', 'behind b', { form: 'declared' })] },
      'send',
    ],
    [
      'is sent where it names an address that the session does not know',
      start({
        sections: [...start().sections, { section: 'map', digest: 'm', form: 'declared', alike: ['m'] }],
      }),
      { ...before, sent: [makeSent('rfc', 'a')] },
      'send',
    ],
    [
      'is sent where the session lost all',
      start({ anew: true }),
      { ...before, sent: [makeSent('rfc', 'a')] },
      'send',
    ],
    ['is sent once per event', start({ anew: true }), { ...before, claims: [claim()] }, 'twin'],
    ['is sent beside other values', start({ part: 2 }), { ...before, claims: [claim()] }, 'send'],
    [
      'is sent beside other values that have told it just now',
      start({ part: 2 }),
      { ...before, claims: [claim()], sent: [makeSent('rfc', 'a')] },
      'send',
    ],
    ['is sent with a later event', start({ anew: true }), { ...before, claims: [claim({ at })] }, 'send'],
    ['is sent with the next turn', start({ anew: true }), { ...before, turns: 1, claims: [claim()] }, 'send'],
    ['is sent for another reason', start(), { ...before, claims: [claim({ source: 'startup' })] }, 'send'],
    ['was given with the first prompt', start({ firstPromptInjection: 'INJ-1' }), before, 'given'],
    [
      'is sent to a session that was started by the one that had it',
      start({ firstPromptInjection: 'INJ-1' }),
      { ...before, sentElsewhere: true },
      'send',
    ],
  ] as const)('%s', (_, asked, known, answer) => {
    expect(decideStart(asked, known)).toBe(answer)
  })
})

describe('a prompt', () => {
  const last = { digest: 'p', at: later(0) }
  it.each([
    ['is another one where none was counted', { digest: 'p', isId: true }, null, 0, false],
    ['is another one where its digest is', { digest: 'q', isId: true }, last, 0, false],
    ['is the same by its id, whenever that comes', { digest: 'p', isId: true }, last, 600, true],
    ['is the same by its text a moment later', { digest: 'p', isId: false }, last, 4.9, true],
    ['is another one by its text some time later', { digest: 'p', isId: false }, last, 5, false],
  ])('%s', (_, prompt, before, seconds, same) => {
    expect(isSamePrompt(prompt, before, later(seconds))).toBe(same)
  })
})
