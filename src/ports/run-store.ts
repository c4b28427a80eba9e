/** Files by name, to be written together. */
export type FileSet = Readonly<Record<string, string>>

/** Publishes a directory of files all at once, or not at all. */
export interface RunStore {
  /** Returns the absolute path of the published directory. Refuses if the name is taken. */
  publish(name: string, files: FileSet): string
  /** Replaces one file of a published directory atomically. */
  replace(name: string, file: string, content: string): void
  /** Path to which a running program may append its output. */
  resolvePath(name: string, file: string): string
}

/** The directories that foreword writes results to. */
export interface OutputDirectories {
  /** The directory of the runs of `dispatch`. */
  runs(directory: string): RunStore
  /** Writes into a directory that the user named: all files at once if it is new, else file by file. Null deletes a file. */
  writeInto(directory: string, files: Readonly<Record<string, string | null>>): void
}
