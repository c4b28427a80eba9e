import type { SessionCount } from '../../../ports/index.ts'
import { type Output, outputFields, requireExactType, type Zod } from '../../output/index.ts'
import { isWatchedAddress } from './refresh-plan.ts'

export function sessionsOutput(z: Zod) {
  const { text, maybe, count, time } = outputFields(z)
  return z.strictObject({
    project: text,
    sessions: z.array(
      z.strictObject({
        session: text,
        agent: maybe,
        started_at: time,
        last_at: time,
        turns: count,
        refreshed_at: time.nullable(),
        refreshed_turn: count.nullable(),
        told: requireExactType<SessionCount['sent']>()(
          z.array(
            z.strictObject({
              section: text,
              digest: text.describe('Digest of the sent text, or of the content behind an address'),
              form: z.enum(['content', 'declared', 'read', 'removed', 'left-out']),
              turn: count,
              at: time,
            }),
          ),
        ),
        waiting: z
          .array(z.strictObject({ section: text, turn: count.describe('The turn since which it waits') }))
          .describe('Sections that were due and did not fit'),
      }),
    ),
  })
}

export type SessionsResult = Output<typeof sessionsOutput>

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
