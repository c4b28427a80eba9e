import { describe, expect, it } from 'vitest'
import { decideRefresh, findDueTiers, getCooldownMs } from './decide-refresh.ts'
import { facts, found, later, makeSent, session, short, start, tool } from './refresh.fixture.ts'
import type { CurrentSection, RefreshFacts, SentSection } from './refresh-facts.ts'

function check(given: Partial<RefreshFacts>, present: readonly CurrentSection[], expected: string) {
  expect(short(decideRefresh(facts(given), present))).toBe(expected)
}

const both = [makeSent('rfc', 'a'), makeSent('tasks', 'b')]
const tier = (...triggers: RefreshFacts['tiers'][number]['triggers']) => [{ id: 'workflow', triggers }]
const gone: CurrentSection = { section: 'rfc', state: 'absent' }
const closed: CurrentSection = { section: 'rfc', state: 'unavailable', why: 'may not be read.' }

describe('a refresh', () => {
  it('M-X10 sends a section whose content differs from what the session has, and only that one', () => {
    check({ session: session({ sent: both }) }, [found('rfc', 'a2'), found('tasks', 'b')], 'update rfc')
  })

  it('sends nothing that the session has', () => {
    check({ session: session({ sent: both }) }, [found('rfc', 'a'), found('tasks', 'b')], 'no-trigger')
    const every = tier({ every_turns: 1 })
    check({ tiers: every, session: session({ sent: both, turns: 1 }) }, [found('rfc', 'a')], 'unchanged')
  })

  it('says once that a section is gone, and sends it anew when it is there again', () => {
    check({ session: session({ sent: both }) }, [gone, found('tasks', 'b')], 'removed rfc')
    const removed = [makeSent('rfc', '', { form: 'removed' })]
    check({ session: session({ sent: removed }) }, [gone], 'no-trigger')
    check({ session: session({ sent: removed }) }, [found('rfc', 'a')], 'baseline rfc')
  })

  it('never takes what cannot be read for removed, and says that it could not be read', () => {
    check({ session: session({ sent: both }) }, [closed, found('tasks', 'b')], 'no-trigger')
    const given = facts({ session: session({ sent: both }) })
    const decision = decideRefresh(given, [closed, found('tasks', 'b2')])
    expect(short(decision)).toBe('update tasks')
    expect(decision.diagnostics).toEqual([
      {
        code: 'refresh-unavailable',
        severity: 'warning',
        section: 'rfc',
        detail: 'may not be read; the session keeps what it has',
      },
    ])
  })

  it('sends the content of a declared section when a trigger of its tier fires', () => {
    const declared = [makeSent('rfc', 'behind a', { form: 'declared' })]
    const present = [found('rfc', 'a')]
    check({ session: session({ sent: declared }) }, present, 'no-trigger')
    check({ session: session({ sent: declared }) }, [found('rfc', 'a2')], 'baseline rfc')
    const turns = { tiers: tier({ every_turns: 2 }), session: session({ sent: declared, turns: 2 }) }
    check(turns, present, 'baseline rfc')
  })

  it('speaks of a section in the order of the manifest, whatever order they were read in', () => {
    const given = { session: session({ sent: both }) }
    check(given, [found('tasks', 'b2'), found('rfc', 'a2')], 'update rfc, update tasks')
  })
})

describe('on_change', () => {
  it('M-72 fires when what its address holds has changed, and then tells all of the tier that is known', () => {
    const given = {
      tiers: tier({ on_change: 'foreword://state/rfc' }),
      session: session({
        sent: [makeSent('rfc', 'a'), makeSent('tasks', 'behind b', { form: 'declared' as const })],
      }),
    }
    check(given, [found('rfc', 'a'), found('tasks', 'b2')], 'no-trigger')
    check(given, [found('rfc', 'a2'), found('tasks', 'b')], 'update rfc, baseline tasks')
  })

  it('fires for a section that its address names and the session never had, and * does not', () => {
    check({ tiers: tier({ on_change: 'foreword://state/rfc' }) }, [found('rfc', 'a')], 'baseline rfc')
    check({}, [found('rfc', 'a')], 'no-trigger')
  })

  it('tells nothing of a section that the session never heard of', () => {
    const known = { session: session({ sent: [makeSent('rfc', 'a')] }) }
    check(known, [found('rfc', 'a2'), found('tasks', 'b')], 'update rfc')
  })

  it('fires by a section that is only looked at, once that was seen, and never sends it', () => {
    const given = (...seen: readonly string[]) => ({
      tiers: tier({ on_change: 'foreword://state/other' }),
      sections: [...facts().sections, { id: 'seen', tier: null, uris: ['foreword://state/other'] }],
      session: session({ sent: [makeSent('rfc', 'a'), ...seen.map((digest) => makeSent('seen', digest))] }),
    })
    check(given(), [found('rfc', 'a2'), found('seen', 'x')], 'no-trigger')
    check(given('x'), [found('rfc', 'a2'), found('seen', 'x')], 'no-trigger')
    check(given('x'), [found('rfc', 'a2'), found('seen', 'y')], 'update rfc')
  })
})

