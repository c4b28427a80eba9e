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

/** Selects injections. All conditions must hold. */
export interface LogQuery {
  readonly session?: string
  /** Runs of this session, in addition to the injections that name the session. */
  readonly runs?: readonly string[]
  readonly agent?: string
  /** A section of the packet. */
  readonly section?: string
  /** A path that a section of the packet came from. */
  readonly source?: string
  /** Outcome of the run: success, failed, timeout, or running if it has not ended. `refused`: nothing was sent. */
  readonly outcome?: string
  /** Written at or after this time (ISO 8601). */
  readonly since?: string
  /** Only entries before this one, at which the previous page ended. */
  readonly before?: number
  readonly limit: number
}

/** One injection in a list, newest first. The order is that of `seq`, not of times. */
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
  /** Digest of its account: equal for injections of the same packet. */
  readonly account: string
  /** Outcome of its run; `running` if the run has not ended, null without a run. */
  readonly outcome: string | null
}

/** A wrong row or column, with its entry. */
export interface StrayRow {
  readonly seq: number
  readonly what: string
}

export interface BlobInfo {
  readonly digest: string
  /** Size in the store. */
  readonly bytes: number
  /** The last entry of the ledger that refers to the blob. */
  readonly lastSeq: number
  readonly role: 'text' | 'account'
}

/** Selects blobs to delete: texts without a reference after entry `textsTo`, and accounts without one after `accountsTo`. */
export interface PruneSelection {
  readonly digests: readonly string[]
  readonly textsTo: number
  readonly accountsTo: number
}

/** A deleted blob, with its size in the store. */
export type DeletedBlob = Pick<BlobInfo, 'digest' | 'bytes'>

export interface StorePruneResult {
  readonly deleted: readonly DeletedBlob[]
  /** Null if nothing was appended. */
  readonly appended: AppendResult | null
  /** False while the disk may still hold copies of the deleted data, because of other readers or a server that has not vacuumed yet. */
  readonly overwritten: boolean
}

export interface StoreStats {
  readonly engine: string
  /** Size on disk; null if unknown. */
  readonly bytes: number | null
  readonly ledgers: readonly (Ledger & {
    readonly entries: Readonly<Record<EntryKind, number>>
    readonly sessions: number
  })[]
  readonly blobs: { readonly count: number; readonly bytes: number; readonly textBytes: number }
}

/** One element of an imported ledger, unchanged. */
export type ImportItem =
  | { readonly kind: 'ledger'; readonly uid: string; readonly name: string }
  | { readonly kind: 'entry'; readonly uid: string; readonly stored: StoredEntry }
  | { readonly kind: 'blob'; readonly digest: string; readonly content: string }

export interface StoreImportResult {
  readonly entries: number
  /** Entries that the store already had. */
  readonly known: number
  readonly blobs: number
}

/** The queries that a hook runs on each prompt. They do not need a whole store. */
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

/** The ledgers of one or more projects. Stored data is returned unchecked, because the database may have been changed by other means. */
export interface Store extends RecordStore {
  readonly engine: 'sqlite' | 'postgres'
  ledgers(): Promise<Ledger[]>
  /** The ledger of a key; null before the first entry. */
  ledger(key: LedgerKey): Promise<Ledger | null>
  /** Appends all parcels or none. */
  append(key: LedgerKey, parcels: readonly Parcel[]): Promise<AppendResult[]>
  log(uid: string, query: LogQuery): Promise<LogRow[]>
  /** Entries after `seq`, in order, at most `limit`, optionally of one kind. */
  entries(uid: string, after: number, limit: number, kind?: EntryKind): Promise<StoredEntry[]>
  /** Injections with this id. More than one is possible but practically never happens. */
  injections(uid: string, injectionId: string): Promise<StoredEntry[]>
  /** Returns the outcome entry of a run. */
  findOutcome(uid: string, runId: string): Promise<StoredEntry | null>
  /** Null if the blob never existed or was pruned. Content that does not match its digest is returned unchanged. */
  blob(digest: string): Promise<string | null>
  /** Returns those digests whose blobs exist. */
  present(digests: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the section rows of an account, for comparison with it; null if no entry refers to the account. */
  readSections(account: string): Promise<readonly SectionRow[] | null>
  /** Rows that do not follow from the entries, in order. Empty unless the database was changed by other means. */
  strays(uid: string): Promise<readonly StrayRow[]>
  tally(uid: string, since?: string): Promise<Tallies>
  /** Number of entries without a ledger: 0 unless a ledger was deleted by other means. */
  orphans(): Promise<number>
  /** Blobs of a ledger, least recently used first. */
  blobs(uid: string): AsyncIterable<BlobInfo>
  /** The last entry that was written before a time, even if the clock was changed in between; 0 for none. */
  seqBefore(uid: string, time: string): Promise<number>
  /**
   * Deletes the selected blobs that neither a later entry nor another ledger needs, including concurrent ones. Appends the parcel
   * that `makeParcel` returns, unless it is null, in the same transaction.
   */
  prune(
    key: LedgerKey,
    pruning: PruneSelection,
    makeParcel: (deleted: readonly DeletedBlob[]) => Parcel | null,
  ): Promise<StorePruneResult>
  /** Imports all items or none. Refuses entries that contradict the store. */
  import(items: AsyncIterable<ImportItem>): Promise<StoreImportResult>
  stats(): Promise<StoreStats>
  close(): Promise<void>
}

export interface StoreTrouble {
  readonly code: Diagnostic['code']
  readonly detail: string
}

export interface RecordResult {
  readonly kept: 'store' | 'spool' | 'nowhere' | 'off'
  /** Problems to report to the user. */
  readonly troubles: readonly StoreTrouble[]
}

/** Records ledger entries for a process that must not wait. Never throws. */
export interface Recorder {
  record(parcels: readonly Parcel[]): Promise<RecordResult>
}

/** Parcels that could not, or should not, go into the store at once. Each is one file, which is written atomically. */
export interface Spool {
  readonly directory: string
  /** Durable on return. Throws the error of the operating system. */
  put(parcel: Parcel): void
  /** Lists parcels by file name, oldest first. Moves invalid files aside with a reason, and never deletes them. */
  list(limit: number): { readonly parcels: readonly SpooledParcel[]; readonly unreadable: readonly string[] }
}

export interface SpooledParcel {
  readonly parcel: Parcel
  /** Call it after the parcel is in the store. */
  remove(): void
  /** Moves the file to the unreadable ones, and returns a sentence with the file and the reason. */
  setAside(reason: string): string
}

/** Reads the history of version control. Null means unknown; never throws. */
export interface CommitHistory {
  /** Whether the repository has the commit. */
  has(directory: string, commit: string): boolean
  /** The committed content of a path that is relative to the directory. */
  at(directory: string, commit: string, path: string): string | null
  /** The commit that introduced a line, counted from 1 in the content at `commit`. */
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
