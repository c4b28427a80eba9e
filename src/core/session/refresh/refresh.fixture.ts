import type {
  CurrentSection,
  RefreshDecision,
  RefreshFacts,
  SentSection,
  SessionCount,
  SessionEvent,
} from './refresh-facts.ts'

export const start = '2026-01-03T10:00:00.000Z'

/** Returns the time this many seconds after the start. */
export function later(seconds: number): string {
  return new Date(Date.parse(start) + seconds * 1000).toISOString()
}

export function session(overrides: Partial<SessionCount> = {}): SessionCount {
  return {
    session: 's1',
    agent: null,
    startedAt: start,
    lastAt: start,
    turns: 0,
    refreshedAt: null,
    refreshedTurn: null,
    sent: [],
    waiting: [],
    ...overrides,
  }
}

export function makeSent(section: string, digest: string, overrides: Partial<SentSection> = {}): SentSection {
  return { section, digest, form: 'content', turn: 0, at: start, ...overrides }
}

/** A section with this content. Its source has a digest of its own. */
export function found(section: string, content: string): CurrentSection {
  return { section, state: 'found', content, declared: `behind ${content}` }
}

export function facts(overrides: Partial<RefreshFacts> = {}): RefreshFacts {
  return {
    tiers: [{ id: 'workflow', triggers: [{ on_change: '*' }] }],
    sections: [
      { id: 'rfc', tier: 'workflow', uris: ['foreword://state/rfc'] },
      { id: 'tasks', tier: 'workflow', uris: ['foreword://state/tasks'] },
    ],
    cooldownSeconds: 30,
    session: session(),
    happened: { kind: 'turn' },
    now: later(60),
    ...overrides,
  }
}

export const tool = (name: string): SessionEvent => ({ kind: 'tool', name })

/** Formats a decision in one line. */
export function short({ send, nothing }: RefreshDecision): string {
  return nothing ?? send.map((sent) => `${sent.as} ${sent.section}`).join(', ')
}

/** Returns the session as the store would count it after these sections were sent. */
export function tell(
  count: SessionCount,
  { send }: Pick<RefreshDecision, 'send'>,
  now: string,
): SessionCount {
  if (send.length === 0) return count
  const news = send.map(({ section, as, digest }): SentSection => {
    const form = as === 'removed' ? 'removed' : 'content'
    return { section, digest, form, turn: count.turns, at: now }
  })
  const rest = count.sent.filter((sent) => !news.some(({ section }) => section === sent.section))
  return { ...count, refreshedAt: now, refreshedTurn: count.turns, sent: [...rest, ...news] }
}