describe('documents that are sections of their own', () => {
  const document = (path: string) => ({
    id: `notes/${path}`,
    of: 'notes',
    tier: 'workflow',
    uris: ['file:*.md'],
  })
  const sections = ['a', 'b', 'c'].map(document)
  const left = makeSent('notes/b', 'behind b', { form: 'left-out' })
  const given = (...some: ReturnType<typeof makeSent>[]) => ({ sections, session: session({ sent: some }) })
  const a = makeSent('notes/a', 'a')

  it('are told by themselves: updated, new and removed', () => {
    const present: CurrentSection[] = [
      found('notes/a', 'a2'),
      found('notes/b', 'b'),
      { section: 'notes/c', state: 'absent' },
    ]
    check(given(a, makeSent('notes/c', 'c')), present, 'update notes/a, baseline notes/b, removed notes/c')
    check(given(a), [found('notes/a', 'a'), found('notes/b', 'b')], 'baseline notes/b')
  })

  it('are not new where the session never heard of any of them', () => {
    check(given(), [found('notes/a', 'a')], 'no-trigger')
    check(
      { ...given(), tiers: tier({ on_change: 'file:*.md' }) },
      [found('notes/a', 'a')],
      'baseline notes/a',
    )
  })

  it('are told where they had no room at the start once they change, not because another did', () => {
    check(given(a, left), [found('notes/a', 'a'), found('notes/b', 'b')], 'no-trigger')
    check(given(a, left), [found('notes/a', 'a2'), found('notes/b', 'b')], 'update notes/a')
    check(given(a, left), [found('notes/a', 'a'), found('notes/b', 'b2')], 'baseline notes/b')
    check(given(a, left), [found('notes/a', 'a'), { section: 'notes/b', state: 'absent' }], 'no-trigger')
    const turns = { ...given(a, left), tiers: tier({ every_turns: 1 }) }
    const later = { ...turns, session: { ...turns.session, turns: 1 } }
    check(later, [found('notes/a', 'a'), found('notes/b', 'b')], 'baseline notes/b')
  })

  it('are left alone where they are there and are not chosen any more', () => {
    check(given(a, makeSent('notes/c', 'c')), [found('notes/a', 'a')], 'no-trigger')
  })
})

describe('the other triggers', () => {
  it('M-73 every_turns fires when so many turns have passed since the tier was told', () => {
    const at = (turns: number, turn: number) => ({
      tiers: tier({ every_turns: 10 }),
      session: session({ turns, sent: [makeSent('rfc', 'a', { turn })] }),
    })
    check(at(9, 0), [found('rfc', 'a2')], 'no-trigger')
    check(at(10, 0), [found('rfc', 'a2')], 'update rfc')
    check(at(19, 10), [found('rfc', 'a2')], 'no-trigger')
    check(at(20, 10), [found('rfc', 'a2')], 'update rfc')
  })

  it('on_tool_call fires for the tool with that very name', () => {
    const given = { tiers: tier({ on_tool_call: 'Edit' }), session: session({ sent: both }) }
    check({ ...given, happened: tool('Edit') }, [found('rfc', 'a2')], 'update rfc')
    check({ ...given, happened: tool('edit') }, [found('rfc', 'a2')], 'no-trigger')
    check(given, [found('rfc', 'a2')], 'no-trigger')
  })

  it.each([
    ['90s', 89, 90],
    ['2m', 119, 120],
    ['4h', 4 * 3600 - 1, 4 * 3600],
    ['1d', 86_399, 86_400],
  ])('every %s fires after %i s not yet, after %i s it does', (every, early, late) => {
    const given = { tiers: tier({ every }), session: session({ sent: both }) }
    check({ ...given, now: later(early) }, [found('rfc', 'a2')], 'no-trigger')
    check({ ...given, now: later(late) }, [found('rfc', 'a2')], 'update rfc')
  })

  it('every counts from the beginning of the session where nothing of the tier was told', () => {
    const given = { tiers: tier({ every: '1h' }), now: later(3600) }
    check(given, [found('rfc', 'a')], 'baseline rfc')
    check({ ...given, now: later(3599) }, [found('rfc', 'a')], 'no-trigger')
  })

  it('says of each trigger whether it fired, and why', () => {
    const given = facts({
      tiers: tier({ every_turns: 10 }, { on_tool_call: 'Edit' }, { every: '4h' }, { on_change: '*' }),
      session: session({ sent: both, turns: 3 }),
    })
    const { triggers } = decideRefresh(given, [found('rfc', 'a2'), found('tasks', 'b')])
    expect(triggers.map((trigger) => [trigger.trigger, trigger.fired, trigger.why])).toEqual([
      ['every_turns 10', false, '3 of 10 turns have passed'],
      ['on_tool_call Edit', false, 'Edit was not called'],
      ['every 4h', false, '60 s of 4h have passed'],
      ['on_change *', true, 'rfc changed'],
    ])
  })
})

