/** The files of a repository, as far as a description of it needs them. */
export interface ProjectFiles {
  /** The last part of the root's path. */
  readonly name: string
  /**
   * Sorted by code unit, root-relative, `/`-separated. A directory ends with `/`. Holds the whole tree down to three levels, without ignored
   * and generated directories.
   */
  readonly paths: readonly string[]
  /** The text of a file. Null if it is absent, not text, too large or on the deny-list. */
  read(path: string): string | null
  /** The parsed document. Undefined if the text is invalid. */
  parseToml(text: string): unknown
  parseYaml(text: string): unknown
}

/** One line of a description. */
export interface ProjectLine {
  readonly text: string
  /** The file that says it. */
  readonly path: string
}
