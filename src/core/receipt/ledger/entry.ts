import { computeFingerprint } from '../../values/index.ts'

/** What a ledger tells of. */
export const entryKinds = ['injection', 'run', 'outcome', 'event'] as const
export type EntryKind = (typeof entryKinds)[number]

/** What is to be appended to a ledger. */
export interface EntryDraft {
  /** Never used twice, so that appending the same draft again changes nothing. */
  readonly uid: string
  readonly kind: EntryKind
  /** ISO 8601 with milliseconds, UTC, by the clock of the machine that wrote it. Tells nothing about order. */
  readonly at: string
  /** JSON, kept byte for byte. */
  readonly body: string
}

/** A draft in its place. */
export interface Entry extends EntryDraft {
  /** From 1, without gaps. */
  readonly seq: number
  /** The digest of the entry before. */
  readonly prev: string
  readonly digest: string
}

/** Text that is kept once, however many entries refer to it. */
export interface Blob {
  readonly digest: string
  /** Asked for only when it is not there yet. */
  content(): string
}

/** A draft with the texts it refers to. */
export interface Parcel {
  readonly draft: EntryDraft
  readonly blobs: readonly Blob[]
}

const maxUidLength = 150

/** A name as part of a uid: visible ASCII, and short enough for any store. Two long names that begin alike stay two. */
export function makeUid(name: string): string {
  const uid = encodeURI(name.replace(/\p{Cs}/gu, '-'))
  return uid.length <= maxUidLength ? uid : `${uid.slice(0, maxUidLength - 17)}~${computeFingerprint(uid)}`
}

type Hash = (text: string) => string

/** What the first entry of a project has before it, so that no ledger can be passed off as another's. */
export function computeGenesisDigest(projectUid: string, hash: Hash): string {
  return hash(`foreword-ledger-1\n${projectUid}`)
}

/** Puts a draft behind the entry with digest `prev`. */
export function linkEntry(draft: EntryDraft, seq: number, prev: string, hash: Hash): Entry {
  return { ...draft, seq, prev, digest: computeEntryDigest({ ...draft, seq, prev }, hash) }
}

/** Over every column. No part but the last can hold a line break, so no two entries give the same text. */
export function computeEntryDigest(entry: Omit<Entry, 'digest'>, hash: Hash): string {
  const { prev, seq, kind, uid, at, body } = entry
  return hash(`foreword-entry-1\n${prev}\n${seq}\n${kind}\n${uid}\n${at}\n${body}`)
}
