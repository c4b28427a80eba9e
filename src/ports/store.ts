import type { SectionTally, Tallies, Tally } from '../core/history/index.ts'
import type { EntryKind, LedgerHead, Parcel, SectionRow, StoredEntry } from '../core/receipt/index.ts'
import type { Diagnostic } from '../core/values/index.ts'
import type { AppendResult, LedgerKey } from './ledger.ts'
import type { RecordStore } from './record-store.ts'

export type { SectionTally, Tallies, Tally }

export interface Ledger {
  readonly uid: string
  readonly name: string
  /** Null while it is empty. */
  readonly head: LedgerHead | null
}

/** Which injections; every condition must hold. */
export interface LogQuery {
  readonly session?: string
  /** Runs that belong to this session, besides what names it. */
  readonly runs?: readonly string[]
  readonly agent?: string
  /** A section that was sent. */
  readonly section?: string
  /** A path that a section that was sent came from. */
  readonly source?: string
  /** Of the run: success, failed, timeout; running for one without an end. `refused`: nothing was sent. */
  readonly outcome?: string
  /** Written at or after this time (ISO 8601). */
  readonly since?: string
  /** Only entries before this one: where the page before ended. */
  readonly before?: number
  readonly limit: number
}

/** One injection in a list, newest first. Times order nothing: `seq` does. */
export interface LogRow {
  readonly seq: number
  readonly at: string
  readonly digest: string
  readonly injection_id: string
  readonly session_id: string
  readonly run_id: string | null
  readonly agent: string | null
  readonly role: string | null
  readonly level: string
  readonly status: string
  readonly total: number
  /** Of its account: equal for injections of the same packet. */
  readonly account: string
  /** Of its run; `running` for one without an end, null where there is no run. */
  readonly outcome: string | null
}

/** A row or a column that is wrong, with the entry it is about. */
export interface Stray {
  readonly seq: number
  readonly what: string
}

export interface BlobInfo {
  readonly digest: string
  /** As it lies in the store. */
  readonly bytes: number
  /** The last entry of the ledger that refers to it. */
  readonly lastSeq: number
  readonly role: 'text' | 'account'
}

/** What may be deleted: texts that no entry after `textsTo` refers to, and accounts that none after `accountsTo` does. */
export interface Pruning {
  readonly digests: readonly string[]
  readonly textsTo: number
  readonly accountsTo: number
}

/** A blob that was deleted, with what it took in the store. */
export type Deleted = Pick<BlobInfo, 'digest' | 'bytes'>

export interface Pruned {
  readonly deleted: readonly Deleted[]
  /** Null when nothing was appended. */
  readonly appended: AppendResult | null
  /** False while old copies of what was deleted may lie on the disk: others were reading, or a server has not tidied up yet. */
  readonly overwritten: boolean
}

export interface StoreStats {
  readonly engine: string
  /** What is on disk, where that can be told. */
  readonly bytes: number | null
  readonly ledgers: readonly (Ledger & {
    readonly entries: Readonly<Record<EntryKind, number>>
    readonly sessions: number
  })[]
  readonly blobs: { readonly count: number; readonly bytes: number; readonly textBytes: number }
}

/** A ledger that comes from elsewhere, as it was there. */
export type Arrival =
  | { readonly kind: 'ledger'; readonly uid: string; readonly name: string }
  | { readonly kind: 'entry'; readonly uid: string; readonly stored: StoredEntry }
  | { readonly kind: 'blob'; readonly digest: string; readonly content: string }

export interface Imported {
  readonly entries: number
  /** Were there already. */
  readonly known: number
  readonly blobs: number
}

/** What was recorded, of every project that a store serves. Everything a stranger could have changed comes back as it lies there. */
/** What is asked of a ledger with each prompt, which need not open a whole store for it. */
export interface SentReads {
  log(
    uid: string,
    query: { readonly session: string; readonly limit: number },
  ): Promise<readonly Pick<LogRow, 'seq' | 'injection_id' | 'status'>[]>
  entries(
    uid: string,
    after: number,
    limit: number,
    kind?: 'event',
  ): Promise<readonly Pick<StoredEntry, 'entry'>[]>
  blob(digest: string): Promise<string | null>
}

