import type { Observation } from '../core/values/index.ts'

/** Permissions that a manifest gives to one source. They take effect only if the manifest is trusted. */
export interface Allowance {
  /** The source may be outside the root: by `..`, by an absolute path, or behind a link. */
  readonly external: boolean
  /** The source may have a name on the deny-list. This covers the names that the pattern matches, not the target of a link. */
  readonly sensitive: boolean
  readonly trusted: boolean
}

/** Reads sources of one scheme. Never throws because of the content of the disk: every such problem is an observation. */
export interface SourceReader {
  /**
   * Lists the paths that match a pattern, sorted by code unit. A pattern without wildcards returns itself. All other patterns
   * leave out names on the deny-list.
   */
  list(pattern: string, allow?: Allowance): string[]
  /** Number of names that the last listing of the pattern left out because they are on the deny-list. */
  countUnlisted(pattern: string): number
  /** Whether `list` would return the path if it existed. */
  matches(pattern: string, path: string): boolean
  /** Reads one path from `list`, with the same allowance. */
  read(path: string, allow?: Allowance): Observation
  /** Reads a whole file or nothing: more than `maxBytes` is too large. For content that is meaningless when cut. */
  readWhole(path: string, maxBytes: number, allow?: Allowance): Observation
}
