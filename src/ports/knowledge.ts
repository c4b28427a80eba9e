/** The state of the path to which a generated document is written. */
export type KnowledgeTarget =
  | { readonly state: 'absent' }
  | { readonly state: 'file'; readonly text: string }
  /** A path through a link, a directory or an unreadable file. foreword never writes to it. */
  | { readonly state: 'unfit'; readonly detail: string }

export interface Replacement {
  /** Path in the project, with `/`. */
  readonly path: string
  /** The text that the file must still have; null if the file must not exist. */
  readonly before: string | null
  readonly after: string
}

/** The result of finishing an interrupted build. */
export interface RecoveredBuild {
  readonly finished: readonly string[]
  /** Files that were changed after the interruption. They stay as they are. */
  readonly kept: readonly string[]
}

/** The generated documents of one project on disk. Several files change together. */
export interface KnowledgeFiles {
  inspect(path: string): KnowledgeTarget
  /** Whether a build stopped between its first and its last file. */
  interrupted(): boolean
  /** Finishes an interrupted build, then locks out other builds of the project during `work`. */
  withLock<T>(work: (recovered: RecoveredBuild) => Promise<T>): Promise<T>
  /** Replaces all files or none. If the machine stops in between, the next build finishes the work. */
  replaceAll(changes: readonly Replacement[]): void
}

/** Changes two keys in the text of a manifest and nothing else. Null if that would change more than the keys. */
export type StampManifest = (
  text: string,
  stamp: { readonly generated_at: string; readonly source_commit: string },
) => string | null
