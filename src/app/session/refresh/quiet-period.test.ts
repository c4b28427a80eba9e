import { describe, expect, it } from 'vitest'
import type { SessionCount } from '../../../core/session/index.ts'
import { isQuiet } from './quiet-period.ts'

const startedAt = '2026-01-03T12:00:00Z'
const none = { agent: null, lastAt: startedAt, turns: 1, refreshedAt: null, refreshedTurn: null, sent: [] }
const session: SessionCount = { session: 'a', startedAt, ...none, waiting: [] }
const waiting: SessionCount = { ...session, waiting: [{ section: 'a', turn: 1 }] }
const minutes = (count: number) => Date.parse(startedAt) + count * 60_000
const halfHour = 30 * 60_000

describe('a session', () => {
  it.each([
    ['is quiet without triggers', null, session, minutes(600), true],
    ['is quiet without triggers, even if it is unknown', null, null, minutes(0), true],
    ['is quiet until the shortest interval has passed', halfHour, session, minutes(29), true],
    ['is checked from then on', halfHour, session, minutes(30), false],
    ['is checked at every prompt if a trigger is not an interval', 0, session, minutes(0), false],
    ['is checked if it is unknown', halfHour, null, minutes(0), false],
    ['is checked while a section waits', halfHour, waiting, minutes(1), false],
    ['is checked while a section waits, even without triggers', null, waiting, minutes(1), false],
  ])('%s', (_, period, counted, now, quiet) => {
    expect(isQuiet(period, counted, now)).toBe(quiet)
  })
})
