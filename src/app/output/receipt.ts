import type { PacketDecision } from '../../core/packet/index.ts'
import type { Outcome, Receipt } from '../../core/receipt/index.ts'
import { type Diagnostic, diagnosticCodes, refusalCodes } from '../../core/values/index.ts'
import { outputFields } from './fields.ts'
import { requireExactType, type Zod } from './schema.ts'

export function diagnosticField(z: Zod) {
  const { text } = outputFields(z)
  const codes = [...Object.keys(diagnosticCodes), ...Object.keys(refusalCodes)] as Diagnostic['code'][]
  return z.strictObject({
    code: z.enum(codes),
    severity: z.enum(['note', 'warning', 'error']),
    section: text.exactOptional(),
    detail: text,
  })
}

export function changesField(z: Zod) {
  return z.enum(['committed', 'uncommitted', 'none', 'unknown']).nullable()
}

export function outcomeField(z: Zod) {
  const { maybeAmount } = outputFields(z)
  const changes = changesField(z)
  return requireExactType<Outcome>()(
    z.strictObject({
      status: z.enum(['running', 'success', 'failed', 'timeout', 'interrupted']),
      changes,
      seconds: maybeAmount,
    }),
  )
}

/** Fields about one injection: recipient, time and result. */
export function occasionFields(z: Zod) {
  const { text, maybe, amount, digest, time } = outputFields(z)
  return {
    receipt: z.literal(1),
    injection_id: text,
    timestamp: time,
    session_id: text,
    run_id: maybe,
    repo: text,
    commit: maybe,
    agent: maybe,
    role: maybe,
    engine: text.describe('Version of foreword'),
    manifest: text,
    manifest_digest: digest,
    status: z.enum(['success', 'trimmed', 'scrubbed', 'error']),
    error: maybe,
    level: text,
    total: amount,
    packet_digest: digest.nullable(),
    asked: text
      .exactOptional()
      .describe(
        'The address that was read, the words that were searched, or the trigger that fired; left out for a packet',
      ),
    client: text
      .exactOptional()
      .describe('The program that asked through a server, by the name it gives itself'),
  }
}

export function sourcesField(z: Zod) {
  const { text, count, digest } = outputFields(z)
  return z.array(z.strictObject({ path: text, digest, bytes: count }))
}

/** Fields about the content of an injection. */
export function accountFields(z: Zod) {
  const { text, maybe, count, amount, maybeAmount, lines } = outputFields(z)
  const sources = sourcesField(z)
  const diagnostic = diagnosticField(z)
  const section = sectionField(z)
  return {
    like: maybe,
    measure: maybe,
    budget: maybeAmount,
    ceiling: maybeAmount,
    over_budget: z.boolean(),
    sections: z.array(section),
    left_out: z.array(
      z.strictObject({
        id: text,
        reason: text,
        why: text,
        source: maybe,
        sources,
        looked: z.array(text),
        size: amount,
      }),
    ),
    redaction: z.strictObject({ rules: count, count, by_rule: z.record(text, count) }),
    diagnostics: z.array(diagnostic),
    map: z
      .array(z.strictObject({ start: count, end: count, section: text, source: text, lines }))
      .describe('Byte ranges of the packet, each with its source'),
  }
}

function sectionField(z: Zod) {
  const { text, maybe, count, amount, maybeAmount } = outputFields(z)
  const sources = sourcesField(z)
  return z.strictObject({
    id: text,
    tier: maybe,
    source: text,
    sources,
    date: maybe,
    date_basis: maybe,
    age_days: maybeAmount,
    strategy: text,
    size: amount,
    cap: maybeAmount,
    authority: text,
    reductions: z.array(z.strictObject({ by: text, why: text, before: amount, after: amount })),
    redactions: z.record(text, count),
    sent_digest: text,
    whole_digest: text
      .exactOptional()
      .describe(
        'Digest of the text before the packet was made to fit; left out if the section was not shortened for that',
      ),
  })
}

export function receiptField(z: Zod) {
  return requireExactType<Receipt>()(
    z.strictObject({ ...occasionFields(z), ...accountFields(z), outcome: outcomeField(z).nullable() }),
  )
}

export function decisionField(z: Zod) {
  const { text } = outputFields(z)
  return requireExactType<PacketDecision>()(
    z.strictObject({
      stage: z.enum([
        'plan',
        'read',
        'redact',
        'shape',
        'decay',
        'cap',
        'deliver',
        'tier',
        'budget',
        'sweep',
      ]),
      section: text.exactOptional(),
      detail: text,
    }),
  )
}
