/** What was done in a directory since a commit. */
export interface WorkSince {
  /** The oldest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[]
  /** Paths below the directory, sorted. One that is not committed may have been changed before. */
  readonly changed: readonly { readonly path: string; readonly committed: boolean }[]
}

export interface SessionHistory {
  /** Of a commit that is not there, or none, only what is not committed. Never throws. */
  since(directory: string, commit: string | null): WorkSince
  /** A file as it was in a commit; null where it was not, or is no text. */
  at(directory: string, commit: string, path: string): string | null
}
