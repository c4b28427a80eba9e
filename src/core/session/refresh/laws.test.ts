import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideRefresh, findDueTiers } from './decide-refresh.ts'
import { facts, later, session, tell } from './refresh.fixture.ts'
import type { CurrentSection, RefreshFacts, SessionCount, SessionEvent } from './refresh-facts.ts'
import { findLongestWaitingSections, findUnsentSections, findWaitingSections } from './waiting-sections.ts'

const ids = ['a', 'b', 'c', 'd'] as const
const sections = ids.map((id, i) => ({ id, tier: i < 2 ? 'one' : 'two', uris: [`foreword://state/${id}`] }))

const trigger = fc.oneof(
  fc.record({ on_change: fc.constantFrom('*', ...ids.map((id) => `foreword://state/${id}`)) }),
  fc.record({ every_turns: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ on_tool_call: fc.constantFrom('Edit', 'Read') }),
  fc.record({ every: fc.constantFrom('30s', '5m') }),
)
const triggers = fc.array(trigger, { maxLength: 3 })
const tiers = fc
  .tuple(triggers, triggers)
  .map(([first, second]) =>
    [first, second].map((some, i) => ({ id: i === 0 ? 'one' : 'two', triggers: some })),
  )

const state = fc.constantFrom('absent', 'unavailable', 'x', 'y', 'z')
function presentOf(id: string, text: string): CurrentSection {
  if (text === 'absent') return { section: id, state: text }
  if (text === 'unavailable') return { section: id, state: text, why: 'closed' }
  return { section: id, state: 'found', content: text, declared: `behind ${text}` }
}
const present = fc.tuple(state, state, state, state).map((all) => ids.map((id, i) => presentOf(id, all[i]!)))

const happening: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.constant({ kind: 'turn' as const }),
  fc.constant({ kind: 'look' as const }),
  fc.constant({ kind: 'resume' as const }),
  fc.constantFrom('Edit', 'Read').map((name) => ({ kind: 'tool' as const, name })),
)
const step = fc.record({ happened: happening, seconds: fc.integer({ min: 0, max: 120 }), present })
const form = fc.constantFrom('content' as const, 'declared' as const, 'none' as const)
const baseline = fc.tuple(form, form, form, form)
const story = fc.record({
  tiers,
  baseline,
  /** How many sections fit into one output. */
  room: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
})

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

interface Moment {
  readonly given: RefreshFacts
  readonly present: readonly CurrentSection[]
  readonly before: SessionCount
  readonly decision: ReturnType<typeof decideRefresh>
  /** The sections that fit. */
  readonly sent: ReturnType<typeof decideRefresh>['send']
  readonly after: SessionCount
}

/** Sends as many sections as fit, those that have waited longest first, and returns which sections wait then. */
function sendIn(room: number, given: RefreshFacts, present: readonly CurrentSection[]) {
  const decision = decideRefresh(given, present)
  const { send } = decision
  const first = findLongestWaitingSections(given, send)
  const isFirst = (item: (typeof send)[number]) => first.includes(item.section)
  const sent = [...send.filter(isFirst), ...send.filter((item) => !isFirst(item))].slice(0, room)
  const count = given.session!
  const waiting = findUnsentSections(given, present, { send, sent }).map((section) => {
    return count.waiting.find((waiting) => waiting.section === section) ?? { section, turn: count.turns }
  })
  return { decision, sent, after: { ...tell(count, { send: sent }, given.now), waiting } }
}

function* live({ tiers, baseline, room, steps }: Story): Generator<Moment> {
  const told = ids.flatMap((section, i) => {
    const form = baseline[i]!
    const digest = form === 'declared' ? 'behind x' : 'x'
    return form === 'none' ? [] : [{ section, digest, form, turn: 0, at: later(0) }]
  })
  let count = session({ sent: told })
  let seconds = 0
  for (const { happened, seconds: passed, present } of steps) {
    seconds += passed
    if (happened.kind === 'turn') count = { ...count, turns: count.turns + 1 }
    const given = facts({ tiers, sections, session: count, happened, now: later(seconds) })
    const { decision, sent, after } = sendIn(room, given, present)
    yield { given, present, before: count, decision, sent, after }
    count = after
  }
}

