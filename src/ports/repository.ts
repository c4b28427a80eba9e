/** The names in a project down to three levels, without ignored and generated directories. */
export interface ProjectTree {
  /** Sorted by code unit, relative to the root. A directory ends with `/`. */
  readonly paths: readonly string[]
  /** Files and directories, existing or not, whose change could change `paths`. */
  readonly places: readonly string[]
  /**
   * Links to files, with the path of the file. The file and the directory of the link decide its content. Left out if another link is on
   * the way.
   */
  readonly links: ReadonlyMap<string, string>
}

/** The state of version control in a project. */
export interface RepositoryState {
  /** Null if no branch is checked out. */
  readonly branch: string | null
  /** The checked-out commit; null before the first commit. */
  readonly commit: string | null
  /** Changed files, and new ones that are not ignored, sorted. A new directory ends with `/`. Null if git cannot tell. */
  readonly uncommitted: readonly string[] | null
  /** Newest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[]
}

export interface ObservedRepositoryState {
  /** Null outside of a repository. */
  readonly state: RepositoryState | null
  /**
   * Files whose change could change the state; null if they cannot be listed. An edit of a file that was committed until then shows in none
   * of them, because only a search of the whole project finds it.
   */
  readonly places: readonly string[] | null
}

/** Parsers for files of a project. Each returns undefined for invalid text. */
export interface ProjectParsers {
  parseToml(text: string): unknown
  parseYaml(text: string): unknown
}

/** Reads a repository as a whole. Never throws because of the content of the disk. */
export interface RepositoryReader {
  listTree(): ProjectTree
  readState(): ObservedRepositoryState
  /** Loads the parsers that files with these paths need. */
  loadParsers(paths: readonly string[]): Promise<ProjectParsers>
}
