import type { Outcome, Receipt } from '../receipt.ts'
import type { Account, InjectionBody } from './entry-bodies.ts'

export function buildAccount(receipt: Receipt): Account {
  const { like, measure, budget, ceiling, over_budget, sections, left_out, redaction, diagnostics, map } =
    receipt
  return { like, measure, budget, ceiling, over_budget, sections, left_out, redaction, diagnostics, map }
}

/** Builds the body of an injection's entry. */
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

/** Restores the whole receipt. */
export function restoreReceipt(body: InjectionBody, account: Account, outcome: Outcome | null): Receipt {
  const { account: _, text: __, ...occasion } = body
  return { ...occasion, ...account, outcome }
}

/** Replaces the injection id in a stored text. A packet has no NUL, because a source with a NUL is not text. */
const idPlaceholder = '\0id\0'

/** Takes the injection id out of a packet, so that the same packet is stored once. */
export function sealText(text: string, injectionId: string): string {
  return text.includes('\0') ? text : text.replaceAll(injectionId, idPlaceholder)
}

export function unsealText(sealed: string, injectionId: string): string {
  return sealed.replaceAll(idPlaceholder, injectionId)
}