describe('the cooldown', () => {
  const since = (refreshedAt: string) => ({ session: session({ sent: both, refreshedAt }) })

  it('keeps a session from being told again too soon', () => {
    check({ ...since(start), now: later(29.999) }, [found('rfc', 'a2')], 'cooldown')
    check({ ...since(start), now: later(30) }, [found('rfc', 'a2')], 'update rfc')
    expect(getCooldownMs(facts({ session: session({ refreshedAt: start }), now: later(10) }))).toBe(20_000)
  })

  it('holds when another clock is a little ahead, and not when it was a day ahead', () => {
    check({ ...since(later(1)), now: start }, [found('rfc', 'a2')], 'cooldown')
    check({ ...since(later(86_400)), now: start }, [found('rfc', 'a2')], 'update rfc')
  })
})

describe('a session that is resumed', () => {
  const resumed = (sent: readonly SentSection[]) => ({
    tiers: [],
    happened: { kind: 'resume' } as const,
    session: session({ sent, refreshedAt: later(59) }),
  })

  it('gets what has changed, without a trigger and during the cooldown', () => {
    expect(findDueTiers(facts(resumed(both)))).toEqual(['workflow'])
    check(resumed(both), [found('rfc', 'a2'), found('tasks', 'b')], 'update rfc')
    check(resumed(both), [gone, found('tasks', 'b')], 'removed rfc')
    check(resumed([both[0]!]), [found('rfc', 'a'), found('tasks', 'b')], 'baseline tasks')
  })

  it('gets nothing that it has, and no content of which it has the address', () => {
    check(resumed(both), [found('rfc', 'a'), found('tasks', 'b')], 'unchanged')
    const declared = [makeSent('rfc', 'behind a', { form: 'declared' }), both[1]!]
    check(resumed(declared), [found('rfc', 'a2'), found('tasks', 'b')], 'unchanged')
  })

  it('gets a document that had no room only if that has changed', () => {
    const leftOut = [makeSent('rfc', 'behind a', { form: 'left-out' }), both[1]!]
    check(resumed(leftOut), [found('rfc', 'a'), found('tasks', 'b')], 'unchanged')
    check(resumed(leftOut), [found('rfc', 'a2'), found('tasks', 'b')], 'baseline rfc')
  })
})

describe('a section that had no room', () => {
  const waiting = [{ section: 'tasks', turn: 0 }]
  const sent = [...both]

  it('is due at the next event, whatever the triggers say', () => {
    const given = { tiers: tier({ every_turns: 10 }), session: session({ sent, waiting, turns: 1 }) }
    check(given, [found('rfc', 'a2'), found('tasks', 'b2')], 'update tasks')
    const never = { ...given, session: session({ waiting, turns: 1 }) }
    check(never, [found('tasks', 'b2')], 'baseline tasks')
  })

  it('waits for no cooldown, and brings nothing else in it', () => {
    const given = { session: session({ sent, waiting, refreshedAt: start }), now: later(1) }
    check(given, [found('rfc', 'a2'), found('tasks', 'b2')], 'update tasks')
    expect(decideRefresh(facts(given), [found('tasks', 'b2')]).triggers).toEqual([])
    check(given, [found('tasks', 'b')], 'cooldown')
  })

  it('is sent as it is now, or said to be gone, and not sent where it is again what the session has', () => {
    const given = { session: session({ sent, waiting }) }
    check(given, [found('tasks', 'b3')], 'update tasks')
    check(given, [{ section: 'tasks', state: 'absent' }], 'removed tasks')
    check(given, [found('tasks', 'b')], 'no-trigger')
  })

  it('comes with what else has changed, in the order of the manifest', () => {
    check(
      { session: session({ sent, waiting }) },
      [found('tasks', 'b2'), found('rfc', 'a2')],
      'update rfc, update tasks',
    )
  })
})

describe('a session that is not counted', () => {
  it('is told by a tool call only: turns, times and changes are not known', () => {
    const tiers = tier({ every_turns: 1 }, { every: '1s' }, { on_change: '*' }, { on_tool_call: 'Edit' })
    check({ tiers, session: null }, [found('rfc', 'a')], 'no-trigger')
    check({ tiers, session: null, happened: tool('Edit') }, [found('rfc', 'a')], 'baseline rfc')
  })
})

describe('the set of sections that must be read', () => {
  it('is only the tiers where something fired, or where it depends on what is there', () => {
    const tiers = [
      { id: 'one', triggers: [{ every_turns: 2 }] },
      { id: 'two', triggers: [{ on_change: '*' }] },
      { id: 'three', triggers: [{ on_tool_call: 'Edit' }, { every: '1h' }] },
    ]
    expect(findDueTiers(facts({ tiers }))).toEqual(['two'])
    expect(findDueTiers(facts({ tiers, happened: tool('Edit') }))).toEqual(['two', 'three'])
    expect(findDueTiers(facts({ tiers, session: session({ turns: 2 }) }))).toEqual(['one', 'two'])
    expect(findDueTiers(facts({ tiers, session: null }))).toEqual([])
  })
})
