import {
  type BlobRole,
  buildEntryRow,
  type LedgerHead,
  LedgerWalk,
  type RecordedLosses,
  type StoredEntry,
} from '../../../core/receipt/index.ts'
import type { Hash } from '../../../ports/index.ts'
import type { VerifyResult } from './verify-output.ts'

/** A head that was seen before, here or on another machine. */
export interface KnownHead extends LedgerHead {
  readonly where: string
  /** True if the verified ledger may be an older copy, which may lack this head. */
  readonly maybeLater?: boolean
}

export type LedgerVerdict = Omit<VerifyResult, 'checkpoint' | 'wrote'>
export type FoundFault = VerifyResult['fault']

export interface LedgerSubject {
  readonly project: string
  readonly uid: string
  readonly losses: RecordedLosses
  /** Heads that the ledger must still contain. */
  readonly seen: readonly KnownHead[]
}

/** Processes that write at once read the clock before they get the lock, so times may be out of order by this much. */
const toleratedMs = 5_000

/** Verifies the entries of a ledger, from a store or from an export. */
export class LedgerVerifier {
  readonly #subject: LedgerSubject
  readonly #walk: LedgerWalk
  readonly #pruned = { text: 0, account: 0 }
  #entries = 0
  #clockBack = 0
  #before = ''

  constructor(subject: LedgerSubject, hash: Hash) {
    this.#subject = subject
    this.#walk = new LedgerWalk(subject.uid, hash, subject.losses.gaps)
  }

  get entries(): number {
    return this.#entries
  }

  /** Checks the next entry. */
  take(stored: StoredEntry): FoundFault {
    const fault = this.#walk.take(stored)
    if (fault !== null) return addInjectionId(fault, stored)
    const { seq, digest, at } = stored.entry
    const seen = this.#subject.seen.find((known) => known.seq === seq && known.digest !== digest)
    if (seen !== undefined) return addInjectionId(makeRewritten(seen), stored)
    this.#entries++
    if (Date.parse(this.#before) - Date.parse(at) > toleratedMs) this.#clockBack++
    this.#before = at
    return null
  }

  /** Explains why a text or an account must not be missing; null if it may be. */
  missing(seq: number, role: BlobRole, digest: string): string | null {
    if (!this.#subject.losses.covers(seq, role, digest)) return `its ${role} is missing, and was never pruned`
    this.#pruned[role]++
    return null
  }

  verdict(fault: FoundFault): LedgerVerdict {
    const { project, uid, losses, seen } = this.#subject
    const { head } = this.#walk
    const found = fault ?? findCutOff(head, seen)
    return {
      project,
      uid,
      holds: found === null,
      entries: this.#entries,
      head: head.seq === 0 ? null : head,
      fault: found,
      pruned: { texts: this.#pruned.text, accounts: this.#pruned.account },
      lost: losses.gaps,
      clock_back: this.#clockBack,
    }
  }
}

/** Adds the id of the injection, if it can still be read. */
export function addInjectionId(
  fault: Omit<NonNullable<FoundFault>, 'injection_id'>,
  { entry }: StoredEntry,
): NonNullable<FoundFault> {
  const row = entry.seq === fault.seq ? buildEntryRow(entry.kind, entry.body) : ''
  const id = typeof row === 'string' || row.kind !== 'injection' ? null : row.injection_id
  return { ...fault, injection_id: id }
}

/** A rewritten ledger is consistent in itself. Only heads that were seen before reveal it. */
function makeRewritten({ seq, where }: KnownHead) {
  const detail = `it is not the entry that ${where} has: the ledger was written anew`
  return { seq, what: 'rewritten' as const, detail }
}

export function findCutOff(head: LedgerHead, seen: readonly KnownHead[]): FoundFault {
  const later = seen.filter((known) => known.seq > head.seq && known.maybeLater !== true)
  const furthest = later.toSorted((a, b) => b.seq - a.seq)[0]
  if (furthest === undefined) return null
  const detail = `the ledger ends at ${head.seq}, and ${furthest.where} has seen entry ${furthest.seq}`
  return { seq: head.seq + 1, what: 'removed', detail, injection_id: null }
}
