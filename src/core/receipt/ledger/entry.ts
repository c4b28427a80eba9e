import { computeFingerprint } from '../../values/index.ts'

export const entryKinds = ['injection', 'run', 'outcome', 'event'] as const
export type EntryKind = (typeof entryKinds)[number]

/** An entry before it is appended to a ledger. */
export interface EntryDraft {
  /** Unique, so that appending the same draft again changes nothing. */
  readonly uid: string
  readonly kind: EntryKind
  /** ISO 8601 with milliseconds, UTC, by the clock of the machine that wrote it. It does not define the order. */
  readonly at: string
  /** JSON, stored byte for byte. */
  readonly body: string
}

/** A draft with its place in the ledger. */
export interface Entry extends EntryDraft {
  /** From 1, without gaps. */
  readonly seq: number
  /** The digest of the entry before. */
  readonly prev: string
  readonly digest: string
}

/** A text that is stored once, however many entries refer to it. */
export interface Blob {
  readonly digest: string
  /** Called only if the store does not have the text yet. */
  content(): string
}

/** A draft with the texts it refers to. */
export interface Parcel {
  readonly draft: EntryDraft
  readonly blobs: readonly Blob[]
}

const maxUidLength = 150

/** Makes a name usable in a uid: visible ASCII and short enough for any store. Long names that begin alike stay different. */
export function makeUid(name: string): string {
  const uid = encodeURI(name.replace(/\p{Cs}/gu, '-'))
  return uid.length <= maxUidLength ? uid : `${uid.slice(0, maxUidLength - 17)}~${computeFingerprint(uid)}`
}

type Hash = (text: string) => string

/** Computes the `prev` of a project's first entry, so that a ledger cannot pass for that of another project. */
export function computeGenesisDigest(projectUid: string, hash: Hash): string {
  return hash(`foreword-ledger-1\n${projectUid}`)
}

/** Places a draft after the entry with digest `prev`. */
export function linkEntry(draft: EntryDraft, seq: number, prev: string, hash: Hash): Entry {
  return { ...draft, seq, prev, digest: computeEntryDigest({ ...draft, seq, prev }, hash) }
}

/** Digests every column. Only the last part can contain a line break, so two different entries never give the same text. */
export function computeEntryDigest(entry: Omit<Entry, 'digest'>, hash: Hash): string {
  const { prev, seq, kind, uid, at, body } = entry
  return hash(`foreword-entry-1\n${prev}\n${seq}\n${kind}\n${uid}\n${at}\n${body}`)
}
