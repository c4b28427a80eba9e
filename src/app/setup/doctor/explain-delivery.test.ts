import { describe, expect, it } from 'vitest'
import { agents } from '../../../agents/index.ts'
import type { DeliveryState } from '../../../core/session/index.ts'
import { explainLosses, type KnownAgentState } from './explain-delivery.ts'

const claude = agents.find((agent) => agent.id === 'claude')!
const entry = { event: 'SessionStart', command: 'foreword hook', current: true }
const file = {
  scope: 'user' as const,
  file: '/f',
  add_on: null,
  state: 'read' as const,
  own: [entry],
  foreign: [],
}
const trial = {
  event: 'session-start',
  command: '',
  outcome: 'sent' as const,
  exit_code: 0,
  milliseconds: 80,
  size: 1,
  unit: 'bytes' as const,
  cap: null,
  fits: true,
  detail: null,
  beginning: [],
}
const base: KnownAgentState = { agent: claude, files: [file], trials: [trial], distrust: [], off: [] }

function why(
  states: Readonly<Record<string, DeliveryState>>,
  over: Partial<KnownAgentState> = {},
  said: string | null = null,
) {
  const sections = Object.entries(states).map(([id, state]) => ({ id, state }))
  return explainLosses({ ...base, ...over }, { sections, why: said }).join(' ')
}

describe('why something was lost', () => {
  it('says nothing where all is well', () => expect(why({ a: 'delivered', b: 'delivered' })).toBe(''))

  it.each<[string, ReturnType<typeof why>]>([
    ['a did not arrive whole: Claude Code gives the model 10000 UTF-16 units', why({ a: 'truncated' })],
    ['Lost sections are sent again with the next prompt', why({ a: 'truncated', b: 'dropped' })],
    [
      '"foreword install claude" spreads a packet over several hooks',
      why({ a: 'truncated' }, { files: [{ ...file, own: [{ ...entry, current: false }] }] }),
    ],
    [
      'raises that by additionalContextLimit',
      why(
        { a: 'truncated' },
        {
          agent: agents.find((agent) => agent.id === 'codex')!,
          files: [{ ...file, own: [{ ...entry, current: false }] }],
        },
      ),
    ],
    ['silently drops the output of a hook that is late or fails', why({ a: 'dropped' })],
    ['The hook works now (80 ms at most)', why({ a: 'dropped' })],
    ['no entry of foreword is left', why({ a: 'dropped' }, { files: [{ ...file, own: [] }] })],
    ['Nothing of it reached the model. It is off', why({ a: 'dropped' }, { off: ['It is off.'] })],
    ['skips hooks that it does not trust. Run /hooks', why({ a: 'dropped' }, { distrust: ['Run /hooks'] })],
    [
      'the hook fails here, too (it broke)',
      why({ a: 'dropped' }, { trials: [{ ...trial, outcome: 'failed', detail: 'it broke' }] }),
    ],
    ['another hook gives the same text', why({ a: 'duplicated' })],
    [
      '"foreword uninstall claude --project"',
      why({ a: 'duplicated' }, { files: [file, { ...file, scope: 'project' }] }),
    ],
    [
      '1 other hook calls foreword as well (sh -c foreword)',
      why(
        { a: 'duplicated' },
        { files: [{ ...file, foreign: [{ event: 'x', matcher: null, command: 'sh -c foreword' }] }] },
      ),
    ],
    ['is unknown: there is no file', why({ a: 'unknown' }, {}, 'there is no file')],
    ['read only from its middle on', why({ a: 'unknown' })],
  ])('%s', (words, said) => expect(said).toContain(words))
})
