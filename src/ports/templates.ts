/** The files that a preset adds to a new project. */
export interface Templates {
  /** Relative paths with placeholders, sorted. */
  list(preset: string): readonly { readonly path: string; readonly text: string }[]
  /** Whether no file has the path. Refuses a path that leads out of the root. */
  isFree(root: string, path: string): boolean
  /** Writes a new file. Never overwrites and never leaves the root. */
  writeNew(root: string, path: string, text: string): 'written' | 'kept'
}
