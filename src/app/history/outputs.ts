import type { Account, InjectionBody, LedgerHead, OutcomeBody } from '../../core/receipt/index.ts'
import {
  accountFields,
  changesField,
  deliveryField,
  hunkField,
  injectionLabelField,
  logRowField,
  type Output,
  occasionFields,
  outputFields,
  requireExactType,
  type Zod,
} from '../output/index.ts'

export function logOutput(z: Zod) {
  const { text, count } = outputFields(z)
  const row = logRowField(z)
  return z.strictObject({
    project: text,
    injections: z.array(row).describe('Newest first'),
    next: count.nullable().describe('Value for --before; null on the last page'),
  })
}

export function showOutput(z: Zod) {
  const { text, maybe, count, maybeAmount, digest, time } = outputFields(z)
  const delivery = deliveryField(z)
  const changes = changesField(z)
  return z.strictObject({
    project: text,
    entry: z.strictObject({ seq: count, at: time, uid: text, prev: digest, digest }),
    injection: requireExactType<InjectionBody>()(
      z.strictObject({ ...occasionFields(z), account: digest, text: digest.nullable() }),
    ),
    account: requireExactType<Account>()(z.strictObject(accountFields(z))).nullable(),
    text: z.enum(['kept', 'pruned', 'none']),
    outcome: requireExactType<OutcomeBody>()(
      z.strictObject({
        run_id: text,
        status: z.enum(['success', 'failed', 'timeout', 'interrupted']),
        changes,
        seconds: maybeAmount,
        exit_code: maybeAmount,
        after: maybe,
        session_id: maybe.exactOptional().describe("The agent's own session id, if it reported one"),
        model: maybe.exactOptional(),
      }),
    ).nullable(),
    delivery,
  })
}

/** Injections after `latest` that sent nothing, newest first. */
function skippedField(z: Zod) {
  const { text } = outputFields(z)
  return z
    .array(z.strictObject({ injection_id: text, reason: text }))
    .describe('Refused injections that "latest" passed over, newest first')
}

export function diffOutput(z: Zod) {
  const { text } = outputFields(z)
  const label = injectionLabelField(z)
  const hunk = hunkField(z)
  const change = changeField(z)
  return z.strictObject({
    project: text,
    before: label,
    after: label,
    sections: z.array(change),
    frame: z.array(hunk),
    skipped: skippedField(z),
  })
}

export function whyOutput(z: Zod) {
  const { text, maybe, count, lines } = outputFields(z)
  const label = injectionLabelField(z)
  return z.strictObject({
    project: text,
    injection: label,
    asked: text,
    asked_as: z.enum(['text', 'path']),
    skipped: skippedField(z),
    found: z.array(
      z.strictObject({
        section: maybe,
        source: maybe,
        lines: lines.nullable(),
        packet_line: count,
        text,
        commit: z.strictObject({ id: text, date: text, author: text, summary: text }).nullable(),
        state: z.enum(['committed', 'uncommitted', 'unknown']),
      }),
    ),
    more: count,
    absent: z.array(
      z.strictObject({
        section: maybe,
        source: maybe,
        lines: lines.nullable(),
        reason: z.enum(['left-out', 'reduced', 'redacted', 'unread', 'undeclared', 'unknown']),
        detail: text,
      }),
    ),
  })
}

export function replayOutput(z: Zod) {
  const { text } = outputFields(z)
  return z.strictObject({ injection_id: text, text, skipped: skippedField(z) })
}

export function bisectOutput(z: Zod) {
  const { text, maybe, maybeAmount } = outputFields(z)
  const label = injectionLabelField(z)
  const change = changeField(z)
  return z.strictObject({
    project: text,
    good: label,
    bad: label,
    command: z.array(text),
    tries: z.array(z.strictObject({ what: text, exit_code: maybeAmount, passes: z.boolean() })),
    first_bad: label,
    culprit: change.nullable(),
    note: maybe,
  })
}

export function verifyOutput(z: Zod) {
  const { text, maybe, count, time, gaps } = outputFields(z)
  return z.strictObject({
    project: text,
    uid: text,
    holds: z.boolean(),
    entries: count,
    head: headField(z).nullable(),
    fault: z
      .strictObject({
        seq: count,
        what: z.enum(['altered', 'removed', 'reordered', 'inserted', 'rewritten']),
        detail: text,
        injection_id: maybe,
      })
      .nullable(),
    pruned: z.strictObject({ texts: count, accounts: count }),
    lost: gaps,
    clock_back: count,
    checkpoint: z
      .strictObject({
        file: text,
        seq: count,
        at: time,
        signer: text,
        known: z.enum(['this machine', 'named']),
      })
      .nullable(),
    wrote: z.strictObject({ file: text, signer: text }).nullable(),
  })
}

export function headField(z: Zod) {
  const { count, digest } = outputFields(z)
  return requireExactType<LedgerHead>()(z.strictObject({ seq: count, digest }))
}

function changeField(z: Zod) {
  const { text, maybe, maybeAmount, digest } = outputFields(z)
  const hunk = hunkField(z)
  const versions = z.array(z.strictObject({ path: text, digest }))
  return z.strictObject({
    section: text,
    change: z.enum(['added', 'removed', 'changed', 'moved', 'same']),
    size: z.strictObject({ before: maybeAmount, after: maybeAmount }),
    sources: z.strictObject({ before: versions, after: versions }),
    why: maybe,
    hunks: z.array(hunk),
  })
}

export type LogResult = Output<typeof logOutput>
export type ShowResult = Output<typeof showOutput>
export type DiffResult = Output<typeof diffOutput>
export type SkippedInjection = DiffResult['skipped'][number]
export type SectionChange = DiffResult['sections'][number]
export type WhyResult = Output<typeof whyOutput>
export type WhyHit = WhyResult['found'][number]
export type WhyAbsence = WhyResult['absent'][number]
export type ReplayResult = Output<typeof replayOutput>
export type BisectResult = Output<typeof bisectOutput>
export type VerifyResult = Output<typeof verifyOutput>
