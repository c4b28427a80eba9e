import type { Worktrees } from './worktrees.ts'

export interface Changes {
  readonly kind: 'committed' | 'uncommitted' | 'none' | 'unknown'
  /** The checked-out commit at the end. */
  readonly head: string | null
  /** All changes in between, committed and uncommitted. */
  readonly patch: string
}

/** Compares two states of a working tree, so that earlier changes do not count. */
export interface ChangeWatch {
  /** The checked-out commit at the beginning. */
  readonly head: string | null
  /** Ends the watch; call it once. Never throws. */
  finish(): Changes
}

/** Reads the state of version control in a directory. */
export interface VersionControl {
  /** The checked-out commit; null outside a repository or before the first commit. */
  head(directory: string): string | null
  /** ISO 8601 time of the last commit that touched a tracked, unmodified file; null otherwise. */
  committedAt(directory: string, path: string): string | null
  /** Starts a watch, which takes disk space until it is finished. */
  watch(directory: string): ChangeWatch
  /** Whether any file is changed, or new and not ignored; null if unknown. */
  hasUncommitted(directory: string): boolean | null
  readonly worktrees: Worktrees
}
