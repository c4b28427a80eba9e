/** The user's decision about the manifest of a project. */
export type TrustState =
  | { readonly state: 'trusted'; readonly digest: string; readonly since: string }
  /** The user trusted other bytes; `before` is the canonical text that was trusted. */
  | {
      readonly state: 'changed'
      readonly digest: string
      readonly trusted: string
      readonly since: string
      readonly before: string
    }
  | { readonly state: 'never'; readonly digest: string }
  /** A preset, which ships with foreword. */
  | { readonly state: 'shipped'; readonly digest: string }
  /** A file outside the project that the user named, so it does not come from the repository. */
  | { readonly state: 'own'; readonly digest: string }

export interface TrustRecord {
  /** Real path of the project. */
  readonly root: string
  readonly digest: string
  readonly since: string
  /** For comparison. Secrets are redacted, so `digest` is not the digest of this text. */
  readonly canonical: string
}

/** The user's trust decisions. They are stored outside all repositories and bound to content and real path. */
export interface TrustStore {
  /** Path of the records, for people. */
  readonly file: string
  /** Path of the record of a project, existing or not. */
  place(root: string): string
  /** A sentence that says why the record of a project is ignored; normally null. */
  problem(root: string): string | null
  /** Never throws. Also null if there is a problem. */
  find(root: string): TrustRecord | null
  list(): readonly TrustRecord[]
  put(record: TrustRecord): void
  /** False if there was no record. */
  remove(root: string): boolean
}
