/** The start of a session. */
export interface SessionBegin {
  /** The checked-out commit; null before the first commit. */
  readonly commit: string | null
  readonly at: string
}

/** The changes in a directory since the start of a session. */
export interface WorkSince {
  /** Oldest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[]
  /** Sorted by path. */
  readonly changed: readonly ChangedFile[]
}

export interface ChangedFile {
  /** Relative to the directory. */
  readonly path: string
  readonly committed: boolean
  /** The file was last changed before the session, so its change was already uncommitted at the start. */
  readonly old: boolean
}

export interface SessionHistory {
  /** Returns only uncommitted changes if `begin` is null or its commit is missing. Never throws. */
  since(directory: string, begin: SessionBegin | null): WorkSince
  /** The content of a file in a commit; null if it was missing or is not text. */
  at(directory: string, commit: string, path: string): string | null
}