function always(law: (moment: Moment) => void) {
  fc.assert(
    fc.property(story, (given) => {
      for (const moment of live(given)) law(moment)
    }),
  )
}

describe('in every session, whatever happens in it', () => {
  it('a section is never sent with the bytes that the session last got of it', () => {
    always(({ before, decision }) => {
      for (const { section, as, digest } of decision.send) {
        const last = before.sent.find((told) => told.section === section)
        if (as !== 'removed') expect([last?.form, last?.digest]).not.toEqual(['content', digest])
        else expect(last?.form).not.toBe('removed')
      }
    })
  })

  it('a section that cannot be read is neither sent nor called removed', () => {
    always(({ present, decision }) => {
      const closed = present
        .filter((current) => current.state === 'unavailable')
        .map((current) => current.section)
      expect(decision.send.filter((item) => closed.includes(item.section))).toEqual([])
    })
  })

  it('removed is said only of what the session knew and what is absent', () => {
    always(({ before, present, decision }) => {
      for (const { section } of decision.send.filter((item) => item.as === 'removed')) {
        expect(before.sent.some((told) => told.section === section)).toBe(true)
        expect(present.find((current) => current.section === section)?.state).toBe('absent')
      }
    })
  })

  it('two refreshes are never closer than the cooldown, but for what had no room in the first, or a resume', () => {
    always(({ given, before, decision }) => {
      const waited = findWaitingSections(given)
      const news = decision.send.filter((item) => !waited.includes(item.section))
      if (news.length === 0 || before.refreshedAt === null || given.happened.kind === 'resume') return
      expect(Date.parse(given.now) - Date.parse(before.refreshedAt)).toBeGreaterThanOrEqual(30_000)
    })
  })

  it('the same event once more sends nothing that was sent, at once or after the cooldown', () => {
    always(({ given, present, sent, after }) => {
      if (sent.length === 0) return
      for (const now of [given.now, later(1_000_000)]) {
        const again = decideRefresh({ ...given, session: after, now }, present)
        const known = new Set(sent.map((item) => item.section))
        // A trigger that fires later may cover sections that this one did not.
        expect(again.send.filter((item) => known.has(item.section))).toEqual([])
      }
    })
  })

  it('sections come in the order of the manifest, and reading order changes nothing', () => {
    always(({ given, present, decision }) => {
      const order = decision.send.map((item) => sections.findIndex(({ id }) => id === item.section))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      expect(decideRefresh(given, present.toReversed())).toEqual(decision)
    })
  })

  it('a section that was due and had no room comes with the next events, also in the cooldown, exactly once', () => {
    always(({ given, present, decision, sent, after }) => {
      if (sent.length === 0) return
      const arrived = sent.map((item) => item.section)
      let count = after
      for (let i = 0; i < ids.length; i++) {
        const next = sendIn(1, { ...given, session: count, happened: { kind: 'look' } }, present)
        arrived.push(...next.sent.map((item) => item.section))
        count = next.after
      }
      expect(arrived.toSorted()).toEqual(decision.send.map((item) => item.section).toSorted())
      const closed = present
        .filter((current) => current.state === 'unavailable')
        .map((current) => current.section)
      expect(closed).toEqual(expect.arrayContaining(findWaitingSections({ ...given, session: count })))
    })
  })

  it('nothing is sent of a tier that need not be looked at, nor without a trigger that fired or a resume, but for what had no room', () => {
    always(({ given, decision }) => {
      const due = findDueTiers(given)
      const waited = findWaitingSections(given)
      for (const { section } of decision.send.filter((item) => !waited.includes(item.section))) {
        const tier = sections.find((candidate) => candidate.id === section)?.tier
        expect(due).toContain(tier)
        const fired = decision.triggers.some((trigger) => trigger.fired && trigger.tier === tier)
        expect(fired).toBe(given.happened.kind !== 'resume')
      }
      expect(decision.nothing === null).toBe(decision.send.length > 0)
    })
  })
})
