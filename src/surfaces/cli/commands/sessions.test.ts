import { describe, expect, it } from 'vitest'
import type { SessionsResult } from '../../../app/session/index.ts'
import { hostile, widest } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { sessionsView } from './sessions.ts'

const at = '2026-01-03T10:00:00.000Z'
const session = (name: string): SessionsResult['sessions'][number] => ({
  session: name,
  agent: 'claude',
  started_at: at,
  last_at: at,
  turns: 1,
  refreshed_at: at,
  refreshed_turn: 1,
  told: [{ section: name, digest: 'sha256:1', form: 'content', turn: 1, at }],
  waiting: [{ section: name, turn: 1 }],
})

describe('the list of sessions', () => {
  it('stays within 80 columns, and shows no escape sequence, whatever a session is called', () => {
    const text = sessionsView(
      { project: 'shop', sessions: [session('s'.repeat(60)), session(hostile)] },
      plainPaint,
    )
    expect(widest(text)).toBeLessThanOrEqual(80)
    expect(text).not.toMatch(/\x1b/)
  })

  it('says of a session that it was told nothing', () => {
    const none = { ...session('s1'), told: [], waiting: [], refreshed_at: null, agent: null }
    expect(sessionsView({ project: 'shop', sessions: [none] }, plainPaint)).toBe(
      's1\n  1 turn, started 2026-01-03 10:00, last 2026-01-03 10:00\n  no sections sent yet\n',
    )
  })

  it('names what had no room, and since when', () => {
    const text = sessionsView({ project: 'shop', sessions: [session('rfc')] }, plainPaint)
    expect(text).toMatch(/rfc +content +turn 1 +2026-01-03 10:00\n +rfc +did not fit yet +turn 1\n$/)
  })
})
