/** When a session began. */
export interface SessionBegin {
  /** What was checked out; null where nothing was committed yet. */
  readonly commit: string | null
  readonly at: string
}

/** What was done in a directory since a session began. */
export interface WorkSince {
  /** The oldest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[]
  /** Sorted by path. */
  readonly changed: readonly ChangedFile[]
}

export interface ChangedFile {
  /** Below the directory. */
  readonly path: string
  readonly committed: boolean
  /** Nobody has touched it since, so it was not committed before either. */
  readonly old: boolean
}

export interface SessionHistory {
  /** Where the begin is not known, or its commit is not there, only what is not committed. Never throws. */
  since(directory: string, begin: SessionBegin | null): WorkSince
  /** A file as it was in a commit; null where it was not, or is no text. */
  at(directory: string, commit: string, path: string): string | null
}
