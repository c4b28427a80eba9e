import {
  deliveryField,
  type Output,
  outputFields,
  sectionDeliveryField,
  trustField,
  type Zod,
} from '../../output/index.ts'
import { scopeField, trialsField } from '../install/outputs.ts'

export function doctorOutput(z: Zod) {
  const { text, maybe, time } = outputFields(z)
  const delivery = deliveryField(z)
  const scope = scopeField(z)
  const trials = trialsField(z)
  const proof = proofField(z)
  return z.strictObject({
    project: text,
    manifest: trustField(z).nullable(),
    program: z.array(text),
    problems: z.array(text),
    agents: z.array(
      z.strictObject({
        agent: text,
        title: text,
        program: maybe.describe('Where it lies; null when it is not on PATH'),
        version: maybe,
        settings: z.array(
          z.strictObject({
            scope,
            file: text,
            add_on: z
              .strictObject({ kind: z.enum(['plugin', 'extension', 'profile']), name: text })
              .nullable()
              .describe('What brings the hooks along; null for settings'),
            state: z.enum(['absent', 'read', 'refused']),
            own: z.array(
              z.strictObject({
                event: text,
                command: text,
                current: z.boolean().describe('Whether install would write just this; only such are tried'),
              }),
            ),
            foreign: z.array(z.strictObject({ event: text, matcher: maybe, command: text })),
          }),
        ),
        trials,
        proof: proof.nullable().describe('What came of running the agent itself; null when it was not run'),
        deliveries: z
          .array(
            z.strictObject({
              injection_id: text,
              session_id: text,
              at: time,
              delivery,
              why: z.array(text).describe('Why something was lost, and what to do'),
            }),
          )
          .describe('The last packets of this project that it was sent, newest first'),
        notes: z.array(text),
        problems: z.array(text),
      }),
    ),
    well: z.boolean(),
  })
}

/** The result of running the agent itself with a fake model. */
function proofField(z: Zod) {
  const { text, maybe, count, maybeAmount } = outputFields(z)
  const sectionDelivery = sectionDeliveryField(z)
  return z.strictObject({
    arrived: z.boolean().describe('Whether all of the packet reached the model, once and whole'),
    detail: text,
    exit_code: maybeAmount,
    milliseconds: count,
    model: maybe.describe('That was asked for'),
    roles: z.array(text).describe('As what the model got it: system, developer, user'),
    sections: z.array(sectionDelivery),
    size: count.describe('Bytes of the packet'),
  })
}

export type DoctorResult = Output<typeof doctorOutput>
export type DoctorAgent = DoctorResult['agents'][number]
export type DoctorFile = DoctorAgent['settings'][number]
export type DoctorEntry = DoctorFile['own'][number]
export type DeliveryProof = NonNullable<DoctorAgent['proof']>
export type DoctorDelivery = DoctorAgent['deliveries'][number]
