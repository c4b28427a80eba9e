import type { SessionCount } from '../../../ports/index.ts'
import type { SessionsResult } from './outputs.ts'
import { isWatchedAddress } from './refresh-plan.ts'

/** Builds the output of `foreword sessions`. */
export function buildSessionsResult(project: string, sessions: readonly SessionCount[]): SessionsResult {
  return {
    project,
    sessions: sessions.map((session) => ({
      session: session.session,
      agent: session.agent,
      started_at: session.startedAt,
      last_at: session.lastAt,
      turns: session.turns,
      refreshed_at: session.refreshedAt,
      refreshed_turn: session.refreshedTurn,
      told: withoutWatches(session).sent,
      waiting: session.waiting,
    })),
  }
}

/** Removes the rows that only serve to notice changes. */
export function withoutWatches(session: SessionCount): SessionCount {
  return { ...session, sent: session.sent.filter(({ section }) => !isWatchedAddress(section)) }
}
