import {
  deliveryField,
  type Output,
  outputFields,
  sectionDeliveryField,
  trustField,
  type Zod,
} from '../../output/index.ts'
import { beginningField, scopeField, trialsField } from '../install/install-output.ts'

export function doctorOutput(z: Zod) {
  const { text, maybe, time, count } = outputFields(z)
  const delivery = deliveryField(z)
  const scope = scopeField(z)
  const trials = trialsField(z)
  const proof = proofField(z)
  return z.strictObject({
    project: text,
    manifest: trustField(z).nullable(),
    program: z.array(text),
    store: z.strictObject({
      place: text.describe('A file or a database, without user and password'),
      waiting: count.describe('Receipts in the spool'),
      problem: maybe.describe('Why it cannot be used; null if it can'),
    }),
    problems: z.array(text),
    agents: z.array(
      z.strictObject({
        agent: text,
        title: text,
        program: maybe.describe('Path; null if it is not on PATH'),
        version: maybe,
        settings: z.array(
          z.strictObject({
            scope,
            file: text,
            add_on: z
              .strictObject({ kind: z.enum(['plugin', 'extension', 'profile']), name: text })
              .nullable()
              .describe('The add-on that brings the hooks; null for settings'),
            state: z.enum(['absent', 'read', 'refused']),
            own: z.array(
              z.strictObject({
                event: text,
                command: text,
                current: z
                  .boolean()
                  .describe('Whether install would write exactly this. Only such entries are tried'),
              }),
            ),
            foreign: z.array(z.strictObject({ event: text, matcher: maybe, command: text })),
          }),
        ),
        mcp: z
          .array(
            z.strictObject({
              scope,
              file: text,
              state: z.enum(['absent', 'own', 'foreign', 'refused']),
              command: maybe,
              current: z.boolean().describe('Whether install would write exactly this'),
            }),
          )
          .describe('MCP servers called "foreword" in the settings; doctor does not start them'),
        trials,
        proof: proof.nullable().describe('Result of running the agent itself; null if it was not run'),
        deliveries: z
          .array(
            z.strictObject({
              injection_id: text,
              session_id: text,
              at: time,
              delivery,
              why: z.array(text).describe('Why sections were lost, and what to do'),
            }),
          )
          .describe('The last packets of this project that the agent was sent, newest first'),
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
    arrived: z.boolean().describe('Whether the model got the whole packet exactly once'),
    detail: text,
    exit_code: maybeAmount,
    milliseconds: count,
    model: maybe.describe('Requested model'),
    roles: z.array(text).describe('Roles in which the model got it: system, developer, user'),
    sections: z.array(sectionDelivery),
    size: count.describe('Bytes of the packet'),
    beginning: beginningField(z),
  })
}

export type DoctorResult = Output<typeof doctorOutput>
export type DoctorStore = DoctorResult['store']
export type DoctorAgent = DoctorResult['agents'][number]
export type DoctorFile = DoctorAgent['settings'][number]
export type DoctorServer = DoctorAgent['mcp'][number]
export type DoctorEntry = DoctorFile['own'][number]
export type DeliveryProof = NonNullable<DoctorAgent['proof']>
export type DoctorDelivery = DoctorAgent['deliveries'][number]
