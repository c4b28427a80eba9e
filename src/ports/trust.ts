/** What the user has said about the manifest of a project. */
export type TrustState =
  | { readonly state: 'trusted'; readonly digest: string; readonly since: string }
  /** Somebody trusted other bytes; `before` is the canonical text that was trusted. */
  | {
      readonly state: 'changed'
      readonly digest: string
      readonly trusted: string
      readonly since: string
      readonly before: string
    }
  | { readonly state: 'never'; readonly digest: string }
  /** Of a preset, which ships with the program. */
  | { readonly state: 'shipped'; readonly digest: string }
  /** The user named a file outside of the project: nobody else put it there. */
  | { readonly state: 'own'; readonly digest: string }

export interface TrustRecord {
  /** Real path of the project. */
  readonly root: string
  readonly digest: string
  readonly since: string
  /** For comparing. Secrets are redacted, so the digest is not of this text. */
  readonly canonical: string
}

/** Kept by the user, outside of every repository, bound to content and real path. */
export interface TrustBook {
  /** Where the records lie, for people. */
  readonly file: string
  /** Where the record of a project lies, there or not. */
  place(root: string): string
  /** Why its word cannot count for a project, in a sentence; null in the ordinary case. */
  problem(root: string): string | null
  /** Never throws; null also when there is a problem. */
  find(root: string): TrustRecord | null
  list(): readonly TrustRecord[]
  put(record: TrustRecord): void
  /** False when there was none. */
  remove(root: string): boolean
}