export interface Store extends RecordStore {
  readonly engine: 'sqlite' | 'postgres'
  ledgers(): Promise<Ledger[]>
  /** The ledger of a key; null when nothing was ever recorded there. */
  ledger(key: LedgerKey): Promise<Ledger | null>
  /** All of them or none. */
  append(key: LedgerKey, parcels: readonly Parcel[]): Promise<AppendResult[]>
  log(uid: string, query: LogQuery): Promise<LogRow[]>
  /** Entries after `seq`, in order, at most `limit`, optionally of one kind. */
  entries(uid: string, after: number, limit: number, kind?: EntryKind): Promise<StoredEntry[]>
  /** Injections with this id: as good as always one at most. */
  injections(uid: string, injectionId: string): Promise<StoredEntry[]>
  /** The outcome entry of a run. */
  outcomeOf(uid: string, runId: string): Promise<StoredEntry | null>
  /** Null when it was never there or was pruned. Content that does not match its digest is returned as it is. */
  blob(digest: string): Promise<string | null>
  /** Which of these are there. */
  present(digests: readonly string[]): Promise<ReadonlySet<string>>
  /** What is kept of the sections of an account, to be checked against it; null when nothing refers to such an account. */
  sectionsOf(account: string): Promise<readonly SectionRow[] | null>
  /** What stands beside the entries and does not follow from them, in order: nothing unless somebody put it there. */
  strays(uid: string): Promise<readonly Stray[]>
  tally(uid: string, since?: string): Promise<Tallies>
  /** How many entries belong to no ledger: none unless somebody removed one. */
  orphans(): Promise<number>
  /** Blobs of a ledger, those used longest ago first. */
  blobs(uid: string): AsyncIterable<BlobInfo>
  /** The last entry written before a time, whatever the clock did in between; 0 for none. */
  seqBefore(uid: string, time: string): Promise<number>
  /**
   * Deletes those of the blobs that neither a later entry nor another ledger needs, whoever came meanwhile. Appends in the same
   * transaction what is made of the result, if anything is.
   */
  prune(
    key: LedgerKey,
    pruning: Pruning,
    parcelFor: (deleted: readonly Deleted[]) => Parcel | null,
  ): Promise<Pruned>
  /** All of it or nothing. Refuses entries that contradict what is there. */
  import(arrivals: AsyncIterable<Arrival>): Promise<Imported>
  stats(): Promise<StoreStats>
  close(): Promise<void>
}

export interface StoreTrouble {
  readonly code: Diagnostic['code']
  readonly detail: string
}

export interface Recorded {
  readonly kept: 'store' | 'spool' | 'nowhere' | 'off'
  /** What a person should hear of. */
  readonly troubles: readonly StoreTrouble[]
}

/** Takes down what happened, for a program that must not wait. Never throws. */
export interface Recorder {
  record(parcels: readonly Parcel[]): Promise<Recorded>
}

/** Parcels that could not, or should not, go into the store at once. One file each; none is ever half there. */
export interface Spool {
  readonly directory: string
  /** Durable when it returns. Throws the system's error. */
  put(parcel: Parcel): void
  /** Oldest first by name. What is no parcel is set aside with a reason, and never lost. */
  list(most: number): { readonly parcels: readonly SpooledParcel[]; readonly unreadable: readonly string[] }
}

export interface SpooledParcel {
  readonly parcel: Parcel
  /** After it is in the store. */
  remove(): void
  /** Moves it to what is unreadable; answers with a sentence that names the file and the reason. */
  setAside(reason: string): string
}

/** What version control has kept of the past. Answers null for all that it cannot tell; never throws. */
export interface History {
  /** Whether a commit is there. */
  has(directory: string, commit: string): boolean
  /** The committed content of a path, which is relative to the directory. */
  at(directory: string, commit: string, path: string): string | null
  /** Who brought a line in, counted from 1 in the content at that commit. */
  blame(
    directory: string,
    commit: string,
    line: { readonly path: string; readonly line: number },
  ): Blame | null
}

export interface Blame {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly date: string
  readonly author: string
  readonly summary: string
}
