import type { Outcome, Receipt } from '../receipt.ts'
import type { Account, InjectionBody } from './bodies.ts'

export function buildAccount(receipt: Receipt): Account {
  const { like, measure, budget, ceiling, over_budget, sections, left_out, redaction, diagnostics, map } =
    receipt
  return { like, measure, budget, ceiling, over_budget, sections, left_out, redaction, diagnostics, map }
}

/** A receipt as an entry tells it. */
export function buildInjectionBody(receipt: Receipt, account: string, text: string | null): InjectionBody {
  const { injection_id, session_id, timestamp, run_id, repo, agent, role, engine } = receipt
  const { manifest, manifest_digest, commit, status, error, level, total, packet_digest } = receipt
  return {
    receipt: 1,
    injection_id,
    session_id,
    timestamp,
    run_id,
    repo,
    agent,
    role,
    engine,
    manifest,
    manifest_digest,
    commit,
    status,
    error,
    level,
    total,
    packet_digest,
    account,
    text,
    ...(receipt.asked !== undefined && { asked: receipt.asked }),
    ...(receipt.client !== undefined && { client: receipt.client }),
  }
}

/** The receipt again, whole. */
export function restoreReceipt(body: InjectionBody, account: Account, outcome: Outcome | null): Receipt {
  const { account: _, text: __, ...occasion } = body
  return { ...occasion, ...account, outcome }
}

/** Stands for the injection id in a kept text. A packet has no NUL: a source with one is not text. */
const idPlaceholder = '\0id\0'

/** The text without its own injection id, so that the same packet is kept once. */
export function sealText(text: string, injectionId: string): string {
  return text.includes('\0') ? text : text.replaceAll(injectionId, idPlaceholder)
}

export function unsealText(sealed: string, injectionId: string): string {
  return sealed.replaceAll(idPlaceholder, injectionId)
}
