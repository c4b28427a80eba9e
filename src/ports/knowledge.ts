/** What lies where a generated document goes. */
export type KnowledgeTarget =
  | { readonly state: 'absent' }
  | { readonly state: 'file'; readonly text: string }
  /** A link on the way, a directory, a file that cannot be read: never written to. */
  | { readonly state: 'unfit'; readonly detail: string }

export interface Replacement {
  /** Below the project, with `/`. */
  readonly path: string
  /** What must still lie there; null for nothing. */
  readonly before: string | null
  readonly after: string
}

/** What came of a build that was interrupted. */
export interface RecoveredBuild {
  readonly finished: readonly string[]
  /** Somebody has changed them since: they stay. */
  readonly kept: readonly string[]
}

/** Generated documents of one project on disk: several files change together. */
export interface KnowledgeFiles {
  look(path: string): KnowledgeTarget
  /** Whether a build was interrupted between its first file and its last. */
  interrupted(): boolean
  /** Keeps other builds of the project away while the work is done. Before it, an interrupted build is finished. */
  exclusively<T>(work: (recovered: RecoveredBuild) => Promise<T>): Promise<T>
  /** All of them or none, also when the machine stops in between: the next build finishes it. */
  replaceAll(changes: readonly Replacement[]): void
}

/** Changes two keys of a manifest's text and nothing else. Null when they cannot be set without touching more. */
export type StampManifest = (
  text: string,
  stamp: { readonly generated_at: string; readonly source_commit: string },
) => string | null
