import { describe, expect, it } from 'vitest'
import type { RefreshResult } from '../../../app/session/index.ts'
import { formatRefreshReasons } from './refresh.ts'

const answer: RefreshResult = {
  session: 's1',
  turns: 3,
  injection_id: null,
  sent: [],
  waiting: [],
  nothing: { reason: 'no-trigger', detail: 'no trigger fired', until: null },
  triggers: [{ tier: 'workflow', trigger: 'every_turns 10', fired: false, why: '3 of 10 turns have passed' }],
  total: 0,
  measure: null,
  kept: null,
  warnings: [],
  text: null,
}

describe('why nothing is sent', () => {
  it('names every trigger, and what it waits for', () => {
    expect(formatRefreshReasons(answer)).toBe(
      'turns: 3\n-  workflow  every_turns 10  3 of 10 turns have passed\nnothing is sent: no trigger fired\n',
    )
  })

  it('says what was sent instead, and that turns are not counted', () => {
    const sent = [{ section: 'rfc', as: 'update' as const, digest: 'x' }]
    const said = { ...answer, triggers: [], sent, nothing: null, turns: null }
    expect(formatRefreshReasons(said)).toBe('turns: not counted\nupdate  rfc\n')
    expect(formatRefreshReasons({ ...said, waiting: ['tasks'] })).toBe(
      'turns: not counted\nupdate  rfc\ndid not fit yet  tasks\n',
    )
  })
})
