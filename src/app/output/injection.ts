import type { Hunk } from '../../core/history/index.ts'
import type { LedgerHead } from '../../core/receipt/index.ts'
import { deliveryStates, type SectionDelivery } from '../../core/session/index.ts'
import type { LogRow, TrustState } from '../../ports/index.ts'
import { outputFields } from './fields.ts'
import { type Output, requireExactType, type Zod } from './schema.ts'

/** Names one injection. */
export function injectionLabelField(z: Zod) {
  const { text, maybe, count, amount, time } = outputFields(z)
  return z.strictObject({
    injection_id: text,
    seq: count.describe('Number of the entry'),
    at: time,
    level: text,
    agent: maybe,
    total: amount,
  })
}

export type InjectionLabel = Output<typeof injectionLabelField>

export function logRowField(z: Zod) {
  const { text, maybe, count, amount, digest, time } = outputFields(z)
  return requireExactType<LogRow>()(
    z.strictObject({
      seq: count,
      at: time,
      digest,
      injection_id: text,
      session_id: text,
      run_id: maybe,
      agent: maybe,
      role: maybe,
      level: text,
      status: text,
      total: amount,
      account: digest,
      outcome: maybe,
    }),
  )
}

export function hunkField(z: Zod) {
  const { text, count } = outputFields(z)
  return requireExactType<Hunk>()(
    z.strictObject({
      before: z.tuple([count, count]),
      after: z.tuple([count, count]),
      lines: z.array(z.strictObject({ op: z.enum([' ', '-', '+']), text })),
    }),
  )
}

export function sectionDeliveryField(z: Zod) {
  const { text, count } = outputFields(z)
  return requireExactType<SectionDelivery>()(
    z.strictObject({
      id: text,
      state: z.enum(deliveryStates),
      bytes: z.tuple([count, count]).exactOptional().describe('Byte range of the packet that arrived'),
    }),
  )
}

/** The sections of an injection that arrived, according to the agent's own transcript. */
export function deliveryField(z: Zod) {
  const { text, maybe, time } = outputFields(z)
  const sectionDelivery = sectionDeliveryField(z)
  return z
    .strictObject({
      at: time,
      agent: text,
      model: maybe.describe('The model that answered'),
      sections: z.array(
        sectionDelivery.extend({
          with: text
            .exactOptional()
            .describe('The later packet of the session that delivered the section, if this packet lost it'),
        }),
      ),
      why: maybe.describe('Why the delivery is unknown'),
    })
    .nullable()
    .describe(
      "The sections that arrived, according to the agent's own transcript; null while that is unknown",
    )
}

export type InjectionDelivery = NonNullable<Output<typeof deliveryField>>
export type DeliveredSection = InjectionDelivery['sections'][number]

export function trustField(z: Zod) {
  return requireExactType<TrustState['state']>()(z.enum(['trusted', 'changed', 'never', 'shipped', 'own']))
}

export function ledgerHeadField(z: Zod) {
  const { count, digest } = outputFields(z)
  return requireExactType<LedgerHead>()(z.strictObject({ seq: count, digest }))
}
