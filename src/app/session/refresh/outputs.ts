import type { SectionToSend, SessionCount, TriggerResult } from '../../../core/session/index.ts'
import { type Output, outputFields, requireExactType, type Zod } from '../../output/index.ts'

export function refreshOutput(z: Zod) {
  const { text, maybe, count, amount, time } = outputFields(z)
  return z.strictObject({
    session: text,
    turns: count.nullable().describe('Null if sessions are not counted'),
    injection_id: maybe,
    sent: z.array(
      requireExactType<SectionToSend>()(
        z.strictObject({ section: text, as: z.enum(['baseline', 'update', 'removed']), digest: text }),
      ),
    ),
    waiting: z
      .array(text)
      .describe('Sections that were due and did not fit. They stay due until they are sent'),
    nothing: z
      .strictObject({
        reason: z.enum(['cooldown', 'no-trigger', 'unchanged', 'told-meanwhile', 'not-counted']),
        detail: text,
        until: time.nullable(),
      })
      .nullable()
      .describe('Why nothing was sent'),
    triggers: z.array(
      requireExactType<TriggerResult>()(
        z.strictObject({ tier: text, trigger: text, fired: z.boolean(), why: text }),
      ),
    ),
    total: amount,
    measure: maybe,
    kept: z.enum(['store', 'spool', 'nowhere', 'off']).nullable(),
    warnings: z.array(text),
    text: maybe.describe('The packet'),
  })
}

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

export type RefreshResult = Output<typeof refreshOutput>
export type SessionsResult = Output<typeof sessionsOutput>
