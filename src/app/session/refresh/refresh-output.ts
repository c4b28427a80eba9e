import type { SectionToSend, TriggerResult } from '../../../core/session/index.ts'
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

export type RefreshResult = Output<typeof refreshOutput>
