import type { ManifestReach, ReachItem } from '../core/manifest/index.ts'

/** The user's decision about the manifest of a project. */
export type TrustState =
  | { readonly state: 'trusted'; readonly digest: string; readonly since: string }
  /** The user trusted less, or another repository. `before` is the canonical text that was trusted. */
  | {
      readonly state: 'changed'
      readonly digest: string
      readonly trusted: string
      readonly since: string
      readonly before: string
      /** The part that the user has not approved yet; null if the whole manifest needs a review. */
      readonly widening: readonly ReachItem[] | null
    }
  | { readonly state: 'never'; readonly digest: string }
  /** A preset, which ships with foreword. */
  | { readonly state: 'shipped'; readonly digest: string }
  /** A file outside the project that the user named, so it does not come from the repository. */
  | { readonly state: 'own'; readonly digest: string }

/** The state, and the files that it depends on beside the manifest. */
export type TrustCheck = TrustState & { readonly files: readonly string[] }

export interface TrustRecord {
  /** Real path of the project, in the main worktree of its repository. */
  readonly root: string
  readonly digest: string
  readonly since: string
  /** For comparison. Secrets are redacted, so `digest` is not the digest of this text. */
  readonly canonical: string
  /** The repository at `root`; null in a record of an earlier version. */
  readonly repository: string | null
  /** The approved reach; null if the record approves one content only. */
  readonly reach: ManifestReach | null
}

/** The user's trust decisions. They are stored outside all repositories, one for each. */
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
