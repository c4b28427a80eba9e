import { type Output, outputFields, receiptField, trustField, type Zod } from '../output/index.ts'
import { doctorOutput } from './doctor/doctor-output.ts'
import { installOutput } from './install/install-output.ts'

export function setupOutput(z: Zod) {
  const { text, maybe } = outputFields(z)
  return z.strictObject({
    project: text,
    root: text,
    in_git: z.boolean(),
    outcome: z
      .enum(['done', 'unchanged', 'incomplete', 'refused', 'declined', 'unasked', 'dry-run'])
      .describe(
        'incomplete: done, and something is left to do. refused: stopped in the middle; `done` says what was changed before. unasked: nothing was changed, because there was no terminal to ask on',
      ),
    manifest: z.strictObject({
      path: text,
      state: z.enum(['proposed', 'written', 'kept']),
      text: maybe.describe('The proposed text; null for a manifest that was there before'),
    }),
    found: z.array(z.strictObject({ path: text, use: text })),
    trust: trustField(z).nullable().describe('Null for a manifest that is not written'),
    packet: z
      .strictObject({ agent: maybe, text, receipt: receiptField(z) })
      .describe('The packet of the first agent; agent is null if none was found'),
    install: installOutput(z).describe('A dry run unless the answer was yes'),
    doctor: doctorOutput(z).nullable().describe('The proof; null if none was run'),
    done: z
      .array(z.strictObject({ step: z.enum(['manifest', 'trust', 'hooks']), what: text }))
      .describe('The changes that were made'),
    refusal: z.strictObject({ message: text, fix: maybe }).nullable(),
    next: z.array(z.strictObject({ command: text, about: text })),
  })
}

export type SetupResult = Output<typeof setupOutput>
