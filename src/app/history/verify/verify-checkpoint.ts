// Verifies a ledger against heads that were seen before: the head that this machine remembers, and a signed checkpoint.
import type { LedgerHead } from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { type Checkpoint, formatCheckpoint, makeCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { findCutOff, type KnownHead, type LedgerVerdict } from './ledger-verifier.ts'
import type { VerifyResult } from './verify-output.ts'

export interface CheckpointKeys {
  sign(text: string): { public_key: string; signature: string }
  /** The public key of this machine; null while it has none. */
  own(): string | null
  isSigned(text: string, publicKey: string, signature: string): boolean
  fingerprint(publicKey: string): string
}

export interface CheckpointDeps {
  readonly signers: CheckpointKeys
  /** The last heads that this machine has seen. A store in a project may be copied, so it is named by its place; others by the uid of the ledger. */
  readonly anchor: {
    read(name: string): (LedgerHead & { readonly file: string }) | null
    write(name: string, head: LedgerHead): void
  }
  readText(file: string): string
  writeText(file: string, text: string): void
  now(): Date
}

export interface CheckpointInput {
  readonly checkpoint: string | null
  readonly writeCheckpoint: string | null
  readonly signer: string | null
}

export interface KnownCheckpoint {
  readonly point: Checkpoint
  readonly answer: NonNullable<VerifyResult['checkpoint']>
}

/** Reads a checkpoint and checks its signature. Refuses an unknown signer before the ledger is read. */
export function verifyCheckpoint(
  deps: CheckpointDeps,
  { checkpoint: file, signer }: CheckpointInput,
): KnownCheckpoint | null {
  if (file === null) return null
  const point = parseCheckpoint(deps.readText(file))
  if (point === null) throw new Refusal('not-verified', `${file} is not a foreword checkpoint.`)
  const { signers } = deps
  if (!signers.isSigned(formatCheckpoint(point), point.public_key, point.signature))
    throw new Refusal(
      'not-verified',
      `The signature of ${file} does not match its content: the file was altered.`,
    )
  const fingerprint = signers.fingerprint(point.public_key)
  const known = signer === fingerprint ? 'named' : signers.own() === point.public_key ? 'this machine' : null
  if (known === null || (signer !== null && known !== 'named')) {
    throw new Refusal(
      'not-verified',
      `${file} was signed by ${fingerprint}, which is ${signer === null ? 'not the key of this machine' : `not ${signer}`}.`,
      `If you trust that key, add --signer=${fingerprint}`,
    )
  }
  return { point, answer: { file, seq: point.seq, at: point.at, signer: fingerprint, known } }
}

/** The ledger to verify. */
export interface CheckpointSubject {
  /** Empty without a ledger. */
  readonly uid: string
  /** Location of the store; empty for a shared store; null for an export, which may be older than the ledger. */
  readonly place: string | null
}

/** Lists the heads that the ledger must still contain. */
export function listKnownHeads(
  deps: CheckpointDeps,
  known: KnownCheckpoint | null,
  { uid, place }: CheckpointSubject,
): KnownHead[] {
  const name = place || uid
  const anchor = name === '' ? null : deps.anchor.read(name)
  const seen: KnownHead[] = []
  if (anchor !== null) {
    const { seq, digest, file } = anchor
    const where = `an earlier verification on this machine (noted in ${file})`
    seen.push({ seq, digest, where, maybeLater: place === null })
  }
  if (known === null) return seen
  const { point } = known
  if (uid !== '' && point.uid !== uid)
    throw new Refusal(
      'not-verified',
      `The checkpoint belongs to another ledger: ${point.project} (${point.uid}).`,
    )
  return [...seen, { seq: point.seq, digest: point.digest, where: `the checkpoint of ${point.at}` }]
}

/** The verdict on a missing ledger: valid, unless one was seen before. */
export function judgeMissingLedger(project: string, seen: readonly KnownHead[]): LedgerVerdict {
  return makeEmptyVerdict(project, findCutOff({ seq: 0, digest: '' }, seen))
}

/** The verdict on a store with entries that belong to no ledger. */
export function judgeUnownedEntries(project: string, entries: number): LedgerVerdict {
  const detail = `${entries} entries belong to a ledger that was removed from the list of ledgers`
  return makeEmptyVerdict(project, { seq: 1, what: 'removed', detail, injection_id: null })
}

function makeEmptyVerdict(project: string, fault: LedgerVerdict['fault']): LedgerVerdict {
  const none = { entries: 0, head: null, lost: [], clock_back: 0, pruned: { texts: 0, accounts: 0 } }
  return { project, uid: '', holds: fault === null, fault, ...none }
}

/** Remembers a valid head, and signs it if the user asked for a checkpoint. */
export function concludeVerification(
  deps: CheckpointDeps,
  verdict: LedgerVerdict,
  { input, known, place }: { input: CheckpointInput; known: KnownCheckpoint | null; place: string | null },
): VerifyResult {
  const { head, uid, holds } = verdict
  if (holds && head !== null && place !== null) deps.anchor.write(place || uid, head)
  const wrote =
    input.writeCheckpoint === null || !holds ? null : writeCheckpoint(deps, verdict, input.writeCheckpoint)
  return { ...verdict, checkpoint: known?.answer ?? null, wrote }
}

function writeCheckpoint(
  deps: CheckpointDeps,
  { uid, project, head }: LedgerVerdict,
  file: string,
): VerifyResult['wrote'] {
  if (head === null) throw new Refusal('not-recorded', 'Cannot sign a checkpoint: nothing was recorded yet.')
  const { signers } = deps
  const point = makeCheckpoint({ uid, name: project, head }, deps.now().toISOString(), signers.sign)
  deps.writeText(file, `${JSON.stringify(point, null, 2)}\n`)
  return { file, signer: signers.fingerprint(point.public_key) }
}
